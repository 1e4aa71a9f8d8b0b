import assert from "node:assert/strict";
import { test } from "node:test";
import { agreedCut } from "./agreed-cut.js";

/** Boundaries at every multiple of a step, counted from the beginning of the text. */
const every = (step: number) => (from: number, to: number) => {
	const ends: number[] = [];
	for (let at = Math.ceil((from + 1) / step) * step; at < to; at += step) ends.push(at);
	return [...ends, to];
};

test("a cut lies where both views have a boundary, far from their ends", () => {
	const cut = agreedCut("x".repeat(50_000), 0, 50_000, every(10)) ?? 0;
	assert.equal(cut % 10, 0);
	assert.ok(cut >= 2_048 + 512 && cut <= 4_096 - 512, String(cut));
});

test("views that disagree grow until they agree, or give no cut", () => {
	// Boundaries are counted from the start of a view, so that no two views agree, except at one place in the text.
	const own = (from: number, to: number) => {
		const ends = [20_001, 20_005].filter((at) => at > from && at < to);
		for (let at = from + 7; at < to; at += 11) ends.push(at);
		return [...ends.sort((a, b) => a - b), to];
	};
	const shared = (from: number, to: number) => every(10)(from, to).filter((at) => at > 20_000 || at === to);
	assert.equal(agreedCut("x".repeat(100_000), 0, 100_000, shared), 20_010);
	assert.equal(agreedCut("x".repeat(9_000), 0, 9_000, own), undefined);
	assert.equal(
		agreedCut("x".repeat(100_000), 0, 100_000, () => []),
		undefined,
	);
});

test("no view begins or ends within a pair", () => {
	const text = `x${"\u{20000}".repeat(20_000)}`;
	const seen: number[] = [];
	agreedCut(text, 0, text.length, (from, to) => {
		seen.push(from, to);
		return [];
	});
	for (const at of seen) assert.ok(at === 0 || (text.codePointAt(at - 1) ?? 0) <= 0xffff, String(at));
});
