import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { PIECE, streamOut } from "./stream-out.js";

const BYTES = Uint8Array.from({ length: 2 * PIECE + 5 }, (_, i) => i % 251);

test("the pieces are made one by one, and joined they are the answer", async () => {
	let overs = 0;
	const reader = streamOut(BYTES, () => overs++).getReader();
	const pieces: Uint8Array[] = [];
	for (;;) {
		assert.equal(overs, pieces.length === 3 ? 1 : 0, `after ${pieces.length} pieces`);
		const { done, value } = await reader.read();
		if (done) break;
		pieces.push(value);
	}
	assert.deepEqual(
		pieces.map(({ length }) => length),
		[PIECE, PIECE, 5],
	);
	assert.deepEqual(new Uint8Array(Buffer.concat(pieces)), BYTES);
	assert.equal(overs, 1);
});

test("a reader that changes or transfers its piece does not change the answer of others", async () => {
	const shared = BYTES.slice();
	const { value } = await streamOut(shared, () => {})
		.getReader()
		.read();
	structuredClone(value, { transfer: [value?.buffer as ArrayBuffer] });
	assert.deepEqual(shared, BYTES);
});

test("a reader that cancels ends the answer", async () => {
	let overs = 0;
	const stream = streamOut(BYTES, () => overs++);
	const reader = stream.getReader();
	await reader.read();
	await reader.cancel();
	assert.equal(overs, 1);
});

test("an answer that nobody reads for a while ends with an error", async () => {
	const gone = new EventTarget();
	const reader = streamOut(BYTES, () => gone.dispatchEvent(new Event("over")), 1).getReader();
	// The timer does not keep the program alive.
	const alive = setInterval(() => {}, 1_000);
	await once(gone, "over");
	clearInterval(alive);
	await assert.rejects(reader.read(), /Read the response faster/);
});
