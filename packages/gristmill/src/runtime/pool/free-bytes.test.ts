import assert from "node:assert/strict";
import { test } from "node:test";
import { freeBytes } from "./free-bytes.js";

test("freeing a whole buffer releases its memory at once", () => {
	const before = process.memoryUsage().arrayBuffers;
	const bytes = new Uint8Array(64 * 1024 * 1024);
	freeBytes(bytes);
	assert.equal(bytes.byteLength, 0);
	assert.ok(process.memoryUsage().arrayBuffers - before < 1024 * 1024);
});

test("freeing a part of a larger buffer releases nothing", () => {
	const whole = new Uint8Array(100).fill(7);
	freeBytes(whole.subarray(1));
	assert.ok(whole.length === 100 && whole.every((byte) => byte === 7));
	freeBytes(new Uint8Array(new SharedArrayBuffer(8)));
});
