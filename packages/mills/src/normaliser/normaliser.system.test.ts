import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { Problem } from "gristmill";
import { callerOf } from "../../../gristmill/dist/testing/mill-call.js";
import { normalizationTest } from "../testing/unicode-data.js";
import { MAX_INPUT, MAX_OUTPUT } from "./characters/bound.js";
import normaliser from "./normaliser.js";
import { normalise } from "./pipeline.js";
import { inForm } from "./steps/form.js";
import { PRESETS, type Settings } from "./steps/settings.js";

const { call } = callerOf<{ readonly text: string }>(normaliser);

test("an answer that would be too large is a problem, in whichever step it grows", async () => {
	const grown = [
		["\ufdfa".repeat(MAX_INPUT / 5), "form=nfkc"],
		["\ufdfa".repeat(MAX_INPUT / 5), "preset=search"],
		["\ufdfa".repeat(MAX_INPUT / 5), "preset=none&translit=ascii"],
	] as const;
	/** What grows less, and fits today. */
	const fitting = [
		["\u0390".repeat(MAX_INPUT / 2), "preset=none&case=upper&form=nfd"],
		["\u{1f469}".repeat(MAX_INPUT / 4), "preset=none&translit=ascii"],
	] as const;
	const outcomes = await Promise.all(
		[...grown, ...fitting].map(async ([text, query]) => {
			try {
				return (await call(text, { query })).text.length <= MAX_OUTPUT ? "fits" : "too long";
			} catch (error) {
				assert.ok(Problem.is(error), String(error));
				return error.code;
			}
		}),
	);
	assert.ok(outcomes.slice(0, grown.length).every((outcome) => outcome === "answer-too-large"));
	assert.ok(!outcomes.includes("too long"));
});

test("every input fits into its answer unchanged, even where its charset is denser than UTF-8", async () => {
	const thai = Buffer.alloc(MAX_INPUT, 0xa1);
	assert.equal((await call(thai, { query: "preset=none", charset: "windows-874" })).text.length, MAX_INPUT);
});

test("a text that is normalised in pieces is what it is as a whole", () => {
	const sources = normalizationTest().map(([source = ""]) => source);
	const joined = sources.join("") + [...sources].reverse().join("가a\u00ad\u0301汉");
	const text = joined.repeat(Math.ceil((MAX_OUTPUT / 18 + 1) / joined.length));
	for (const [form, name] of [
		["nfc", "NFC"],
		["nfd", "NFD"],
		["nfkc", "NFKC"],
		["nfkd", "NFKD"],
	] as const)
		assert.ok(inForm(text, form) === text.normalize(name), name);
	const half = joined.slice(0, joined.length / 2);
	const folded = inForm(half, "nfkc_cf");
	assert.ok(inForm(`${half}\n`.repeat(40), "nfkc_cf") === `${folded}\n`.repeat(40));
});

test("a very long run of one kind overflows no stack", async () => {
	for (const [unit, settings] of [
		["\u0301\u0323", PRESETS.search],
		["\u0323", { ...PRESETS.none, form: "nfd", marks: "all", width: "narrow" }],
		[" ", PRESETS.clean],
		["\u00a0", { ...PRESETS.none, whitespace: "trim" }],
		["\u00ad", PRESETS.clean],
		["ｶ", { ...PRESETS.none, form: "nfd", marks: "all", width: "narrow" }],
	] as const)
		await normalise(`a${unit.repeat(2_000_000)}b`, { ...settings, locale: "root" } as Settings);
});
