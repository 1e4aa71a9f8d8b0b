import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { LineTransport } from "./line-transport.js";

interface Wire {
	readonly transport: LineTransport;
	readonly input: PassThrough;
	readonly received: JSONRPCMessage[];
	/** What was written so far. */
	sent(): { id: unknown; error?: { code: number } }[];
}

async function wire(maxBytes = 1_000): Promise<Wire> {
	const [input, output] = [new PassThrough(), new PassThrough()];
	const transport = new LineTransport(input, output, maxBytes);
	const received: JSONRPCMessage[] = [];
	transport.onmessage = (message) => received.push(message);
	await transport.start();
	let text = "";
	output.on("data", (chunk) => {
		text += chunk;
	});
	const sent = () =>
		text
			.split("\n")
			.filter(Boolean)
			.map((line) => JSON.parse(line));
	return { transport, input, received, sent };
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

test("a message may come in pieces, and several in one", async () => {
	const { transport, input, received } = await wire();
	for (const piece of [PING.slice(0, 7), `${PING.slice(7)}\r\n\n${PING}\n${PING}`]) input.write(piece);
	input.end();
	await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
	await transport.closed;
	assert.equal(received.length, 3);
});

for (const [what, line, id, code] of [
	["a line that is no JSON", "garbage", null, -32_700],
	["JSON that is no message", '{"id":7}', 7, -32_600],
	["a message without a usable id", '{"id":{}}', null, -32_600],
	["a list", "[]", null, -32_600],
	["an argument that the library would lose", '{"id":8,"params":{"arguments":{"__proto__":1}}}', 8, -32_602],
	["null", "null", null, -32_600],
	["a line that is too long", "x".repeat(1_001), null, -32_600],
] as const)
	test(`${what} is answered with an error, and what follows is read`, async () => {
		const { transport, input, received, sent } = await wire();
		input.end(`${line}\n${PING}\n`);
		await new Promise((resolve) => input.once("end", resolve));
		await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
		await transport.closed;
		assert.deepEqual(
			sent().map((message) => [message.id, message.error?.code]),
			[
				[id, code],
				[1, undefined],
			],
		);
		assert.equal(received.length, 1);
	});

test("when the input ends, what has been asked is still answered", async () => {
	const { transport, input, sent } = await wire();
	let closed = false;
	transport.onclose = () => {
		closed = true;
	};
	input.end(`${PING}\n`);
	await new Promise((resolve) => input.once("close", resolve));
	assert.equal(closed, false);
	await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
	await transport.closed;
	assert.equal(closed, true);
	assert.equal(sent().length, 1);
});

test("what was cancelled is not waited for", async () => {
	const { transport, input } = await wire();
	const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
	input.end(`${PING}\n${cancel}\n`);
	await transport.closed;
});

test("nothing is written after the end", async () => {
	const { transport, input, sent } = await wire();
	input.end();
	await transport.closed;
	await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
	await transport.close();
	assert.deepEqual(sent(), []);
});
