import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyText } from "../testing/any-text.js";
import { normalizationTest } from "../testing/unicode-data.js";
import { normalise } from "./pipeline.js";
import { KINDS } from "./steps/kinds.js";
import { CHOICES, LOCALES, PRESETS, type Settings } from "./steps/settings.js";

const numRuns = Number(process.env.TEST_RUNS ?? 200);
const official = normalizationTest().flat();

/** Characters that are likely to fail: marks, joiners, blanks, letters that change by case, by width or into several. */
const APT = [
	..."\u0300\u0301\u0308\u0327\u0345\u0338\u034f\u200d\u200c\u200b\ufeff\u00ad \t\n\r\u0085\u2028\v\f\u00a0\u3000\0\u001b",
	..."<>=&;aAeEiIßẞſςΣσİıŉǰΐᾳᾼﬁ＜Ａｶﾞﾊﾟ“’—−\u1100\u1161\u11a8가각\u3164\uffa0\u202e\u2066\u3099\u309a\ufdfa㎢№é",
	..."½²₂①㎡´¨øßǿÆẞ\u0640\u064e\u0651\u05b8\u05d0\u0627\u0654٣१≠∌µΩη™ー中あ\ufe0f\ufe00\u20e3\u20dd😀🇩#@1\u0008[_\u202d\u202a\u202c",
	..."\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}\u{e0041}ÄĀḖ\u0f71\u0f72\u0f74\u0f73©☃漢",
];
const texts = fc
	.array(
		fc.oneof(
			{ weight: 6, arbitrary: fc.constantFrom(...APT) },
			{ weight: 2, arbitrary: fc.constantFrom(...official) },
			{
				weight: 1,
				arbitrary: fc.constantFrom(
					"http://a.b/c",
					"joe@x.de",
					"+49 30 123456",
					"#tag",
					"@joe",
					"0301234567",
					"\x1b[31m",
				),
			},
			{ weight: 2, arbitrary: anyText({ minLength: 1, maxLength: 3 }) },
		),
		{ maxLength: 14 },
	)
	.map((parts) => parts.join(""));

async function twice(text: string, settings: Settings): Promise<void> {
	const once = (await normalise(text, settings)).text;
	const again = await normalise(once, settings);
	if (again.text !== once) assert.equal(escaped(again.text), escaped(once), `from ${escaped(text)}`);
	assert.ok(again.steps.every(({ changed }) => !changed));
}

const escaped = (text: string) => JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${hex(unit)}`);
const hex = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, "0");

for (const [name, preset] of Object.entries(PRESETS)) {
	const settings: Settings = { ...preset, locale: "root" };

	test(`the preset ${name} changes nothing more the second time, whatever the text`, async () => {
		await fc.assert(
			fc.asyncProperty(texts, (text) => twice(text, settings)),
			{ numRuns },
		);
	});
}

test("any choice of steps changes nothing more the second time, mojibake and HTML aside", async () => {
	const { mojibake: _, html: __, ...steps } = CHOICES;
	const settings = fc
		.record({
			...Object.fromEntries(
				Object.entries(steps).map(([step, values]) => [step, fc.constantFrom(...values)]),
			),
			locale: fc.constantFrom(...LOCALES),
			found: fc.dictionary(fc.constantFrom(...KINDS), fc.constant("replace" as const)),
		})
		.map((choice) => ({ ...PRESETS.none, ...choice }) as Settings)
		.filter(({ form, case: direction, locale, letters, translit }) => {
			if (form === "nfkc_cf" && direction !== "keep") return false;
			if (locale === "de") return letters === "fold" || translit === "ascii";
			if (locale === "ja") return translit === "ascii";
			return locale === "root" || (/lower|upper/.test(direction) && translit === "keep");
		});
	await fc.assert(fc.asyncProperty(texts, settings, twice), { numRuns });
});

for (const [name, text, steps] of [
	["a mark that white space stood before", "\u00a0\u2df8\u08d6", { marks: "strip", whitespace: "flatten" }],
	["a Greek eta behind a iota that becomes a letter", "\u0345Ή", { case: "upper", locale: "el" }],
	["an umlaut that a fold makes", "ø\u0308", { letters: "fold", locale: "de" }],
] as const)
	test(`${name} changes nothing more the second time`, () =>
		twice(text, { ...PRESETS.none, locale: "root", ...steps }));

test("an answer is in the form that was asked for, whatever the other steps do", async () => {
	const forms = { nfc: "NFC", nfd: "NFD", nfkc: "NFKC", nfkd: "NFKD" } as const;
	await fc.assert(
		fc.asyncProperty(
			texts,
			fc.constantFrom("nfc" as const, "nfd" as const, "nfkc" as const, "nfkd" as const),
			fc.constantFrom(...CHOICES.case),
			fc.constantFrom(...CHOICES.marks),
			async (text, form, direction, marks) => {
				const settings = {
					...PRESETS.search,
					form,
					case: direction,
					marks,
					width: "narrow",
					locale: "root",
				} as const;
				const { text: made } = await normalise(text, settings);
				assert.equal(made, made.normalize(forms[form]));
			},
		),
		{ numRuns },
	);
});
