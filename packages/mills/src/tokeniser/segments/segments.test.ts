import assert from "node:assert/strict";
import { test } from "node:test";
import { TEXTS } from "../../testing/many-scripts.js";
import { segmenterAnswer, written } from "../../testing/segmenter-answer.js";
import { complainAboutLocale } from "./locale.js";
import type { Granularity } from "./rules.js";
import { segment } from "./segments.js";

const GRANULARITIES: readonly Granularity[] = ["word", "sentence", "grapheme"];

test("a text is divided as Intl.Segmenter divides it, in every granularity", () => {
	for (const granularity of GRANULARITIES)
		for (const text of TEXTS)
			assert.equal(
				written(segment(text, granularity, "en")),
				segmenterAnswer(text, granularity, "en"),
				`${granularity} ${text}`,
			);
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

test("a locale is accepted where its rules are known, and otherwise one is told what to write", () => {
	for (const locale of ["en", "en-GB", "zh-Hant-TW", "el", "sr-Latn-RS", "en-US-u-va-posix"])
		assert.equal(complainAboutLocale(locale), undefined, locale);
	assert.match(complainAboutLocale("en_GB") ?? "", /^The locale "en_GB" is not a BCP 47 tag\./);
	assert.match(complainAboutLocale("") ?? "", /^The locale "" is not a BCP 47 tag\./);
	assert.match(complainAboutLocale("tlh") ?? "", /^The rules of "tlh" are not known\./);
	assert.match(
		complainAboutLocale("x".repeat(101)) ?? "",
		/^The locale has 101 characters, and may have 100\.$/,
	);
	assert.throws(() => segment("a", "word", "en_GB"), RangeError);
});
