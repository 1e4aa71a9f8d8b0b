import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { webcrypto } from "node:crypto";
import { test } from "node:test";
import { digestInThreads, digestOf, isDigested, joinInSlices, SLICE } from "./in-slices.js";

const MiB = 1024 * 1024;
const SIZES = [0, 1, 128 * 1024, 128 * 1024 + 1, SLICE - 1, SLICE, SLICE + 1, 9 * MiB + 7];

test("the digest of bytes is the same whether other threads have computed it or not", async () => {
	for (const size of SIZES) {
		const bytes = Buffer.alloc(size, "grist");
		await digestInThreads(bytes);
		assert.ok(isDigested(bytes));
		assert.deepEqual(digestOf(bytes), digestOf(Buffer.from(bytes)), String(size));
	}
});

test("bytes that differ in one have different digests", () => {
	const bytes = Buffer.alloc(3 * MiB);
	const digests = new Set([digestOf(bytes).toString()]);
	for (const at of [0, SLICE - 1, SLICE, 3 * MiB - 1]) {
		const other = Buffer.from(bytes);
		other[at] = 1;
		digests.add(digestOf(other).toString());
	}
	for (const size of [3 * MiB - 1, 2 * MiB]) digests.add(digestOf(bytes.subarray(0, size)).toString());
	assert.equal(digests.size, 7);
});

test("the event loop goes on between slices that are hashed or joined", async (t) => {
	const bytes = Buffer.alloc(9 * MiB);
	const hashed = t.mock.method(webcrypto.subtle, "digest");
	const set = t.mock.method(Buffer.prototype, "set");
	await digestInThreads(bytes);
	let turns = 0;
	let isOver = false;
	const count = () => {
		turns++;
		if (!isOver) setImmediate(count);
	};
	setImmediate(count);
	const joined = await joinInSlices([bytes.subarray(0, 5), bytes.subarray(5)]);
	isOver = true;
	assert.ok(joined.equals(bytes));
	const given: unknown[] = [...hashed.mock.calls, ...set.mock.calls].flatMap(({ arguments: words }) => [
		...words,
	]);
	const sizes = given.map((one) => (one instanceof Uint8Array ? one.byteLength : 0));
	assert.equal(Math.max(...sizes), SLICE);
	assert.ok(turns >= 8, `${turns} turns`);
});
