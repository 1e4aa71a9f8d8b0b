import { closest } from "../core/closest.js";
import { UsageError } from "./command-error.js";
import { valueOfText } from "./flag-value.js";

/** One flag of a command. */
export interface Flag {
	/** A `list` is divided by commas and may be repeated; `texts` may be repeated and is taken as it is. */
	readonly kind: "text" | "number" | "bytes" | "list" | "texts" | "switch";
	readonly help: string;
	/** What stands for the value in the help. */
	readonly value?: string;
	/** The smallest number, 0 where it is left out, and the largest. */
	readonly least?: number;
	readonly most?: number;
	/** The only values of a text. */
	readonly choices?: readonly string[];
	/** The value of a flag that stands alone; another follows behind an equals sign only. */
	readonly alone?: string;
	readonly fallback?: string | number | boolean;
	/** Whether it is a path: in a configuration file it is meant from where that file lies. */
	readonly path?: boolean;
	/** Whether nobody may see it: printed configurations leave it out. */
	readonly secret?: boolean;
	/** Why it has no place in a configuration file: what to do instead. */
	readonly notInFile?: string;
}

/** The flags of a command, by name. */
export type Flags = Readonly<Record<string, Flag>>;

/** What a flag's value is. */
export type Value<F extends Flag> = F["kind"] extends "number" | "bytes"
	? number
	: F["kind"] extends "switch"
		? boolean
		: F["kind"] extends "list" | "texts"
			? readonly string[]
			: F extends { choices: readonly (infer Choice)[] }
				? Choice
				: string;

/** The flags that were chosen or have a fallback. */
export type Chosen<F extends Flags> = { [K in keyof F]?: Value<F[K]> };

/** A value and where it came from: `--port`, `GRISTMILL_PORT`, the name of a file, or "default". */
export interface Given {
	readonly value: unknown;
	readonly source: string;
}

/** Values by the names of their flags. */
export type Layer = ReadonlyMap<string, Given>;

/** Reads flags over fallbacks, and the words that stand between them; behind `--` nothing is a flag. */
export function readFlags<F extends Flags>(
	flags: F,
	words: readonly string[],
	/** Where each flag is also a variable. */
	environment: NodeJS.ProcessEnv = {},
): { chosen: Chosen<F>; rest: string[] } {
	const { given, rest } = readWords(flags, words);
	const layers = [fallbacksOf(flags), readEnvironment(flags, environment), given];
	return { chosen: chosenOf<F>(layers), rest };
}

/** The values of layers, each over those before it. */
export function chosenOf<F extends Flags>(layers: readonly Layer[]): Chosen<F> {
	const rows = layers.flatMap((layer) => [...layer].map(([name, { value }]) => [name, value] as const));
	return Object.fromEntries(rows) as Chosen<F>;
}

export function fallbacksOf(flags: Flags): Layer {
	const rows = Object.entries(flags).filter(([, { fallback }]) => fallback !== undefined);
	return new Map(rows.map(([name, { fallback }]) => [name, { value: fallback, source: "default" }]));
}

/** The layer of the environment, where each flag is a variable: GRISTMILL_ and its name. An empty one is none. */
export function readEnvironment(flags: Flags, environment: NodeJS.ProcessEnv): Layer {
	const layer = new Map<string, Given>();
	for (const [name, flag] of Object.entries(flags)) {
		const source = variableName(name);
		const text = environment[source];
		if (text !== undefined && text !== "")
			layer.set(name, { value: valueOfText(flag, text, source), source });
	}
	return layer;
}

/** The layer of the command line, and the words between the flags. */
export function readWords(flags: Flags, words: readonly string[]): { given: Layer; rest: string[] } {
	const given = new Map<string, Given>();
	const rest: string[] = [];
	for (let i = 0; i < words.length; i++) {
		const word = words[i] ?? "";
		if (word === "--") {
			rest.push(...words.slice(i + 1));
			break;
		}
		if (!word.startsWith("--")) {
			rest.push(word);
			continue;
		}
		const equals = word.indexOf("=");
		const name = word.slice(2, equals < 0 ? undefined : equals);
		const source = `--${name}`;
		const flag = find(flags, name);
		const alone = flag.kind === "switch" ? true : flag.alone;
		if (alone !== undefined && equals < 0) given.set(name, { value: alone, source });
		else {
			const text = equals < 0 ? words[++i] : word.slice(equals + 1);
			if (text === undefined) throw new UsageError(`Give ${source} a value: ${source} ${flag.value ?? ""}`);
			const value = valueOfText(flag, text, source);
			const before = given.get(name)?.value;
			given.set(name, {
				value: Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value,
				source,
			});
		}
	}
	return { given, rest };
}

export function variableName(name: string): string {
	return `GRISTMILL_${name.replaceAll("-", "_").toUpperCase()}`;
}

/** The name of a flag as a key: `max-body` is `maxBody`. */
export function keyName(name: string): string {
	return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The flags as lines of a help text. */
export function describeFlags(flags: Flags): string {
	const rows = Object.entries(flags).map(([name, flag]) => {
		const word = `--${name}${flag.value ? ` ${flag.value}` : ""}`;
		const fallback = flag.fallback === undefined || flag.fallback === false || flag.fallback === "";
		return `  ${word.padEnd(20)} ${flag.help}${fallback ? "" : ` [${flag.fallback}]`}`;
	});
	return rows.join("\n");
}

function find(flags: Flags, name: string): Flag {
	const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
	if (flag) return flag;
	const hint = closest(name, Object.keys(flags));
	throw new UsageError(`Leave out the unknown flag --${name}.${hint ? ` Did you mean --${hint}?` : ""}`);
}
