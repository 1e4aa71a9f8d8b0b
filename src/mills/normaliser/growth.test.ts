import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuGrowth } from "../../testing/growth.js";
import { MARKS, sortMarks } from "./mark-runs.js";
import { normalise } from "./pipeline.js";
import { PRESETS, type Settings } from "./settings.js";

const NONE: Settings = { ...PRESETS.none, locale: "root" };
const SETTINGS: Readonly<Record<string, Settings>> = {
	clean: { ...PRESETS.clean, locale: "root" },
	search: { ...PRESETS.search, locale: "root" },
	ascii: { ...PRESETS.ascii, locale: "root" },
	mojibake: { ...NONE, mojibake: "fix" },
	html: { ...NONE, html: "decode" },
	trim: { ...NONE, whitespace: "trim" },
	"all marks": { ...NONE, form: "nfd", marks: "all", width: "narrow" },
	upper: { ...NONE, case: "upper", locale: "el", form: "nfc" },
};

/** Texts on which an algorithm that goes back over what it has seen would take the square of their length. */
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
	ampersands: "&",
	"beginnings of references": "&CounterClockwiseContourIntegra",
	digits: "&#1",
	"ligatures that grow": "\ufdfa",
	"half-wide kana": "ｶﾞ",
	jamo: "\u1100\u1161\u11a8",
	emoji: "👩\u200d👧",
};

const SMALL = 8_000;
/** Eight times as much may take this many times as long; at the square of it, it would be sixty-four. */
const MOST = 24;

for (const [name, unit] of Object.entries(TRAPS))
	test(`the time grows with the length of a text of ${name}`, async () => {
		const text = (length: number) => `x${unit.repeat(Math.ceil(length / unit.length))}x`;
		for (const [steps, settings] of Object.entries(SETTINGS)) {
			const task = (size: number) => normalise(text(size), settings);
			const growth = await cpuGrowth(task, SMALL, { factor: 8, most: MOST });
			assert.ok(growth <= MOST, `${steps}: eight times the text takes ${growth.toFixed(0)} times as long`);
		}
	});

test("a run of millions of characters overflows no stack", async () => {
	for (const [unit, name] of [
		["\u0301\u0323", "search"],
		["\u0323", "all marks"],
		[" ", "clean"],
		["\u00a0", "trim"],
		["\u00ad", "clean"],
		["ｶ", "all marks"],
	] as const)
		await normalise(`a${unit.repeat(2_000_000)}b`, SETTINGS[name] ?? NONE);
});

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
