import { closest } from "../core/closest.js";
import { UsageError } from "./command-error.js";

/** One setting: `--public-url`, `GRISTMILL_PUBLIC_URL` and `publicUrl` are the same. */
export interface Setting {
	readonly kind: "text" | "number" | "list" | "switch";
	readonly help: string;
	/** What stands for the value in the help. */
	readonly value?: string;
	/** The largest number. */
	readonly most?: number;
	readonly fallback?: string | number | boolean;
}

/** Every setting of `gristmill serve`, by the name of its flag. */
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
	cors: { kind: "list", value: "ORIGIN", help: 'Let pages of this origin call; "*" for all.' },
	hide: {
		kind: "list",
		value: "WHAT",
		help: "Do not offer: negotiation, links, urls, schema, xml-schema, description, list; or MILL:WHAT.",
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
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
type Value<S extends Setting> = S["kind"] extends "number"
	? number
	: S["kind"] extends "switch"
		? boolean
		: S["kind"] extends "list"
			? readonly string[]
			: string;

/** The settings that were chosen or have a fallback. */
export type Chosen = { [K in SettingName]?: Value<(typeof SETTINGS)[K]> };

/** Reads flags over environment variables over fallbacks, and the files that stand between the flags. */
export function readSettings(
	words: readonly string[],
	environment: NodeJS.ProcessEnv,
): { settings: Chosen; files: string[] } {
	const settings: Record<string, unknown> = {};
	for (const [name, setting] of entries()) {
		if (setting.fallback !== undefined) settings[name] = setting.fallback;
		const variable = variableName(name);
		const text = environment[variable];
		if (text !== undefined && text !== "") settings[name] = read(setting, text, variable);
	}
	const files: string[] = [];
	const lists = new Map<string, string[]>();
	for (let i = 0; i < words.length; i++) {
		const word = words[i] ?? "";
		if (!word.startsWith("--")) {
			files.push(word);
			continue;
		}
		const equals = word.indexOf("=");
		const name = word.slice(2, equals < 0 ? undefined : equals);
		const setting = find(name);
		if (setting.kind === "switch" && equals < 0) settings[name] = true;
		else {
			const text = equals < 0 ? words[++i] : word.slice(equals + 1);
			if (text === undefined)
				throw new UsageError(`Give --${name} a value: --${name} ${setting.value ?? ""}`);
			const value = read(setting, text, `--${name}`);
			// A list may be given in several flags.
			if (Array.isArray(value)) lists.set(name, [...(lists.get(name) ?? []), ...value]);
			else settings[name] = value;
		}
	}
	for (const [name, value] of lists) settings[name] = value;
	return { settings: settings as Chosen, files };
}

export function variableName(name: string): string {
	return `GRISTMILL_${name.replaceAll("-", "_").toUpperCase()}`;
}

function entries(): [string, Setting][] {
	return Object.entries(SETTINGS);
}

function find(name: string): Setting {
	const setting = entries().find(([known]) => known === name)?.[1];
	if (setting) return setting;
	const hint = closest(name, Object.keys(SETTINGS));
	throw new UsageError(`Leave out the unknown flag --${name}.${hint ? ` Did you mean --${hint}?` : ""}`);
}

function read(setting: Setting, text: string, where: string): unknown {
	switch (setting.kind) {
		case "text":
			return text;
		case "list":
			return text
				.split(",")
				.map((word) => word.trim())
				.filter((word) => word !== "");
		case "switch":
			if (text === "true" || text === "1") return true;
			if (text === "false" || text === "0") return false;
			throw new UsageError(`Give ${where} as true or false: "${text}".`);
		case "number":
			if (/^\d{1,9}$/.test(text) && Number(text) <= (setting.most ?? 1e9)) return Number(text);
			throw new UsageError(`Give ${where} as a whole number from 0 to ${setting.most ?? 1e9}: "${text}".`);
	}
}
