/** A mill in TypeScript that uses syntax that JavaScript does not have. */
export const SHOUTER = `import { defineMill, Problem, Type, text } from "gristmill";
import { shout } from "./shout.ts";

interface Answer { shouted: string }

export default defineMill({
	name: "shouter",
	version: "1.0.0",
	summary: "Shouts a text.",
	input: { "text/plain": text() },
	output: Type.Object({ shouted: Type.String() }),
	problems: { "too-quiet": { status: 422, title: "Too quiet", todo: "Send a longer text." } },
	examples: [{ input: "hi there", output: { shouted: "HI THERE!" } }],
	run(input: string): Answer {
		if (input.length < 3) throw new Problem("too-quiet", "Send at least three characters.");
		return { shouted: shout(input) };
	},
});
`;
/** The file that the shouter imports. */
export const SHOUT = `export const shout = (text: string): string => text.toUpperCase() + "!";\n`;
