import {
	type Chosen as ChosenOf,
	chosenOf,
	type Flag,
	fallbacksOf,
	type Layer,
	readEnvironment,
	readWords,
} from "./flags.js";
import { PROTECTION } from "./settings-of-protection.js";
import { WATCHING } from "./settings-of-watching.js";

/** Every setting of `gristmill serve`: `--public-url`, `GRISTMILL_PUBLIC_URL` and `publicUrl` are the same. */
export const SETTINGS = {
	port: {
		kind: "number",
		value: "N",
		most: 65_535,
		help: "Listen on this port; 0 picks a free one.",
		fallback: 8080,
	},
	host: { kind: "text", value: "HOST", help: "Listen on this address.", fallback: "127.0.0.1" },
	base: { kind: "text", value: "PATH", help: "Serve under this path, such as /v1.", fallback: "" },
	"public-url": {
		kind: "text",
		value: "URL",
		help: "Where the world reaches the base: makes documents absolute.",
	},
	mills: { kind: "list", value: "A,B", help: "Serve only these of the built-in mills." },
	"only-files": { kind: "switch", help: "Serve none of the built-in mills.", fallback: false },
	translator: {
		kind: "text",
		value: "ENGINE",
		choices: ["native", "apertium"],
		help: 'What the translator translates with: "apertium", where it is installed, offers its pairs.',
		fallback: "native",
	},
	...PROTECTION,
	cors: { kind: "list", value: "ORIGIN", help: 'Let pages of this origin call; "*" for all.' },
	hide: {
		kind: "list",
		value: "WHAT",
		help: "Do not offer: negotiation, links, urls, schema, xml-schema, description, list, metrics, mcp, page; or MILL:WHAT.",
	},
	links: {
		kind: "text",
		value: "WHEN",
		choices: ["hal", "always"],
		help: '"always" puts _links into plain JSON results too.',
		fallback: "hal",
	},
	title: { kind: "text", value: "TEXT", help: "The server's name in its documents.", fallback: "Gristmill" },
	workers: {
		kind: "number",
		value: "N",
		least: 1,
		help: "Run so many calls at a time; as many as cores by default.",
	},
	inline: {
		kind: "text",
		value: "WHEN",
		choices: ["auto", "never"],
		help: '"never" keeps quick mills off the HTTP loop.',
		fallback: "auto",
	},
	deadline: {
		kind: "number",
		value: "MS",
		least: 1,
		help: "No call runs longer, whatever its mill allows.",
		fallback: 600_000,
	},
	"worker-memory": {
		kind: "number",
		value: "MIB",
		// Node alone takes so much: below, every worker would be killed before it is ready, for ever.
		least: 64,
		help: "A worker that grows beyond is killed; 2048 at most by default.",
	},
	"max-waiting": {
		kind: "number",
		value: "N",
		least: 1,
		help: "So many calls of a mill may wait.",
		fallback: 256,
	},
	"max-body": {
		kind: "bytes",
		value: "BYTES",
		least: 1,
		most: 2 ** 31,
		help: "No input may be larger, whatever its mill allows; such as 64k or 2m.",
	},
	limit: {
		kind: "list",
		value: "MILL:KEY=N",
		help: "Narrow one mill: max-body, deadline, concurrency or max-waiting; may be repeated.",
		notInFile: "Write it as mills: { MILL: { KEY: N } }",
	},
	rate: {
		kind: "text",
		value: "N/UNIT",
		help: "So many calls of one caller, such as 100/s, 600/min or 5000/h.",
	},
	burst: {
		kind: "number",
		value: "N",
		least: 1,
		help: "So many calls of one caller at once; as many as --rate names by default.",
	},
	"rate-fields": {
		kind: "switch",
		help: "Tell callers with RateLimit fields how much is left.",
		fallback: false,
	},
	"trust-proxy": {
		kind: "list",
		value: "IP",
		help: "Believe X-Forwarded-For of these proxies: addresses, or networks such as 10.0.0.0/8.",
	},
	"max-connections": {
		kind: "number",
		value: "N",
		least: 1,
		help: "So many connections may be open.",
		fallback: 10_000,
	},
	"max-intake": {
		kind: "number",
		value: "MIB",
		least: 1,
		help: "So much input may all calls hold together; a quarter of the memory by default.",
	},
	drain: {
		kind: "number",
		value: "MS",
		help: "Running calls have so long to finish at the end.",
		fallback: 10_000,
	},
	...WATCHING,
	inspect: {
		kind: "switch",
		help: "One worker with a debugger's port: no deadline, no permission limits.",
		fallback: false,
	},
	watch: { kind: "switch", help: "Start afresh whenever a mill file changes.", fallback: false },
	config: {
		kind: "text",
		value: "FILE",
		help: "Read the settings of this file; gristmill.config.{js,ts,json} of this folder by default.",
		notInFile: "Name the file with --config or GRISTMILL_CONFIG",
	},
	"print-config": {
		kind: "text",
		alone: "json",
		choices: ["json", "sources"],
		help: "Print the settings as a file of them, and do not serve; =sources says where each is from.",
		notInFile: "Give it as a flag",
	},
} as const satisfies Record<string, Flag>;

export type SettingName = keyof typeof SETTINGS;

/** The settings that were chosen or have a fallback. */
export type Chosen = ChosenOf<typeof SETTINGS>;

/** What was chosen, and where each value came from. */
export interface Reading {
	readonly settings: Chosen;
	/** The words between the flags. */
	readonly files: readonly string[];
	/** Fallbacks, the configuration file, the environment and the flags: each over those before it. */
	readonly layers: readonly Layer[];
}

/** Reads flags over environment variables over a configuration file over fallbacks. */
export function readSettings(
	words: readonly string[],
	environment: NodeJS.ProcessEnv,
	fromFile: Layer = new Map(),
): Reading {
	const { given, rest } = readWords(SETTINGS, words);
	const layers = [fallbacksOf(SETTINGS), fromFile, readEnvironment(SETTINGS, environment), given];
	return { settings: chosenOf<typeof SETTINGS>(layers), files: rest, layers };
}
