import assert from "node:assert/strict";
import { test } from "node:test";
import { Buffers } from "./buffers.js";

test("a free buffer is used again, the shortest that suffices", () => {
	const buffers = new Buffers();
	const [short, long] = [buffers.take(10), buffers.take(1000)];
	buffers.give(long);
	buffers.give(short);
	assert.equal(buffers.take(20), long);
	assert.equal(buffers.take(5), short);
	assert.notEqual(buffers.take(5), short, "it is in use");
});

test("a buffer that was not taken is not kept", () => {
	const buffers = new Buffers();
	const strange = new Float32Array(100);
	buffers.give(strange);
	assert.notEqual(buffers.take(100), strange);
});

test("a buffer that is too short gives way to a longer one, which fits a little more, too", () => {
	const buffers = new Buffers();
	const short = buffers.take(1000);
	buffers.give(short);
	const long = buffers.take(2000);
	buffers.give(long);
	assert.equal(buffers.take(1), long, "the short one is gone");
	buffers.give(long);
	assert.equal(buffers.take(2100), long);
});

test("no more than 32 MB are kept", () => {
	const buffers = new Buffers();
	const all = Array.from({ length: 5 }, () => buffers.take(2 * 1024 * 1024));
	for (const buffer of all) buffers.give(buffer);
	const taken = new Set(all.map(() => buffers.take(1)));
	assert.equal(all.filter((buffer) => taken.has(buffer)).length, 3);
});
