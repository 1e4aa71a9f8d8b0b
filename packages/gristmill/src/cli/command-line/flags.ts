import { closest } from "../../core/closest.js";
import {
	flagName,
	type Setting,
	type SettingTable,
	type Values,
	variableName,
} from "../../settings/setting.js";
import { UsageError } from "./command-error.js";
import { valueOfText } from "./flag-value.js";

/** A value and its source: `--port`, `GRISTMILL_PORT`, the name of a file, or "default". */
export interface SourcedValue {
	readonly value: unknown;
	readonly source: string;
}

/** Values from one kind of source, by key. */
export type Layer = ReadonlyMap<string, SourcedValue>;

/** Reads flags, and the other words of a command line. After `--`, no word is a flag. */
export function readFlags<T extends SettingTable>(
	flags: T,
	words: readonly string[],
	/** Given if each flag is also an environment variable. */
	environment: NodeJS.ProcessEnv = {},
): { chosen: Values<T>; rest: string[] } {
	const { given, rest } = readWords(flags, words);
	const layers = [defaultsOf(flags), readEnvironment(flags, environment), given];
	return { chosen: valuesOf<T>(layers), rest };
}

/** Merges layers. Each one wins over those before it. */
export function valuesOf<T extends SettingTable>(layers: readonly Layer[]): Values<T> {
	const rows = layers.flatMap((layer) => [...layer].map(([key, { value }]) => [key, value] as const));
	return Object.fromEntries(rows) as Values<T>;
}

export function defaultsOf(flags: SettingTable): Layer {
	const rows = Object.entries(flags).filter(([, { fallback }]) => fallback !== undefined);
	return new Map(rows.map(([key, { fallback }]) => [key, { value: fallback, source: "default" }]));
}

/** Reads the environment variables of flags. An empty variable counts as not set. */
export function readEnvironment(flags: SettingTable, environment: NodeJS.ProcessEnv): Layer {
	const layer = new Map<string, SourcedValue>();
	for (const [key, flag] of Object.entries(flags)) {
		const source = variableName(key);
		const text = environment[source];
		if (text !== undefined && text !== "") layer.set(key, { value: valueOfText(flag, text, source), source });
	}
	return layer;
}

/** Reads the flags of a command line, and its other words. */
export function readWords(flags: SettingTable, words: readonly string[]): { given: Layer; rest: string[] } {
	const given = new Map<string, SourcedValue>();
	const rest: string[] = [];
	for (let i = 0; i < words.length; i++) {
		const word = words[i] ?? "";
		if (word === "--") {
			rest.push(...words.slice(i + 1));
			break;
		}
		if (!word.startsWith("--")) {
			if (/^-[a-z]/i.test(word)) refuseShort(flags, word);
			rest.push(word);
			continue;
		}
		const equals = word.indexOf("=");
		const source = equals < 0 ? word : word.slice(0, equals);
		const [key, flag] = find(flags, source.slice(2));
		const alone = flag.kind === "switch" ? true : flag.alone;
		if (alone !== undefined && equals < 0) given.set(key, { value: alone, source });
		else {
			const text = equals < 0 ? words[++i] : word.slice(equals + 1);
			if (text === undefined) {
				const dash = flag.dash === undefined ? "" : `, or ${source} - for ${flag.dash}`;
				throw new UsageError(`${source} has no value. Write ${source} ${flag.value ?? ""}${dash}`);
			}
			const value = valueOfText(flag, text, source);
			const before = given.get(key)?.value;
			given.set(key, {
				value: Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value,
				source,
			});
		}
	}
	return { given, rest };
}

/** Formats flags as lines of a help text. */
export function describeFlags(flags: SettingTable): string {
	const words = Object.entries(flags).map(
		([key, { value }]) => `--${flagName(key)}${value ? ` ${value}` : ""}`,
	);
	const width = Math.max(20, ...words.map(({ length }) => length));
	const rows = Object.values(flags).map(({ help, fallback }, i) => {
		const isShown = fallback !== undefined && fallback !== false && fallback !== "";
		return `  ${words[i]?.padEnd(width)} ${help}${isShown ? ` [${fallback}]` : ""}`;
	});
	return rows.join("\n");
}

/** One dash begins no flag of ours, and hardly ever a file. */
function refuseShort(flags: SettingTable, word: string): never {
	const hint = Object.keys(flags)
		.map(flagName)
		.find((name) => name.startsWith(word.slice(1)));
	throw new UsageError(
		`Unknown flag ${word}.${hint ? ` Did you mean --${hint}?` : ""} For a file of this name, write ./${word}`,
	);
}

function find(flags: SettingTable, name: string): [string, Setting] {
	const found = Object.entries(flags).find(([key]) => flagName(key) === name);
	if (found) return found;
	const hint = closest(name, Object.keys(flags).map(flagName));
	throw new UsageError(`Unknown flag --${name}.${hint ? ` Did you mean --${hint}?` : " Leave it out."}`);
}
