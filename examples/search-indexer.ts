import normaliser from "@gristmill/mills/normaliser";
import tokeniser from "@gristmill/mills/tokeniser";
import { defineMill, MiB, Type, text } from "gristmill";

export default defineMill({
	name: "search-indexer",
	version: "1.0.0",
	summary: "Lists the words of a text in the form in which a search finds them, with how often each occurs.",
	description:
		"Case, accents and other differences that a search ignores are removed first. Punctuation is left out. The words are in " +
		"the order of their first occurrence.",
	input: { "text/plain": text({ maxBytes: 1 * MiB }) },
	output: Type.Object({
		terms: Type.Array(Type.Object({ term: Type.String(), count: Type.Integer({ minimum: 1 }) })),
	}),
	uses: { normaliser, tokeniser },
	examples: [
		{
			input: "Rye, RYE and Crème brûlée",
			output: {
				terms: [
					{ term: "rye", count: 2 },
					{ term: "and", count: 1 },
					{ term: "creme", count: 1 },
					{ term: "brulee", count: 1 },
				],
			},
		},
	],
	run: async (input, { uses }) => {
		const folded = await uses.normaliser(input, { parameters: { preset: "search" } });
		const { tokens = [] } = await uses.tokeniser(folded.text, { parameters: { scheme: "word" } });
		const counts = new Map<string, number>();
		for (const { text: term = "" } of tokens)
			if (/[\p{L}\p{N}]/u.test(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
		return { terms: Array.from(counts, ([term, count]) => ({ term, count })) };
	},
});
