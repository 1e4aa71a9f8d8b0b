import assert from "node:assert/strict";
import { test } from "node:test";
import { OutNames, withEnding, withoutEnding } from "./out-names.js";

const named = (...files: readonly string[]) => {
	const names = new OutNames();
	return files.map((file) => names.of({ file }));
};

test("an input keeps its path, and loses its ending to that of its result", () => {
	assert.deepEqual(named("a/b.jpg", "a/c", "d.tar.gz", "e.with many words", ".hidden"), [
		"a/b",
		"a/c",
		"d.tar",
		"e.with many words",
		".hidden",
	]);
	assert.equal(new OutNames().of({ line: 7, content: "" }), "7");
	assert.equal(withEnding("a/b", "image/webp"), "a/b.webp");
	assert.equal(withoutEnding("a/b.jpg.webp"), "a/b.jpg");
	assert.equal(withoutEnding("a.b/c.webp"), "a.b/c");
});

test("no name leads out of the folder", () => {
	assert.deepEqual(
		named("../x.jpg", "/etc/y.jpg", "a/../../../z.jpg", "./w.jpg", "..", "a//b.jpg", "C:/v.jpg"),
		["x", "etc/y", "z", "w", "result", "a/b", "C/v"],
	);
});

test("names that would be equal are kept apart, also where a file system ignores case", () => {
	assert.deepEqual(
		named("a.jpg", "a.png", "A.gif", "a.jpg", "../a.jpg", "a.png.webp", "é.jpg", "e\u0301.png"),
		["a", "a.png", "A.gif", "a.jpg", "a.jpg-2", "a.png.webp", "é", "e\u0301.png"],
	);
});

test("a reserved name is not used", () => {
	const names = new OutNames();
	assert.ok(names.reserve("a/b"));
	assert.ok(!names.reserve("A/B"));
	assert.equal(names.of({ file: "a/b.jpg" }), "a/b.jpg");
});
