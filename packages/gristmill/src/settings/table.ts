import { AUTH } from "./auth.js";
import { LIMITS } from "./limits.js";
import { OBSERVABILITY } from "./observability.js";
import type { SettingTable, Values } from "./setting.js";

/** Where the server listens, and how it presents itself. */
const ADDRESS = {
	port: {
		kind: "number",
		value: "N",
		most: 65_535,
		help: "Port to listen on; 0 picks a free port.",
		fallback: 8080,
		commandOnly: true,
	},
	host: {
		kind: "text",
		value: "HOST",
		help: "Address to listen on.",
		fallback: "127.0.0.1",
		commandOnly: true,
	},
	base: { kind: "text", value: "PATH", help: "Path prefix of all mills, such as /v1.", fallback: "" },
	publicUrl: {
		kind: "text",
		value: "URL",
		help: "Public URL of the base; makes the links in documents absolute.",
	},
	title: { kind: "text", value: "TEXT", help: "Server name in documents.", fallback: "Gristmill" },
	sign: {
		kind: "text",
		value: "FILE",
		path: true,
		help: 'Private key that signs a receipt for each caller that asks for one; "gristmill key new" makes it.',
	},
	cors: {
		kind: "list",
		value: "ORIGIN",
		word: "*",
		help: 'Origin whose pages may call, such as https://app.example; "*" for all.',
	},
	hide: {
		kind: "list",
		value: "WHAT",
		help: "Turn off: negotiation, links, urls, schema, xml-schema, description, list, metrics, mcp, page; or MILL:WHAT.",
	},
	links: {
		kind: "text",
		value: "WHEN",
		choices: ["hal", "always"],
		help: '"always" adds _links to plain JSON results too, "hal" only to application/hal+json.',
		fallback: "hal",
	},
} as const satisfies SettingTable;

/** Which mills are served, and the limits of single mills. */
const MILLS = {
	mills: {
		kind: "list",
		value: "A,B",
		help: "Mills to serve by name, in addition to the files.",
		commandOnly: true,
	},
	python: {
		kind: "text",
		value: "PATH",
		path: "program",
		help: "Python interpreter of mills in Python. Default: .venv/bin/python beside the file, else python3.",
		commandOnly: true,
	},
	translator: {
		kind: "text",
		value: "ENGINE",
		choices: ["native", "apertium"],
		help: "Engine of the translator. apertium serves the language pairs that are installed.",
		fallback: "native",
		commandOnly: true,
	},
	limit: {
		kind: "list",
		value: "MILL:KEY=N",
		help: "Limit one mill: max-body, max-output, deadline, concurrency, max-batch or max-waiting; may be repeated.",
		notInFile: "Write it as mills: { MILL: { KEY: N } }",
		commandOnly: true,
	},
	method: {
		kind: "list",
		value: "MILL:METHOD",
		help: "Serve one mill with QUERY, whose answers shared caches can keep, or with POST; may be repeated.",
		notInFile: "Write it as mills: { MILL: { method: METHOD } }",
		commandOnly: true,
	},
	set: {
		kind: "texts",
		value: "MILL:KEY=VALUE",
		help: "Give a value to a setting that a mill declares; may be repeated. Also the variable GRISTMILL_SET__MILL__KEY.",
		notInFile: "Write it as mills: { MILL: { settings: { KEY: VALUE } } }",
		commandOnly: true,
	},
} as const satisfies SettingTable;

/** How `gristmill serve` itself runs. */
const RUNNING = {
	inspect: {
		kind: "switch",
		help: "Run one worker with a debugger port, without deadline and permission limits.",
		fallback: false,
	},
	processes: {
		kind: "number",
		value: "N",
		least: 1,
		most: 64,
		help: "HTTP processes behind the port, at most 64. They divide workers and limits. For many small calls on many cores.",
		fallback: 1,
		commandOnly: true,
	},
	config: {
		kind: "text",
		value: "FILE",
		help: "Configuration file. Default: gristmill.config.{js,mjs,ts,json} in the working directory.",
		notInFile: "Name the file with --config or GRISTMILL_CONFIG",
		commandOnly: true,
	},
	printConfig: {
		kind: "text",
		alone: "json",
		choices: ["json", "sources"],
		help: "Check the settings, print them as a file and exit; =sources prints the source of each value.",
		notInFile: "Give it as a flag",
		commandOnly: true,
	},
} as const satisfies SettingTable;

/** The settings of `gristmill serve` as sections of its help. */
export const SECTIONS: Readonly<Record<string, SettingTable>> = {
	Address: ADDRESS,
	Mills: MILLS,
	Limits: LIMITS,
	"Access and TLS": AUTH,
	"Metrics, traces and logs": OBSERVABILITY,
	Command: RUNNING,
};

/**
 * Every setting of `gristmill serve`. From this table come the flags, the environment variables, the keys of
 * configuration files, `Settings` of programs, the defaults, the bounds and the documentation.
 */
export const SETTINGS = { ...ADDRESS, ...MILLS, ...LIMITS, ...AUTH, ...OBSERVABILITY, ...RUNNING } as const;

/** The values of `gristmill serve`, given or by default. */
export type ServeValues = Values<typeof SETTINGS>;

/** What only programs can set. */
const PROGRAM = {
	examineEvery: {
		kind: "number",
		least: 1,
		most: 24 * 3_600_000,
		help: "Interval at which mills run their own examples again, in milliseconds.",
		fallback: 300_000,
	},
} as const satisfies SettingTable;

const ALL = { ...SETTINGS, ...PROGRAM } as const;
type All = typeof ALL;

type ServerKey = { [K in keyof All]: All[K] extends { commandOnly: true } ? never : K }[keyof All];

/** The settings that flags and programs share, with the same names, units and defaults. */
export type ServerValues = Values<Pick<All, ServerKey>>;

type Defaults = {
	readonly [K in keyof All as All[K] extends { fallback: unknown } ? K : never]: All[K] extends {
		fallback: infer Default;
	}
		? Default
		: never;
};

/** The defaults, by key. */
export const DEFAULTS = Object.fromEntries(
	Object.entries(ALL as SettingTable).flatMap(([key, { fallback }]) =>
		fallback === undefined ? [] : [[key, fallback]],
	),
) as Defaults;

/** The keys of `ServerValues`. */
export const SERVER_KEYS: readonly ServerKey[] = Object.entries(ALL as SettingTable)
	.filter(([, { commandOnly }]) => !commandOnly)
	.map(([key]) => key as ServerKey);

/** Throws a RangeError that names the first number out of bounds. */
export function mustBeBounded(values: ServerValues): void {
	for (const key of SERVER_KEYS) {
		const { kind, least = 0, most = Number.MAX_SAFE_INTEGER }: SettingTable[string] = ALL[key];
		const value = values[key];
		if (value === undefined || (kind !== "number" && kind !== "bytes")) continue;
		if (!(Number.isInteger(value) && Number(value) >= least && Number(value) <= most))
			throw new RangeError(
				`${key} is ${String(value)}, and must be a whole number from ${least} to ${most}.`,
			);
	}
}
