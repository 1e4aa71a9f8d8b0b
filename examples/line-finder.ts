import { command, defineMill, MiB, Type, text } from "gristmill";

export default defineMill({
	name: "line-finder",
	version: "1.0.0",
	summary: "Finds the lines of a text that contain a word.",
	description:
		"The program is `grep`. Each line that it finds is sent when it writes it: `Accept: text/plain` shows the lines as they come.",
	input: { "text/plain": text({ maxBytes: 64 * MiB, description: "Any lines." }) },
	parameters: Type.Object({
		word: Type.String({ minLength: 1, description: "What a line must contain." }),
	}),
	output: Type.Object({ found: Type.String({ description: "The lines, each with a line feed." }) }),
	parts: "found",
	examples: [
		{
			input: "oats\nrye\nrye bread\n",
			parameters: { word: "rye" },
			output: { found: "rye\nrye bread\n" },
		},
		{ input: "oats\n", parameters: { word: "rye" }, output: { found: "" } },
	],
	// Without --line-buffered, grep collects what it writes to a pipe. It ends with 1 if it has found nothing.
	run: command(["grep", "--line-buffered", "--fixed-strings", "-e", "{word}"], { success: [0, 1] }),
});
