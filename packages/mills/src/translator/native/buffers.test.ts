import assert from "node:assert/strict";
import { test } from "node:test";
import { Buffers } from "./buffers.js";

test("a free buffer is used again, the shortest that suffices", () => {
	const buffers = new Buffers();
	const [short, long] = [buffers.take(10), buffers.take(1000)];
	buffers.give(long);
	buffers.give(short);
	assert.equal(buffers.take(11), long);
	assert.equal(buffers.take(5), short);
	assert.notEqual(buffers.take(5), short, "it is in use");
});

test("a buffer that was not taken is not kept", () => {
	const buffers = new Buffers();
	const strange = new Float32Array(100);
	buffers.give(strange);
	assert.notEqual(buffers.take(100), strange);
});

test("no more than 16 MB are kept", () => {
	const buffers = new Buffers();
	const all = Array.from({ length: 5 }, () => buffers.take(1024 * 1024));
	for (const buffer of all) buffers.give(buffer);
	const taken = new Set(all.map(() => buffers.take(1)));
	assert.equal(all.filter((buffer) => taken.has(buffer)).length, 4);
});
