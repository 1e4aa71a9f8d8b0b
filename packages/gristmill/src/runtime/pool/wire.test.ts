import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import fc from "fast-check";
import { frame, Wire } from "./wire.js";

/** What is heard when these bytes come in these pieces, and whether the wire is over then. */
async function heard(bytes: Buffer, size: number) {
	const pipe = new PassThrough();
	const messages: unknown[] = [];
	let isOver = false;
	new Wire(
		pipe,
		(message) => messages.push(message),
		() => {
			isOver = true;
		},
	);
	for (let at = 0; at < bytes.length && !pipe.destroyed; at += size) {
		pipe.write(bytes.subarray(at, at + size));
		await new Promise(setImmediate);
	}
	return { messages, isOver };
}

test("messages come out as they went in, however the bytes are cut", async () => {
	const message = fc.record(
		{ id: fc.integer(), text: fc.string(), body: fc.uint8Array({ maxLength: 300 }) },
		{ noNullPrototype: true },
	);
	await fc.assert(
		fc.asyncProperty(
			fc.array(message, { maxLength: 5 }),
			fc.integer({ min: 1, max: 400 }),
			async (all, size) => {
				const { messages, isOver } = await heard(Buffer.concat(all.map(frame)), size);
				assert.deepEqual(messages, all);
				assert.equal(isOver, false);
			},
		),
		{ numRuns: 50 },
	);
});

for (const [what, bytes] of [
	["an endless message", Buffer.from("ffffffff00", "hex")],
	["an empty message", Buffer.alloc(4)],
	["bytes that are no value", Buffer.from("00000003616263", "hex")],
] as const)
	test(`${what} ends the wire, and nothing behind it is heard`, async () => {
		const { messages, isOver } = await heard(Buffer.concat([frame("first"), bytes, frame("behind")]), 1_000);
		assert.deepEqual(messages, ["first"]);
		assert.equal(isOver, true);
	});

test("a message that arrives whole is not copied, and a message that was heard is not kept", async () => {
	const chunks = [1, 2].map((id) => frame({ id, body: new Uint8Array(100_000) }));
	const pipe = new PassThrough();
	const heard: { body: Uint8Array }[] = [];
	new Wire(
		pipe,
		(message) => heard.push(message as { body: Uint8Array }),
		() => {},
	);
	for (const chunk of chunks) {
		pipe.write(chunk);
		await new Promise(setImmediate);
	}
	assert.equal(heard.length, 2);
	assert.ok(heard.every(({ body }, i) => body.buffer === chunks[i]?.buffer));
});
