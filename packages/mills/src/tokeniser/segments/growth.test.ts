import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuGrowth } from "../../testing/growth.js";
import { ALL, unlessAll } from "../../testing/size.js";
import type { Granularity } from "./rules.js";
import { segment } from "./segments.js";

const LENGTH = ALL ? 16_000 : 8_000;
/** Four times the input may take this many times as long. A quadratic algorithm would take sixteen times as long. */
const MOST = 10;

const TRAPS: Readonly<Record<string, string>> = {
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

const GRANULARITIES: readonly Granularity[] = ALL ? ["word", "sentence", "grapheme"] : ["word"];

for (const [name, unit] of Object.entries(TRAPS))
	test(`the time grows with the length: ${name}`, { skip: unlessAll }, async () => {
		for (const granularity of GRANULARITIES) {
			const task = (size: number) => segment(unit.repeat(Math.ceil(size / unit.length)), granularity, "en");
			const growth = await cpuGrowth(task, LENGTH, { factor: 4, most: MOST });
			assert.ok(
				growth <= MOST,
				`${granularity}: four times the text takes ${growth.toFixed(1)} times as long`,
			);
		}
	});

test("millions of characters are divided within thirty bytes for each", () => {
	const text = "The quick brown fox, 我们 👍. ".repeat((ALL ? 2 ** 24 : 2 ** 21) / 26);
	const before = process.memoryUsage();
	const { ends } = segment(text, "grapheme", "en");
	const after = process.memoryUsage();
	assert.equal(ends.at(-1), text.length);
	assert.ok(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers < 30 * text.length);
});
