import type { StepReport } from "./pipeline.js";
import type { StepName } from "./steps/settings.js";
import { UNICODE } from "./unicode-version.js";

/** Returns the step reports of an answer. A step with `!` changed something. */
function did(...names: readonly (StepName | `${StepName}!`)[]): StepReport[] {
	return names.map((name) => ({
		step: name.replace("!", "") as StepName,
		changed: name.endsWith("!"),
	}));
}

/** Calls with their answers, for documentation and self-test. */
export const EXAMPLES = [
	{
		title: "Spaces and accents",
		input: "Cafe\u0301  au   lait ",
		output: {
			text: "Café au lait",
			changed: true,
			steps: did("newlines", "controls", "bidi", "invisibles", "form!", "zalgo", "whitespace!"),
			unicode: UNICODE,
		},
	},
	{
		title: "Text from the web",
		input: "\ufeffun\u00a0café\r\n\r\n\r\n\u200bs'il vous plai\u0302t \n",
		output: {
			text: "un café\n\ns'il vous plaît",
			changed: true,
			steps: did("newlines!", "controls", "bidi", "invisibles!", "form!", "zalgo", "whitespace!"),
			unicode: UNICODE,
		},
	},
	{
		title: "For a search",
		input: "“ΜΆΪΟΣ” — Straße, ﬁn de siècle",
		parameters: { preset: "search" as const },
		output: {
			text: '"μαιοσ" - strasse, fin de siecle',
			changed: true,
			steps: did(
				"newlines",
				"controls",
				"bidi",
				"invisibles",
				"symbols",
				"form!",
				"digits",
				"letters",
				"zalgo",
				"marks!",
				"quotes!",
				"dashes!",
				"whitespace",
			),
			unicode: UNICODE,
		},
	},
	{
		title: "Into ASCII letters",
		input: "Добрый день, 世界 №１",
		parameters: { preset: "ascii" as const },
		output: {
			text: "Dobryy den', ShiJie No1",
			changed: true,
			steps: did(
				"newlines",
				"controls",
				"bidi",
				"invisibles",
				"symbols",
				"form!",
				"translit!",
				"zalgo",
				"whitespace",
			),
			unicode: UNICODE,
		},
	},
	{
		title: "Symbols into ASCII",
		input: "1½ h × 20 µg ≠ 10² Ω",
		parameters: { preset: "ascii" as const },
		output: {
			text: "1 1/2 h x 20 ug != 10^2 Ohm",
			changed: true,
			steps: did(
				"newlines",
				"controls",
				"bidi",
				"invisibles",
				"symbols!",
				"form!",
				"translit!",
				"zalgo",
				"whitespace",
			),
			unicode: UNICODE,
		},
	},
	{
		title: "Without addresses",
		input: "Mail joe@example.com or see https://example.com/a. #news",
		parameters: { preset: "none" as const, replace: "url,email", remove: "hashtag" },
		output: { text: "Mail [email] or see [url].", changed: true, steps: did("found!"), unicode: UNICODE },
	},
	{
		title: "A look-alike word",
		input: "pаypаl",
		parameters: { preset: "none" as const, skeleton: true },
		output: { text: "pаypаl", changed: false, steps: [], unicode: UNICODE, skeleton: "paypal" },
	},
	{
		title: "Repaired text",
		input: "schÃ¶n &amp; gut",
		parameters: { preset: "none" as const, mojibake: "fix" as const, html: "decode" as const },
		output: { text: "schön & gut", changed: true, steps: did("mojibake!", "html!"), unicode: UNICODE },
	},
	{
		title: "Turkish lower case",
		input: "ISPARTA, İZMİR",
		mediaType: "application/json" as const,
		parameters: { preset: "none" as const, case: "lower" as const, locale: "tr" as const },
		output: { text: "ısparta, izmir", changed: true, steps: did("case!"), unicode: UNICODE },
	},
	{
		title: "An empty text",
		input: "",
		parameters: { preset: "none" as const },
		output: { text: "", changed: false, steps: [], unicode: UNICODE },
	},
];
