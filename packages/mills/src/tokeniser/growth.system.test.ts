import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuGrowth } from "../testing/growth.js";
import { type BytePairs, loadEncodings } from "./bpe/model.js";
import { chunk } from "./chunks/chunks.js";
import { Places } from "./chunks/places.js";
import { tokeniseLong } from "./run.js";
import { segment } from "./segments/segments.js";
import { suppress } from "./sentences/suppress.js";

const encodings = loadEncodings(new URL("../../models/tokeniser/", import.meta.url));
const o200k = encodings.get("o200k_base") as BytePairs;

/** Four times the text may take ten times as long. A quadratic algorithm would take sixteen times as long. */
async function demandProportion(size: number, unit: string, task: (text: string) => unknown): Promise<void> {
	const growth = await cpuGrowth((length) => task(unit.repeat(Math.ceil(length / unit.length))), size, {
		factor: 4,
		most: 10,
	});
	assert.ok(growth <= 10, `four times the text takes ${growth.toFixed(1)} times as long`);
}

const SEGMENT_TRAPS: Readonly<Record<string, string>> = {
	letters: "a",
	spaces: " ",
	"combining marks": "\u0301",
	flags: "🇦",
	"pictures joined into one": "👩\u200d",
	"one conjunct": "क्",
	"Korean syllables": "한국",
	Thai: "ภาษาไทยเป็นภาษาที่มี",
	"Thai marks": "\u0e31",
	"Thai among letters": "กa",
	"Thai with commas": "ก,a,1,b;",
	Lao: "ພາສາລາວ",
	Khmer: "ភាសាខ្មែរ",
	Burmese: "မြန်မာဘာသာ",
	Chinese: "中国人民共和国成立",
	"Chinese that may be cut in two ways": "中国",
	"Chinese among letters": "漢a",
	Katakana: "カタ",
	"Katakana of half width": "ｶﾞﾀ",
	"marks of length": "カー",
	radicals: "⼀",
	"squares of several letters, without a safe cut": "㌀",
	"Katakana and underscores": "カ_漢_",
	"numbers with commas": "1,",
	"letters with apostrophes": "a'",
	"an apostrophe before marks": "a'\u0301\u0301\u0301\u0301",
	"no sentence ever ends": "word ",
	"full stops before digits": "a. 1 ",
	"lines of one letter": "a\n",
};

for (const [name, unit] of Object.entries(SEGMENT_TRAPS))
	for (const granularity of ["word", "sentence", "grapheme"] as const)
		test(`the time for ${granularity}s grows with the length of a text of ${name}`, () =>
			demandProportion(16_000, unit, (text) => segment(text, granularity, "en")));

const RUNS_OF = {
	letter: "a",
	capital: "A",
	blank: " ",
	mark: "\u0301",
	newline: "\n",
	caseless: "ªA",
	digit: "1",
	ideograph: "中",
};

for (const [name, unit] of Object.entries(RUNS_OF))
	for (const encoding of ["o200k_base", "cl100k_base", "r50k_base"] as const)
		test(`the time for ${encoding} grows with the length of a run of one ${name}`, () =>
			demandProportion(30_000, unit, (text) => encodings.get(encoding)?.encode(text, false)));

for (const [name, unit] of Object.entries({
	sentences: "One two three. Four five six. Seven eight nine. ",
	"one letter": "a",
	spaces: " ",
	"spaces and pictures": `${" ".repeat(600)}${"😀".repeat(60)}`,
	"empty lines": "\n\n",
	abbreviations: "Dr. ",
	"a short sentence before a long one": `A. ${"word ".repeat(45)}. `,
}))
	for (const overlap of [0, 25])
		test(`the time for chunks with overlap ${overlap} grows with the length of a text of ${name}`, () =>
			demandProportion(16_000, unit, (text) =>
				chunk(text, (part) => o200k.encode(part, false), new Places(text, "en", "standard"), {
					size: 50,
					overlap,
					on: "sentence",
				}),
			));

for (const [name, unit] of Object.entries({
	abbreviations: "Dr. ",
	initials: "J. ",
	"list numbers": "1. A",
	"opening brackets": "。「",
	"closing guillemets": "? » ",
	"a URL without end": "www.a?b",
	"spaces behind a full stop": ".                A",
}))
	test(`the time to find abbreviations grows with the length of a text of ${name}`, () =>
		demandProportion(16_000, unit, (text) => suppress(text, segment(text, "sentence", "fr").ends, "fr")));

for (const scheme of ["word", "sentence", "grapheme", "o200k_base"])
	for (const [name, unit] of Object.entries({
		"no place to cut": "\u0301",
		sentences: "One two. Three 中国。",
	}))
		test(`the time for a long text with ${name} grows with its length: ${scheme}`, () =>
			demandProportion(200_000, unit, (text) => {
				const chunks = Array.from({ length: Math.ceil(text.length / 4_096) }, (_, i) =>
					text.slice(i * 4_096, (i + 1) * 4_096),
				);
				const choice = {
					scheme,
					format: "count",
					offsets: "none",
					special: "text",
					truncate: "end",
				} as const;
				return tokeniseLong(chunks, encodings.get(scheme), choice);
			}));

test("millions of characters are divided within thirty bytes for each", () => {
	const text = "The quick brown fox, 我们 👍. ".repeat(2 ** 24 / 26);
	const before = process.memoryUsage();
	const { ends } = segment(text, "grapheme", "en");
	const after = process.memoryUsage();
	assert.equal(ends.at(-1), text.length);
	assert.ok(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers < 30 * text.length);
});
