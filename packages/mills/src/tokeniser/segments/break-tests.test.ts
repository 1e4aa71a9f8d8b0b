import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { segmenterAnswer, written } from "../../testing/segmenter-answer.js";
import type { Granularity } from "./rules.js";
import { segment } from "./segments.js";

const FIXTURES = new URL("../../../../../test/fixtures/unicode/", import.meta.url);

/** Lines whose answer differs in another version of Unicode, or, for a colon, in CLDR up to 47. */
const CHANGED = /\b2701\b|^÷ (?:0061|0041) × 003A/;

for (const [granularity, file, least] of [
	["grapheme", "GraphemeBreakTest.txt.gz", 1_090],
	["word", "WordBreakTest.txt.gz", 1_820],
	["sentence", "SentenceBreakTest.txt.gz", 510],
] as [Granularity, string, number][]) {
	test(`${granularity}s are those of Unicode's own test`, () => {
		const lines = gunzipSync(readFileSync(new URL(file, FIXTURES)))
			.toString()
			.split("\n")
			.filter((line) => line.startsWith("÷"));
		assert.ok(lines.length >= least);
		for (const line of lines) {
			const { text, ends } = read(line);
			const ours = segment(text, granularity, "en");
			if (CHANGED.test(line)) assert.equal(written(ours), segmenterAnswer(text, granularity, "en"), line);
			else assert.deepEqual([...ours.ends], ends, line);
		}
	});
}

/** Parses a line. ÷ is a boundary, × is none, and code points are between them. */
function read(line: string): { text: string; ends: number[] } {
	let text = "";
	const ends: number[] = [];
	for (const word of line.split(" ")) {
		if (word === "÷") ends.push(text.length);
		else if (word !== "×") text += String.fromCodePoint(Number.parseInt(word, 16));
	}
	return { text, ends: ends.slice(1) };
}
