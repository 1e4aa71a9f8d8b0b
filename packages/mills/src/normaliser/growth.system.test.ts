import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuGrowth } from "../testing/growth.js";
import { normalise } from "./pipeline.js";
import { KINDS } from "./steps/kinds.js";
import { PRESETS, type Settings } from "./steps/settings.js";
import { skeleton } from "./steps/skeleton.js";

const NONE: Settings = { ...PRESETS.none, locale: "root" };
const EVERYTHING = Object.fromEntries(KINDS.map((kind) => [kind, "replace" as const]));
const SETTINGS: Readonly<Record<string, Settings>> = {
	clean: { ...PRESETS.clean, locale: "root" },
	search: { ...PRESETS.search, locale: "root" },
	ascii: { ...PRESETS.ascii, locale: "root" },
	mojibake: { ...NONE, mojibake: "fix" },
	html: { ...NONE, html: "decode" },
	trim: { ...NONE, whitespace: "trim" },
	"all marks": { ...NONE, form: "nfd", marks: "all", width: "narrow" },
	found: { ...NONE, bidi: "overrides", cjk: "join", found: EVERYTHING },
	removed: { ...NONE, found: Object.fromEntries(KINDS.map((kind) => [kind, "remove" as const])) },
	"letters and stacks": {
		...NONE,
		letters: "fold",
		zalgo: "cap",
		digits: "ascii",
		cjk: "space",
		locale: "de",
	},
	upper: { ...NONE, case: "upper", locale: "el", form: "nfc" },
};

/** Texts for which an algorithm that rereads earlier text would take quadratic time. */
const TRAPS: Readonly<Record<string, string>> = {
	"unsorted marks": "\u0301\u0323",
	"marks of many classes, some of which decompose": "\u0345\u0301\u0334\u0323\u0f73\u{1d165}",
	"marks kept apart by what goes": "\u0301\u00ad\u0323\u200b",
	"marks kept apart by a joiner": "\u0345\u034f\u0301",
	spaces: " ",
	"spaces of another kind": "\u00a0",
	"blank lines": "\n ",
	"line ends": "\r\n",
	tags: "\u{e0067}",
	"garbled text": "Ã©tÃ© â€œquotedâ€ ",
	"garbled text without a blank": "Ã©",
	"garbled text that no charset has": "Ã©你",
	"one long line": "a",
	ampersands: "&",
	"beginnings of references": "&CounterClockwiseContourIntegra",
	digits: "&#1",
	"ligatures that grow": "\ufdfa",
	"half-wide kana": "ｶﾞ",
	jamo: "\u1100\u1161\u11a8",
	superscripts: "²",
	"subscripts and fractions": "₂½",
	"beginnings of terminal strings": "\x1b]a",
	"a terminal string without an end": "\x1b]aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	"control sequences": "\x1b[1;31",
	backspaces: "_\b",
	overrides: "\u202d\u202a",
	"variation selectors": "\ufe0f",
	"keycaps and digits": "1\u20e3",
	"phone numbers": "030 1234567 ",
	"digits and separators": "0 (",
	schemes: "http://",
	"hosts and brackets": "http://a)))",
	"local parts": "a.",
	"at signs": "a@",
	"addresses without an end": "a@b.c",
	"hashes and digits": "#1",
	mentions: "@a.-",
	"mentions and tags": "@a #b ",
	"flags without an end": "\u{1f3f4}\u{e0067}",
	"joined emoji": "👩\u200d",
	"spaces behind ideographs": "中 ",
	"Greek letters": "α\u0301 ",
	ohms: "kΩ",
	emoji: "👩\u200d👧",
};

/** Eight times the input may take this many times as long. A quadratic algorithm would take sixty-four times as long. */
const MOST = 24;

for (const [name, unit] of Object.entries(TRAPS))
	test(`the time grows with the length of a text of ${name}`, async () => {
		const text = (length: number) => `é${unit.repeat(Math.ceil(length / unit.length))}x`;
		for (const [steps, settings] of Object.entries(SETTINGS)) {
			const task = (size: number) => normalise(text(size), settings);
			const growth = await cpuGrowth(task, 4_000, { factor: 8, most: MOST });
			assert.ok(growth <= MOST, `${steps}: eight times the text takes ${growth.toFixed(0)} times as long`);
		}
	});

for (const unit of ["\u0301\u0323", "m", "\ufdfa", "\u00ad\u0301", "𝔭"])
	test(`the time for a skeleton grows with the length of a text of ${JSON.stringify(unit)}`, async () => {
		const growth = await cpuGrowth((size) => skeleton(unit.repeat(size)), 4_000, { factor: 8, most: MOST });
		assert.ok(growth <= MOST, growth.toFixed(0));
	});
