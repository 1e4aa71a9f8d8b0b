import { CALL_FLAGS } from "../call-flags.js";
import { CLIENT_FLAGS, USUAL_WAIT } from "../client-flags.js";
import type { Flags } from "../flags.js";

/** The flags of every command that sends many inputs. */
export const MANY_FLAGS = {
	lines: { kind: "text", value: "FILE", help: "Each line of this file is an input; - is standard input." },
	limit: { kind: "number", value: "N", help: "Take only the first N inputs." },
	concurrency: {
		kind: "number",
		value: "N",
		least: 1,
		most: 1024,
		help: "The most calls at a time; how many are worth it is found out.",
		fallback: 64,
	},
	hidden: { kind: "switch", help: "Take files whose names begin with a dot, too.", fallback: false },
	type: { ...CALL_FLAGS.type, help: "The inputs' media type; guessed for each otherwise." },
	deadline: {
		...CLIENT_FLAGS.deadline,
		help: `Wait so long for one answer, all attempts together; ${USUAL_WAIT}.`,
	},
} as const satisfies Flags;
