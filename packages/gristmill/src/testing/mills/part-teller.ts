import { setTimeout } from "node:timers/promises";
import { defineMill, Problem, Type, text } from "gristmill";

/** Tells the words of a text one by one. Some words do something else. */
export default defineMill({
	name: "part-teller",
	version: "1.0.0",
	summary: "Tells the words of a text one by one.",
	input: { "text/plain": text() },
	output: Type.Object({ words: Type.Array(Type.String()), count: Type.Integer() }),
	parts: "words",
	deadline: 60_000,
	problems: { "no-words": { status: 422, title: "No words", todo: "Send words." } },
	examples: [{ input: "one two", output: { words: ["one", "two"], count: 2 } }],
	async *run(input, { signal, progress }) {
		const words = input.split(" ");
		for (const [n, word] of words.entries()) {
			if (word === "PROBLEM") throw new Problem("no-words", "Send words.");
			if (word === "THROW") throw new Error("4111 1111");
			if (word === "WRONG") yield 7 as unknown as string;
			if (word === "HANG") for (;;);
			if (word === "WAIT") await new Promise((gone) => signal.addEventListener("abort", gone));
			if (word === "PAUSE") await setTimeout(20);
			if (word === "MANY") for (let i = 0; i < 100_000; i++) yield `word ${i} of very many`;
			if (word === "EXIT") process.exit(3);
			yield word;
			progress((n + 1) / words.length);
		}
		return { count: words.length };
	},
});
