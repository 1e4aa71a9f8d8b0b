import { defineMill, Type, text } from "gristmill";

export default defineMill({
	name: "repetition-counter",
	version: "1.0.0",
	summary: "Joins equal lines that follow each other, and counts them. A text may have any length.",
	description:
		"The text is read while it comes, and each run of equal lines is sent when another line ends it. So a log of any size passes in " +
		"little memory, and the first runs are there before its end.",
	input: { "text/plain": text({ stream: "lines", maxBytes: Number.POSITIVE_INFINITY }) },
	output: Type.Object({
		runs: Type.Array(Type.Object({ line: Type.String(), times: Type.Integer({ minimum: 1 }) })),
		lines: Type.Integer({ minimum: 0, description: "All lines of the text." }),
	}),
	parts: "runs",
	examples: [
		{
			input: "on\nretry\nretry\nretry\noff\n",
			output: {
				runs: [
					{ line: "on", times: 1 },
					{ line: "retry", times: 3 },
					{ line: "off", times: 1 },
				],
				lines: 5,
			},
		},
	],
	async *run(input) {
		let run: { line: string; times: number } | undefined;
		let lines = 0;
		for await (const line of input) {
			lines++;
			if (run?.line === line) run.times++;
			else {
				if (run) yield run;
				run = { line, times: 1 };
			}
		}
		if (run) yield run;
		return { lines };
	},
});
