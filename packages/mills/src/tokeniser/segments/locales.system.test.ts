import assert from "node:assert/strict";
import { test } from "node:test";
import { TEXTS } from "../../testing/many-scripts.js";
import { segmenterAnswer, written } from "../../testing/segmenter-answer.js";
import type { Granularity } from "./rules.js";
import { segment } from "./segments.js";

const GRANULARITIES: readonly Granularity[] = ["word", "sentence", "grapheme"];

for (const locale of "en el en-US-u-va-posix fi ja sv zh-Hant th lo km my he".split(" "))
	test(`a text is divided as Intl.Segmenter divides it in the locale ${locale}`, () => {
		for (const granularity of GRANULARITIES)
			for (const text of TEXTS)
				assert.equal(
					written(segment(text, granularity, locale)),
					segmenterAnswer(text, granularity, locale),
					`${granularity} ${text}`,
				);
	});

test("a whole text of 20,000 characters is divided as Intl.Segmenter divides it at once", () => {
	const all = TEXTS.join(" ");
	const text = all.repeat(Math.ceil(20_000 / all.length)).slice(0, 20_000);
	for (const granularity of GRANULARITIES)
		assert.equal(written(segment(text, granularity, "en")), segmenterAnswer(text, granularity, "en"));
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

// Longer than the limit for one query, and short enough for Intl.Segmenter on Node 20.
for (const [name, unit] of Object.entries({ "one square": "㌀", "squares and ideographs": "㌀中㍿国㌖人" }))
	test(`a long run of ${name} is divided as Intl.Segmenter divides the whole`, () => {
		const text = unit.repeat(24_000 / unit.length);
		assert.equal(written(segment(text, "word", "en")), segmenterAnswer(text, "word", "en"));
	});
