import { readFileSync } from "node:fs";
import { defineMill, Problem, Type } from "gristmill";
import { choosePair, DOUBT_PARAMETERS, INPUT, OUTPUT, PROBLEMS, parametersOf } from "./contract.js";
import { detectLanguage } from "./document/language/language.js";
import type { Change } from "./document/numbers/changes.js";
import type { Budget, TranslateSentences } from "./document/pair.js";
import { Scores } from "./doubt.js";
import type { Pair } from "./engine.js";
import type { NativeEngine } from "./native/engine.js";
import { MODEL_FILES } from "./native/model-files.js";
import { SEARCHES } from "./native/searches.js";
import {
	type Segment,
	type Translation,
	translateDocuments,
	translateInParts,
} from "./translate-document.js";

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
	parameters: Type.Object({ ...parametersOf(PAIRS).properties, ...DOUBT_PARAMETERS }),
	output: OUTPUT,
	problems: PROBLEMS,
	examples: [
		{
			title: "From English",
			input: "The old mill stands by the river.",
			parameters: { from: "en", to: "es" },
			output: { text: "El viejo molino se alza junto al río.", from: "en", to: "es" },
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
	assets: [...MODEL_FILES, "languages.json.br", "README.md"].map((name) => new URL(name, MODEL)),
	// About 100 words per second: a tenth of the measured speed, so that slow and busy machines can answer too.
	deadline: { base: 10_000, perKiB: 1_500 },
	// Imported only in workers: the server process needs neither onnxruntime nor the model.
	probe: async () => (await import("./native/network.js")).probe(),
	prepare: async ({ folder }) => (await import("./native/network.js")).pack(MODEL, folder),
	load: async ({ prepared }) => (await import("./native/engine.js")).NativeEngine.load(MODEL, prepared),
	parts: "text",
	async *run(input, { parameters, model, signal }) {
		const pair = pairFor(input, parameters);
		const scores = scoresFor(parameters);
		const parts = translateInParts(input, pair, ...engineFor(pair, model, signal, scores), scores);
		for (;;) {
			const { done, value } = await parts.next();
			if (!done) {
				yield value;
				continue;
			}
			return membersOf(pair, value, parameters);
		}
	},
	// The sentences of short texts share the batches of the model. A long text fills them by itself.
	batch: { most: 16, maxBytes: 4 * 1024 },
	runBatch: async (inputs, { parameters, model, signal }) => {
		const pairs = inputs.map((input) => pairOrProblem(input, parameters));
		const answers = new Map<number, Answer>();
		for (const pair of PAIRS) {
			const places = [...inputs.keys()].filter((place) => pairs[place] === pair);
			const texts = places.map((place) => inputs[place] as string);
			const found = await translate(texts, pair, parameters, model, signal);
			for (const [i, place] of places.entries()) answers.set(place, found[i] as Answer);
		}
		return pairs.map((pair, place) => answers.get(place) ?? (pair as Problem));
	},
});

/** What a caller wants beside the text. */
interface Wishes {
	readonly segments: boolean;
	readonly changes: boolean;
	readonly confidence: boolean;
	readonly alternatives: number;
}

/** What collects the scores of the answers. Undefined if nobody asks for them. */
function scoresFor({ confidence, alternatives }: Wishes): Scores | undefined {
	return confidence || alternatives > 0 ? new Scores(confidence, alternatives) : undefined;
}

interface Answer {
	text: string;
	from: string;
	to: string;
	segments?: Segment[];
	changes?: Change[];
}

/** Translates texts of the same pair. The answers are in their order, and each depends only on its own text. */
async function translate(
	texts: readonly string[],
	pair: (typeof PAIRS)[number],
	parameters: Wishes,
	model: NativeEngine,
	signal: AbortSignal,
): Promise<Answer[]> {
	const scores = scoresFor(parameters);
	const found = await translateDocuments(texts, pair, ...engineFor(pair, model, signal, scores), scores);
	return found.map((one) => ({ text: one.text, ...membersOf(pair, one, parameters) }));
}

/** The engine for a pair, and how much it takes at once. */
function engineFor(
	{ to }: (typeof PAIRS)[number],
	model: NativeEngine,
	signal: AbortSignal,
	scores: Scores | undefined,
): [TranslateSentences, Budget] {
	return [
		(sentences, wanted) => model.candidates(sentences, to, SEARCHES[wanted], signal, scores?.tell),
		{ measure: (stretch) => model.measure(stretch), longest: LONGEST_SENTENCE },
	];
}

/** The members of an answer beside its text. */
function membersOf(
	pair: (typeof PAIRS)[number],
	{ segments, changes }: Pick<Translation, "segments" | "changes">,
	wanted: Wishes,
): Omit<Answer, "text"> {
	return {
		...pair,
		...((wanted.segments || scoresFor(wanted)) && { segments: [...segments] }),
		...(wanted.changes && { changes: [...changes] }),
	};
}

function pairOrProblem(input: string, parameters: Parameters<typeof pairFor>[1]) {
	try {
		return pairFor(input, parameters);
	} catch (error) {
		if (Problem.is(error)) return error;
		throw error;
	}
}

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
			? 'The text seems to be in another language than English and Spanish. If it is not, set the parameter "from" to en or es.'
			: 'The text is too short or too mixed to detect its language. Set the parameter "from" to en or es.',
		{ pairs: PAIRS },
	);
}

function ours({ from, to }: Pair): (typeof PAIRS)[number] {
	const found = PAIRS.find((pair) => pair.from === from && pair.to === to);
	if (!found) throw new Problem("unsupported-pair", undefined, { pairs: PAIRS });
	return found;
}
