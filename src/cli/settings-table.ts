import { type Chosen as ChosenOf, type Flag, readFlags } from "./flags.js";

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
	cors: { kind: "list", value: "ORIGIN", help: 'Let pages of this origin call; "*" for all.' },
	hide: {
		kind: "list",
		value: "WHAT",
		help: "Do not offer: negotiation, links, urls, schema, xml-schema, description, list, page; or MILL:WHAT.",
	},
	links: {
		kind: "text",
		value: "WHEN",
		help: '"always" puts _links into plain JSON results too.',
		fallback: "hal",
	},
	title: { kind: "text", value: "TEXT", help: "The server's name in its documents.", fallback: "Gristmill" },
	workers: { kind: "number", value: "N", help: "Run so many calls at a time; as many as cores by default." },
	inline: {
		kind: "text",
		value: "WHEN",
		help: '"never" keeps quick mills off the HTTP loop.',
		fallback: "auto",
	},
	deadline: {
		kind: "number",
		value: "MS",
		help: "No call runs longer, whatever its mill allows.",
		fallback: 60_000,
	},
	"worker-memory": {
		kind: "number",
		value: "MIB",
		help: "A worker that grows beyond is killed; 2048 at most by default.",
	},
	"max-waiting": { kind: "number", value: "N", help: "So many calls of a mill may wait.", fallback: 256 },
	"max-connections": {
		kind: "number",
		value: "N",
		help: "So many connections may be open.",
		fallback: 10_000,
	},
	drain: {
		kind: "number",
		value: "MS",
		help: "Running calls have so long to finish at the end.",
		fallback: 10_000,
	},
	inspect: {
		kind: "switch",
		help: "One worker with a debugger's port: no deadline, no permission limits.",
		fallback: false,
	},
	watch: { kind: "switch", help: "Start afresh whenever a mill file changes.", fallback: false },
} as const satisfies Record<string, Flag>;

export type SettingName = keyof typeof SETTINGS;

/** The settings that were chosen or have a fallback. */
export type Chosen = ChosenOf<typeof SETTINGS>;

/** Reads flags over environment variables over fallbacks, and the files that stand between the flags. */
export function readSettings(
	words: readonly string[],
	environment: NodeJS.ProcessEnv,
): { settings: Chosen; files: string[] } {
	const { chosen, rest } = readFlags(SETTINGS, words, environment);
	return { settings: chosen, files: rest };
}
