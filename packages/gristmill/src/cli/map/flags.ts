import type { SettingTable } from "../../settings/setting.js";
import { CALL_FLAGS } from "../client/call-flags.js";
import { CLIENT_FLAGS, DEFAULT_WAIT } from "../client/client-flags.js";

/** The flags of every command that sends many inputs. */
export const MANY_FLAGS = {
	lines: {
		kind: "text",
		value: "FILE",
		dash: "standard input",
		help: "Send each line of this file as an input; - is standard input.",
	},
	limit: { kind: "number", value: "N", help: "Send only the first N inputs." },
	concurrency: {
		kind: "number",
		value: "N",
		least: 1,
		most: 1024,
		help: "Maximum concurrent calls. The number adapts to the speed of the servers.",
		fallback: 64,
	},
	hidden: { kind: "switch", help: "Include files whose names begin with a dot.", fallback: false },
	type: { ...CALL_FLAGS.type, help: "Media type of the inputs. Default: detected for each." },
	deadline: {
		...CLIENT_FLAGS.deadline,
		help: `Time limit for one input with all attempts, in milliseconds. ${DEFAULT_WAIT}.`,
	},
} as const satisfies SettingTable;
