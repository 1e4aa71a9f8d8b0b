import { defineMill, MiB, Type, text } from "gristmill";

/** Each step consumes one character and never backtracks, so the time is linear for every text. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

export default defineMill({
	name: "word-counter",
	version: "1.0.0",
	summary: "Counts the words, lines and characters of a text.",
	description:
		"A word is a run of letters, marks and digits of any script. It may contain apostrophes: `don't` is one word. " +
		"Scripts without spaces between words (Chinese, Japanese, Thai) are therefore counted by phrases. " +
		"Characters are Unicode code points. A line ends with a line feed. Text after the last line feed is also a line.",
	input: { "text/plain": text({ maxBytes: 1 * MiB, description: "Any text." }) },
	output: Type.Object({
		words: Type.Integer({ minimum: 0, description: "Runs of letters, marks and digits." }),
		lines: Type.Integer({ minimum: 0, description: "Lines." }),
		characters: Type.Integer({ minimum: 0, description: "Unicode code points." }),
	}),
	examples: [
		{ input: "Raw data goes in.", output: { words: 4, lines: 1, characters: 17 } },
		{ input: "Ça va?\nOui.\n", output: { words: 3, lines: 2, characters: 12 } },
	],
	run: (input) => {
		const lines = input.split("\n");
		if (lines.at(-1) === "") lines.pop();
		let words = 0;
		for (const _ of input.matchAll(WORD)) words++;
		let characters = 0;
		for (const _ of input) characters++;
		return { words, lines: lines.length, characters };
	},
});
