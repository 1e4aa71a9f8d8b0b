import type { StepReport } from "./pipeline.js";
import type { StepName } from "./settings.js";
import { UNICODE } from "./unicode-version.js";

/** The steps of an answer; those that changed something have a `!`. */
function did(...names: readonly (StepName | `${StepName}!`)[]): StepReport[] {
	return names.map((name) => ({
		step: name.replace("!", "") as StepName,
		changed: name.endsWith("!"),
	}));
}

/** Calls with their answers: documentation and self-test. */
export const EXAMPLES = [
	{
		input: "Cafe\u0301  au   lait ",
		output: {
			text: "Café au lait",
			changed: true,
			steps: did("newlines", "controls", "invisibles", "form!", "whitespace!"),
			unicode: UNICODE,
		},
	},
	{
		input: "\ufeffun\u00a0café\r\n\r\n\r\n\u200bs'il vous plai\u0302t \n",
		output: {
			text: "un café\n\ns'il vous plaît",
			changed: true,
			steps: did("newlines!", "controls", "invisibles!", "form!", "whitespace!"),
			unicode: UNICODE,
		},
	},
	{
		input: "“ΜΆΪΟΣ” — Straße, ﬁn de siècle",
		parameters: { preset: "search" as const },
		output: {
			text: '"μαιοσ" - strasse, fin de siecle',
			changed: true,
			steps: did(
				"newlines",
				"controls",
				"invisibles",
				"bidi",
				"form!",
				"marks!",
				"quotes!",
				"dashes!",
				"whitespace",
			),
			unicode: UNICODE,
		},
	},
	{
		input: "Добрый день, 世界 №１",
		parameters: { preset: "ascii" as const },
		output: {
			text: "Dobryy den', ShiJie No1",
			changed: true,
			steps: did("newlines", "controls", "invisibles", "bidi", "form!", "translit!", "whitespace"),
			unicode: UNICODE,
		},
	},
	{
		input: "schÃ¶n &amp; gut",
		parameters: { preset: "none" as const, mojibake: "fix" as const, html: "decode" as const },
		output: { text: "schön & gut", changed: true, steps: did("mojibake!", "html!"), unicode: UNICODE },
	},
	{
		input: "ISPARTA, İZMİR",
		mediaType: "application/json" as const,
		parameters: { preset: "none" as const, case: "lower" as const, locale: "tr" as const },
		output: { text: "ısparta, izmir", changed: true, steps: did("case!"), unicode: UNICODE },
	},
	{
		input: "",
		parameters: { preset: "none" as const },
		output: { text: "", changed: false, steps: [], unicode: UNICODE },
	},
];
