import assert from "node:assert/strict";
import { Duplex, PassThrough } from "node:stream";
import { test } from "node:test";
import fc from "fast-check";
import { ArrivingBytes } from "./arriving.js";
import { frame, Wire } from "./wire.js";

/** What is heard when these bytes come in these pieces, and whether the wire is over then. */
async function heard(bytes: Buffer, size: number) {
	const pipe = new PassThrough();
	const messages: unknown[] = [];
	const attachments: Uint8Array[] = [];
	let isOver = false;
	new Wire(
		pipe,
		pipe,
		(message, attachment) => {
			messages.push(message);
			attachments.push(attachment);
		},
		() => {
			isOver = true;
		},
	);
	for (let at = 0; at < bytes.length && !pipe.destroyed; at += size) {
		pipe.write(bytes.subarray(at, at + size));
		await new Promise(setImmediate);
	}
	return { messages, attachments, isOver };
}

test("messages come out as they went in, however the bytes are cut", async () => {
	const message = fc.record(
		{ id: fc.integer(), text: fc.string({ unit: "binary" }), list: fc.array(fc.boolean()) },
		{ noNullPrototype: true },
	);
	const both = fc.tuple(message, fc.uint8Array({ maxLength: 300 }));
	await fc.assert(
		fc.asyncProperty(
			fc.array(both, { maxLength: 5 }),
			fc.integer({ min: 1, max: 400 }),
			async (all, size) => {
				const sent = Buffer.concat(all.map(([value, bytes]) => frame(value, bytes)));
				const { messages, attachments, isOver } = await heard(sent, size);
				assert.deepEqual(
					messages.map((value, i) => [value, Uint8Array.from(attachments[i] ?? [])]),
					all,
				);
				assert.equal(isOver, false);
			},
		),
		{ numRuns: 50 },
	);
});

for (const [what, bytes] of [
	["an endless message", Buffer.from("f5475249ffffffff00000000", "hex")],
	["an empty message", Buffer.from("f54752490000000000000000", "hex")],
	["a message with more bytes than it may have", Buffer.from("f547524900000001ffffffff31", "hex")],
	["a text that is no JSON", Buffer.from("f54752490000000300000000616263", "hex")],
	["what is no message at all", Buffer.from("000000000000000100000000" + "31", "hex")],
] as const)
	test(`${what} ends the connection to a worker, and later messages are ignored`, async () => {
		const { messages, isOver } = await heard(Buffer.concat([frame("first"), bytes, frame("behind")]), 1_000);
		assert.deepEqual(messages, ["first"]);
		assert.equal(isOver, true);
	});

test("large bytes come out as they went in, however the bytes are cut", async () => {
	const message = fc.record({ id: fc.integer() }, { noNullPrototype: true });
	const attached = fc.option(fc.integer({ min: 1, max: 2_000_000 }), { nil: undefined });
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.tuple(message, attached), { minLength: 1, maxLength: 4 }),
			fc.integer({ min: 1_000, max: 700_000 }),
			async (all, size) => {
				const sent: Buffer[] = [];
				const out = new Duplex({
					read: () => {},
					write: (chunk, _, done) => {
						sent.push(chunk);
						done();
					},
				});
				const sender = new Wire(
					out,
					out,
					() => {},
					() => {},
				);
				for (const [value, length] of all)
					sender.send(value, length === undefined ? undefined : Buffer.alloc(length, length));
				await new Promise(setImmediate);
				const { messages, attachments, isOver } = await heard(Buffer.concat(sent), size);
				assert.deepEqual(
					messages,
					all.map(([value]) => value),
				);
				for (const [i, [, length]] of all.entries()) {
					assert.equal(attachments[i]?.byteLength, length ?? 0);
					if (length !== undefined) assert.ok(attachments[i]?.every((byte) => byte === length % 256));
				}
				assert.equal(isOver, false);
			},
		),
		{ numRuns: 15 },
	);
});

test("bytes that arrive whole are not copied, and those that were heard are not kept", async () => {
	const chunks = [1, 2].map((id) => frame({ id }, new Uint8Array(50_000)));
	const pipe = new PassThrough();
	const heard: Uint8Array[] = [];
	new Wire(
		pipe,
		pipe,
		(_, bytes) => heard.push(bytes),
		() => {},
	);
	for (const chunk of chunks) {
		pipe.write(chunk);
		await new Promise(setImmediate);
	}
	assert.equal(heard.length, 2);
	assert.ok(heard.every((bytes, i) => bytes.byteLength === 50_000 && bytes.buffer === chunks[i]?.buffer));
});

test("a message can be heard before its large bytes, and other messages keep their order", async () => {
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1_000, max: 200_000 }), async (cut) => {
			const large = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);
			const sent = Buffer.concat([
				...[frame("before"), frame("arrives", large), large, frame("between", new Uint8Array(5))],
				...[frame("collected", large), large, frame("behind")],
			]);
			const pipe = new PassThrough();
			const heard: unknown[] = [];
			const arrived: Uint8Array[] = [];
			new Wire(
				pipe,
				pipe,
				(message, bytes) => heard.push([message, bytes.byteLength]),
				() => assert.fail("the wire is over"),
				(message, size) => {
					if (message !== "arrives") return undefined;
					heard.push([message, size]);
					const bytes = new ArrivingBytes(size);
					bytes.expect(1);
					bytes.read({
						piece: (piece) => arrived.push(piece),
						end: () => heard.push("end"),
						failed: assert.fail,
					});
					return bytes;
				},
			);
			for (let at = 0; at < sent.length; at += cut) {
				pipe.write(sent.subarray(at, at + cut));
				await new Promise(setImmediate);
				// The first piece has the head and the beginning of the bytes.
				if (at === 0) assert.deepEqual(heard.slice(0, 2), [...[["before", 0]], ["arrives", 300_000]]);
			}
			assert.deepEqual(heard, [
				...[["before", 0], ["arrives", 300_000], "end", ["between", 5]],
				...[
					["collected", 300_000],
					["behind", 0],
				],
			]);
			assert.ok(Buffer.concat(arrived).equals(large));
		}),
		{ numRuns: 15 },
	);
});
