import { command, defineMill, MiB, Type, text } from "gristmill";

export default defineMill({
	name: "line-sorter",
	version: "1.0.0",
	summary: "Sorts the lines of a text.",
	description:
		"The program is `sort`, which every Unix has. Lines are compared by their bytes, so capitals come before small letters. " +
		"With `numeric`, lines are compared by the number that they start with.",
	input: { "text/plain": text({ maxBytes: 16 * MiB, description: "Any lines." }) },
	parameters: Type.Object({
		numeric: Type.Boolean({ default: false, description: "Whether to compare numbers instead of text." }),
		reverse: Type.Boolean({ default: false, description: "Whether to put the last line first." }),
		unique: Type.Boolean({ default: false, description: "Whether to keep only one of equal lines." }),
	}),
	output: Type.Object({ text: Type.String({ description: "The lines, each with a line feed." }) }),
	examples: [
		{ input: "wheat\nrye\noats\nrye\n", output: { text: "oats\nrye\nrye\nwheat\n" } },
		{
			input: "9\n10\n9",
			parameters: { numeric: true, reverse: true, unique: true },
			output: { text: "10\n9\n" },
		},
	],
	deadline: { base: 2_000, perKiB: 1 },
	// A long input is sorted in parts, in files: they belong into the folder of the call.
	run: command(["sort", { numeric: ["-n"], reverse: ["-r"], unique: ["-u"] }], { folder: true }),
});
