import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createListener, defineMill, Type, text } from "../index.js";

test("a call is aborted if other code of the application answers first", async (t) => {
	let aborted: (isAborted: boolean) => void = () => {};
	const seen = new Promise<boolean>((resolve) => {
		aborted = resolve;
	});
	const waiter = defineMill({
		name: "slow-waiter",
		version: "1.0.0",
		summary: "Waits until its caller is gone.",
		input: { "text/plain": text() },
		output: Type.Object({}),
		run: async (_, { signal }) => {
			setTimeout(() => aborted(false), 2_000).unref();
			await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
			aborted(true);
			return {};
		},
	});
	const listener = await createListener([waiter], { log: () => {} });
	t.after(() => listener.close());
	const server = createServer((request, response) => {
		listener(request, response);
		// A timeout of the application.
		setTimeout(() => response.writeHead(503).end("too late"), 100);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	t.after(() => server.close());
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slow-waiter`;
	const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "text/plain" }, body: "a" });
	assert.equal(await answer.text(), "too late");
	assert.equal(await seen, true);
});
