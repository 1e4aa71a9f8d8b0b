import assert from "node:assert/strict";
import { test } from "node:test";
import { MARKS, sortMarks } from "./mark-runs.js";

test("sorting long runs of marks leaves every form as it is", () => {
	const marks: string[] = [];
	for (let code = 0x300; code < 0x1f000; code++) {
		const text = String.fromCodePoint(code);
		if (MARKS.hasAt(text, 0) && text.length > 0) marks.push(text);
	}
	let seed = 1;
	const random = (below: number) => {
		seed = (seed * 48271) % 0x7fffffff;
		return seed % below;
	};
	for (let i = 0; i < 400; i++) {
		const run = Array.from({ length: 1 + random(120) }, () => marks[random(marks.length)]).join("");
		const text = `${"x".repeat(random(40))}a${run}b${run.slice(0, 40)}`;
		for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const)
			assert.equal(sortMarks(text).normalize(form), text.normalize(form));
	}
});

test("short runs of marks are left to the engine", () => {
	const text = `a${"\u0301\u0323".repeat(15)}b`.repeat(10);
	assert.equal(sortMarks(text), text);
});
