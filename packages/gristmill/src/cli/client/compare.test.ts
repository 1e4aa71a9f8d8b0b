import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf, MOST_CHANGES, placeOf, shown } from "./compare.js";
import { bytesDifference, shownBytes } from "./compare-bytes.js";

test("values that differ in the order of fields alone are equal", () => {
	assert.deepEqual(changesOf({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }), []);
	assert.deepEqual(changesOf(-0, 0), []);
});

test("each place that differs is named by its JSON Pointer, in order", () => {
	const changes = changesOf({ "a/b": 1, "c~": [1, 2], d: {} }, { "a/b": 2, "c~": [1], d: [] });
	assert.deepEqual(changes, [
		{ path: "/a~1b", old: 1, new: 2 },
		{ path: "/c~0/1", old: 2, new: undefined },
		{ path: "/d", old: {}, new: [] },
	]);
	assert.deepEqual(changesOf("a", "b"), [{ path: "", old: "a", new: "b" }]);
});

test("a field with the name of a property of every object is compared like any other", () => {
	const text = '{"toString":1,"__proto__":2}';
	assert.equal(changesOf(JSON.parse(text), {}).length, 2);
});

test("numbers may be as far apart as the tolerance of their place says", () => {
	const tolerance = (path: string) => (path === "/age" ? 2 : 0);
	assert.deepEqual(changesOf({ age: 30, n: 1 }, { age: 32, n: 1 }, tolerance), []);
	assert.equal(changesOf({ age: 30, n: 1 }, { age: 33, n: 1.1 }, tolerance).length, 2);
	assert.equal(changesOf({ age: 30 }, { age: "31" }, tolerance).length, 1);
});

test("a value of any depth is compared, and of many changes only the first are kept", () => {
	const deep = (end: string) => JSON.parse(`${"[".repeat(50_000)}${end}${"]".repeat(50_000)}`);
	assert.deepEqual(changesOf(deep("1"), deep("1")), []);
	assert.equal(changesOf(deep("1"), deep("2")).length, 1);
	const many = Array.from({ length: 100_000 }, (_, i) => i);
	assert.equal(
		changesOf(
			many,
			many.map((n) => n + 1),
		).length,
		MOST_CHANGES + 1,
	);
});

test("the same place in each member of a list counts as one place", () => {
	assert.equal(placeOf("/tokens/7/text"), "/tokens/*/text");
	assert.equal(placeOf("/a/0"), "/a/*");
	assert.equal(placeOf("/a1/b2"), "/a1/b2");
});

test("a long value is cut", () => {
	assert.equal(shown("x".repeat(500)).length, 81);
	assert.equal(shown(undefined), "nothing");
});

test("equal bytes have no difference; for others, the first position that differs is named", () => {
	const old = new Uint8Array(10_000);
	assert.equal(bytesDifference(old, new Uint8Array(10_000)), undefined);
	for (const at of [0, 1, 4095, 4096, 8191, 8192, 9_999]) {
		const fresh = new Uint8Array(10_000);
		fresh[at] = 1;
		fresh[9_999] = 1;
		assert.equal(bytesDifference(old, fresh), `they differ first at byte ${at}`);
	}
	for (const size of [0, 4096, 9_999])
		assert.equal(bytesDifference(old, old.subarray(0, size)), "one is the beginning of the other");
});

test("bytes are shown by their number and type", () => {
	assert.equal(shownBytes(new Uint8Array(1), ""), "1 byte");
	assert.equal(shownBytes(new Uint8Array(1234), "image/png"), "1,234 bytes of image/png");
});
