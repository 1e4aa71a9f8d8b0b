import { setTimeout } from "node:timers/promises";
import { defineMill, Type, text } from "gristmill";

/** A mill that takes as long as its input says. It is for tests of draining. */
export default defineMill({
	name: "slow-sleeper",
	version: "1.0.0",
	summary: "Waits for the milliseconds that the text names.",
	input: { "text/plain": text() },
	deadline: 600_000,
	output: Type.Object({ slept: Type.Integer() }),
	run: async (input) => {
		process.stderr.write("begun\n");
		await setTimeout(Number(input));
		return { slept: Number(input) };
	},
});
