import assert from "node:assert/strict";
import { test } from "node:test";
import { segmenterAnswer, written } from "../../testing/segmenter-answer.js";
import { ALL } from "../../testing/size.js";
import { complainAboutLocale } from "./locale.js";
import type { Granularity } from "./rules.js";
import { segment } from "./segments.js";

const GRANULARITIES: readonly Granularity[] = ["word", "sentence", "grapheme"];
const TEXTS: readonly string[] = [
	"",
	"a",
	"\ud83d",
	"\udc4d\ud83d",
	"Hello, world! It's 3.14 o'clock.\r\nMr. Smith paid $1,000.00 (e.g. by cheque). Really?! Yes.",
	"snake_case __init__ a_1 1_000 _\u0301 x:y a@b.example http://a.example/?q=1",
	'צה"ל ג\'ירף "שלום"',
	"👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇩🇪🇫🇷🇬 e\u0301 क्षि த் 각각 ᄀ각 \u0600\u0661",
	"我们都是好朋友。今天天气很好，我们去公园吧！",
	"今日は「天気」がいいですね。スーパーマーケットへ行きます。ﾊﾟｿｺﾝ ー本 〱本",
	"ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอน abcไทยภาษา123",
	"ພາສາລາວ ខ្មែរភាសា မြန်မာဘာသာစကား ᥐᥑᥒ 한국어 문장입니다. 한\u0301국",
	"Τι κάνεις; Καλά· εσύ; Ναι.",
	"A\u2028B\u0085C\vD\u200bE\ufeffF\u00adG",
];

test("a text is divided as Intl.Segmenter divides it, in each of these locales and in every granularity", () => {
	// The rules of a locale take long to learn. By default only two whose rules differ.
	const locales = ["en", "el"];
	if (ALL) locales.push("en-US-u-va-posix", "fi", "ja", "sv", "zh-Hant", "th", "lo", "km", "my", "he");
	for (const locale of locales)
		for (const granularity of GRANULARITIES)
			for (const text of TEXTS)
				assert.equal(
					written(segment(text, granularity, locale)),
					segmenterAnswer(text, granularity, locale),
					`${granularity} ${locale} ${text}`,
				);
});

test("a whole text of 20,000 characters is divided as Intl.Segmenter divides it at once", () => {
	const all = TEXTS.join(" ");
	const text = all.repeat(Math.ceil(20_000 / all.length)).slice(0, 20_000);
	for (const granularity of GRANULARITIES)
		assert.equal(written(segment(text, granularity, "en")), segmenterAnswer(text, granularity, "en"));
});

test("spans are half-open, follow each other and cover the text", () => {
	const { ends, wordLike } = segment("Hi, you 👍", "word", "en");
	assert.deepEqual([...ends], [2, 3, 4, 7, 8, 10]);
	assert.deepEqual([...(wordLike ?? [])], [1, 0, 0, 1, 0, 0]);
	assert.deepEqual([...segment("", "word", "en").ends], []);
	assert.equal(segment("Hi.", "sentence", "en").wordLike, undefined);
});

test("the rules are those of the locale", () => {
	assert.deepEqual([...segment("Τι; Ναι.", "sentence", "el").ends], [4, 8]);
	assert.deepEqual([...segment("Τι; Ναι.", "sentence", "en").ends], [8]);
});

test("the answer does not depend on what was divided before", () => {
	const text = "ー本 〱\u0f71 ー本";
	const before = written(segment(text, "word", "ja"));
	segment("漢字カナ", "word", "ja");
	assert.equal(written(segment(text, "word", "ja")), before);
});

test("more locales than are kept do not change an answer", () => {
	const languages = [
		"en",
		"de",
		"fr",
		"es",
		"it",
		"pt",
		"nl",
		"da",
		"sv",
		"fi",
		"el",
		"ja",
		"zh",
		"ko",
		"th",
		"ru",
	];
	for (const language of [...languages, "en"])
		for (const region of ["", "-001", "-US", "-DE", "-u-nu-latn"])
			assert.deepEqual([...segment("a b", "grapheme", language + region).ends], [1, 2, 3]);
});

test("a locale is accepted where its rules are known, and otherwise one is told what to write", () => {
	for (const locale of ["en", "en-GB", "zh-Hant-TW", "el", "sr-Latn-RS", "en-US-u-va-posix"])
		assert.equal(complainAboutLocale(locale), undefined, locale);
	assert.match(complainAboutLocale("en_GB") ?? "", /^Write the locale as a BCP 47 tag, .*: "en_GB"\.$/);
	assert.match(complainAboutLocale("") ?? "", /^Write the locale/);
	assert.match(complainAboutLocale("tlh") ?? "", /^Choose a language .*: "tlh"\.$/);
	assert.match(complainAboutLocale("x".repeat(101)) ?? "", /^Shorten the locale .*: it has 101\.$/);
	assert.throws(() => segment("a", "word", "en_GB"), RangeError);
});
