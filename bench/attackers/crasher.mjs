import { defineMill, Type, text } from "../../packages/gristmill/dist/index.js";

/** Counts words, but some texts end its worker: a mill with a bug that an attacker has found. */
const wordCounter = (name) =>
	defineMill({
		name,
		version: "1.0.0",
		summary: "Counts the words of a text.",
		input: { "text/plain": text() },
		output: Type.Object({ words: Type.Integer() }),
		deadline: 3_000,
		examples: [{ input: "two words", output: { words: 2 } }],
		run: (input) => {
			if (input.startsWith("crash")) process.exit(1);
			while (input.startsWith("loop"));
			return { words: input.split(" ").length };
		},
	});

export default wordCounter(new URL(import.meta.url).searchParams.get("name"));
