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

for (const [what, log] of [
	[
		"throws",
		() => {
			throw new Error("disk full");
		},
	],
	["is async and fails", async () => Promise.reject(new Error("disk full"))],
] as const)
	test(`calls are answered if the log of the application ${what}, and standard error says so once`, async (t) => {
		const written = t.mock.method(process.stderr, "write", () => true);
		const { mill, gate } = gatedMill();
		const listener = await createListener([mill], { log, accessLog: "all" });
		t.after(() => listener.close());
		const server = createServer(listener);
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		t.after(() => server.close());
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gated-echoer`;
		for (const body of ["a", "b"]) {
			const begun = once(gate, "begun");
			const answer = fetch(url, { method: "POST", headers: { "Content-Type": "text/plain" }, body });
			await begun;
			gate.emit("open");
			assert.equal((await answer).status, 200);
		}
		const lines = written.mock.calls.map(({ arguments: [line] }) => JSON.parse(String(line)));
		assert.equal(lines.length, 1);
		assert.equal(lines[0].message, "the log function of the application failed, and lines are lost");
		assert.match(lines[0].error, /disk full/);
	});
