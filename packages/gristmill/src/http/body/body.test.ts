import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { readBody } from "./body.js";

/** A request whose body is sent in chunks. */
function chunked(chunks: Iterable<Uint8Array>): IncomingMessage {
	const fields = { headers: { "transfer-encoding": "chunked" }, complete: true };
	return Object.assign(Readable.from(chunks, { objectMode: false }), fields) as unknown as IncomingMessage;
}

test("a chunked body is read whole, whatever its chunks are", async () => {
	const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40_000 }), { maxLength: 8 });
	await fc.assert(
		fc.asyncProperty(chunks, async (chunks) => {
			const whole = Buffer.concat(chunks);
			assert.deepEqual(await readBody(chunked(chunks), whole.length, { hold: () => {} }), whole);
		}),
		{ numRuns: 30 },
	);
});

test("a body that was paused before it was passed on is read", async () => {
	const message = chunked([Buffer.from("grist")]);
	message.pause();
	await setTimeout(5);
	assert.deepEqual(await readBody(message, 100, { hold: () => {} }), Buffer.from("grist"));
});

test("a last piece that is refused late is refused, although the end has come", async () => {
	let pieces = 0;
	const watch = async () => {
		if (++pieces < 2) return;
		await setTimeout(20);
		throw new Error("too deep");
	};
	const message = chunked([Buffer.from("a"), Buffer.from("b")]);
	await assert.rejects(readBody(message, 10, { hold: () => {} }, watch), /too deep/);
});
