import { defineMill, form, json, optional, Problem, Type, text } from "gristmill";

/** The most lines of one text. The time grows with the product of both. */
const MOST_LINES = 2_000;

/** Two inputs in one call: the parts of a form. Finds the longest common lines, and tells what was removed and added. */
export default defineMill({
	name: "text-comparer",
	version: "1.0.0",
	summary: "Compares two texts line by line.",
	description: `Each line is kept (" "), removed ("-") or added ("+"). Each text has at most ${MOST_LINES} lines.`,
	input: {
		"multipart/form-data": form({
			old: text({ description: "The old text." }),
			new: text({ description: "The new text." }),
			options: optional(
				json(
					Type.Object({
						ignoreCase: Type.Optional(Type.Boolean()),
						ignoreSpace: Type.Optional(Type.Boolean()),
					}),
					{ description: "What does not count as a difference." },
				),
			),
		}),
	},
	output: Type.Object({
		same: Type.Boolean(),
		lines: Type.Array(Type.Object({ change: Type.Enum([" ", "-", "+"]), line: Type.String() })),
	}),
	problems: {
		"too-many-lines": {
			status: 422,
			title: "Too many lines",
			todo: `Send texts of at most ${MOST_LINES} lines.`,
		},
	},
	examples: [
		{
			title: "A changed line",
			input: { old: "rye\nwheat", new: "rye\noats" },
			output: {
				same: false,
				lines: [
					{ change: " ", line: "rye" },
					{ change: "-", line: "wheat" },
					{ change: "+", line: "oats" },
				],
			},
		},
		{
			title: "Another case",
			input: { old: "Rye", new: "rye", options: { ignoreCase: true } },
			output: { same: true, lines: [{ change: " ", line: "rye" }] },
		},
	],
	run: ({ old, new: fresh, options = {} }) => {
		const key = (line: string) => {
			const cased = options.ignoreCase ? line.toLowerCase() : line;
			return options.ignoreSpace ? cased.replace(/\s+/g, " ").trim() : cased;
		};
		const lines = compared(linesOf(old), linesOf(fresh), key);
		return { same: lines.every(({ change }) => change === " "), lines };
	},
});

type Line = { change: " " | "-" | "+"; line: string };

function linesOf(whole: string): string[] {
	const lines = whole.split(/\r?\n/);
	if (lines.length > MOST_LINES)
		throw new Problem("too-many-lines", `A text has ${lines.length} lines, and may have ${MOST_LINES}.`);
	return lines;
}

/** The lengths of the longest common sequences tell which lines to keep. */
function compared(old: readonly string[], fresh: readonly string[], key: (line: string) => string): Line[] {
	const [before, after] = [old.map(key), fresh.map(key)];
	const width = after.length + 1;
	const lengths = new Uint16Array((before.length + 1) * width);
	const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
	for (let i = before.length - 1; i >= 0; i--)
		for (let j = after.length - 1; j >= 0; j--)
			lengths[i * width + j] =
				before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
	const lines: Line[] = [];
	for (let i = 0, j = 0; i < before.length || j < after.length; ) {
		if (i < before.length && j < after.length && before[i] === after[j]) {
			lines.push({ change: " ", line: fresh[j++] ?? "" });
			i++;
		} else if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1)))
			lines.push({ change: "-", line: old[i++] ?? "" });
		else lines.push({ change: "+", line: fresh[j++] ?? "" });
	}
	return lines;
}
