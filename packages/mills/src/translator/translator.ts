import { readFileSync } from "node:fs";
import { defineMill, Problem } from "gristmill";
import { choosePair, INPUT, OUTPUT, PROBLEMS, parametersOf } from "./contract.js";
import { detectLanguage } from "./document/language/language.js";
import { translateDocument } from "./document/translate-document.js";
import type { Pair } from "./engine.js";
import { MODEL_FILES } from "./native/model-files.js";

const MODEL = new URL("../../models/translator/", import.meta.url);
const PAIRS = [
	{ from: "en", to: "es" },
	{ from: "es", to: "en" },
] as const;

/** In tokens. The training data has few longer sentences, so the model translates two shorter ones better. */
const LONGEST_SENTENCE = 100;

export default defineMill({
	name: "translator",
	version: "1.0.0",
	summary: "Translates text between English and Spanish.",
	description: readFileSync(new URL("README.md", MODEL), "utf8").replace(/^# .*\n+/, ""),
	input: INPUT,
	parameters: parametersOf(PAIRS),
	output: OUTPUT,
	problems: PROBLEMS,
	examples: [
		{
			title: "From English",
			input: "The old mill stands by the river.",
			parameters: { from: "en", to: "es" },
			output: { text: "El viejo molino se encuentra junto al río.", from: "en", to: "es" },
		},
		{
			title: "From Spanish, detected",
			input: "La temperatura media fue de 2,5 grados.\n",
			parameters: { segments: true },
			output: {
				text: "The average temperature was 2.5 degrees.\n",
				from: "es",
				to: "en",
				segments: [
					{
						source: "La temperatura media fue de 2,5 grados.",
						target: "The average temperature was 2.5 degrees.",
						start: 0,
						end: 39,
					},
					{ source: "\n", target: "\n", start: 39, end: 40 },
				],
			},
		},
	],
	needs: ["addons"],
	assets: [...MODEL_FILES, "README.md"].map((name) => new URL(name, MODEL)),
	// About 100 words per second: a tenth of the measured speed, so that slow and busy machines can answer too.
	deadline: { base: 10_000, perKiB: 1_500 },
	// Imported only in a worker: the server process needs neither onnxruntime nor the model.
	load: async () => (await import("./native/engine.js")).NativeEngine.load(MODEL),
	run: async (input, { parameters, model, signal }) => {
		const pair = pairFor(input, parameters);
		const { text, segments } = await translateDocument(
			input,
			pair,
			(sentences) => model.translate(sentences, pair.to, signal),
			{ measure: (stretch) => model.measure(stretch), longest: LONGEST_SENTENCE },
		);
		return { text, ...pair, ...(parameters.segments && { segments: [...segments] }) };
	},
});

/** The pair for a call: from its parameters, or from the detected language of its text. */
function pairFor(input: string, { from, to }: { readonly from?: string; readonly to?: string }) {
	if (from !== undefined) return ours(choosePair(PAIRS, { from, to }));
	const found = detectLanguage(input);
	if (found.kind === "language") return ours(choosePair(PAIRS, { from: found.language, to }));
	// A text without words is returned unchanged, so any pair works.
	if (found.kind === "nothing") return to === undefined ? PAIRS[0] : ours(choosePair(PAIRS, { to }));
	throw new Problem(
		"unknown-language",
		found.kind === "foreign"
			? "Send English or Spanish text: the text is in another language."
			: "Set the parameter from: the text is too short or too mixed to detect its language.",
		{ pairs: PAIRS },
	);
}

function ours({ from, to }: Pair): (typeof PAIRS)[number] {
	const found = PAIRS.find((pair) => pair.from === from && pair.to === to);
	if (!found) throw new Problem("unsupported-pair", undefined, { pairs: PAIRS });
	return found;
}
