import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createListener } from "../index.js";
import { gatedMill } from "../testing/mills/gated-mill.js";

test("a call is aborted if other code of the application answers first", async (t) => {
	const { mill, gate } = gatedMill();
	const [begun, aborted] = [once(gate, "begun"), once(gate, "aborted")];
	const listener = await createListener([mill], { log: () => {} });
	t.after(() => listener.close());
	const server = createServer((request, response) => {
		listener(request, response);
		// As a timeout of the application does.
		void begun.then(() => response.writeHead(503).end("too late"));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	t.after(() => server.close());
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gated-echoer`;
	const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "text/plain" }, body: "a" });
	assert.equal(await answer.text(), "too late");
	await aborted;
});
