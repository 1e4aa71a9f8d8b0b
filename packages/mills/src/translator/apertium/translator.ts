import { defineMill } from "gristmill";
import { choosePair, INPUT, OUTPUT, PROBLEMS, parametersOf } from "../contract.js";
import type { Pair } from "../engine.js";
import { apertiumEngine, workingModes } from "./apertium.js";
import { readMode } from "./modes.js";

// A worker may read only the files of these modes. Without modes in the URL, the mill finds the installed ones.
const given = new URL(import.meta.url).searchParams.getAll("mode");
const modes = given.length > 0 ? given.flatMap((file) => readMode(file) ?? []) : await workingModes();
if (modes.length === 0)
	throw new Error("Apertium has no working mode. Install it and a language pair, such as apertium-eng-spa.");
const engine = apertiumEngine(modes);

const description = `
Translates with Apertium, which uses dictionaries and grammar rules, not statistics. It is fast, best between closely related
languages, and plain between others. Unknown words stay as they are. Line breaks and blank lines stay in place. Each line is
translated separately, so no line affects another.

Supported pairs: ${engine.pairs.map(({ from, to }) => `${from} → ${to}`).join(", ")}.

Control and format characters, tabs, words of 200 characters or more, and tildes are kept. The text before and after them is
translated separately. White space other than single spaces may move within its line.

Apertium and its data are licensed under the GNU GPL. They run as separate programs.
`.trim();

/** An example that holds for every version of a pair: dictionaries differ between versions, numerals do not. */
function exampleOf(pair: Pair) {
	const cat: Readonly<Record<string, string>> = { en: "The cat is black.", es: "El gato es negro." };
	const [input = "2024", text = "2024"] =
		cat[pair.from] && cat[pair.to] ? [cat[pair.from], cat[pair.to]] : [];
	return { input, parameters: { ...pair }, output: { text, ...pair } };
}

const known = engine.pairs.filter(
	({ from, to }) => `${from} ${to}` === "en es" || `${from} ${to}` === "es en",
);
const linesOf = (text: string) => text.split("\n").length;

export default defineMill({
	name: "translator",
	version: "1.0.0",
	summary: "Translates text from one language into another.",
	description,
	input: INPUT,
	parameters: parametersOf(engine.pairs),
	output: OUTPUT,
	problems: PROBLEMS,
	examples: (known.length > 0 ? known : engine.pairs.slice(0, 1)).map(exampleOf),
	// Other versions of the dictionaries may choose other words. That is not an error.
	agrees: (expected, actual) =>
		actual.from === expected.from &&
		actual.to === expected.to &&
		actual.text !== "" &&
		linesOf(actual.text) === linesOf(expected.text),
	needs: ["spawn"],
	assets: [...new Map(modes.flatMap(({ files }) => files.map((file) => [file.href, file]))).values()],
	deadline: 60_000,
	run: async (input, { parameters, signal }) => {
		const pair = choosePair(engine.pairs, parameters);
		const lines = parameters.segments ? linesWithEnds(input) : [input];
		const answers = await engine.translate(lines, pair, signal);
		const text = answers.join("");
		return {
			text,
			...pair,
			...(parameters.segments && { segments: segmentsOf(lines, answers) }),
			// No rules: Apertium has its own.
			...(parameters.changes && { changes: [] }),
		};
	},
});

/** The lines of a text, each with its line feed. */
function linesWithEnds(text: string): string[] {
	return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function segmentsOf(lines: readonly string[], answers: readonly string[]) {
	let start = 0;
	return lines.map((source, i) => {
		const end = start + source.length;
		const segment = { source, target: answers[i] ?? "", start, end };
		start = end;
		return segment;
	});
}
