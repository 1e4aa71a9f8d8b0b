import { closest } from "../core/closest.js";
import { UsageError } from "./command-error.js";

/** One flag of a command. */
export interface Flag {
	/** A `list` is divided by commas and may be repeated; `texts` may be repeated and is taken as it is. */
	readonly kind: "text" | "number" | "list" | "texts" | "switch";
	readonly help: string;
	/** What stands for the value in the help. */
	readonly value?: string;
	/** The smallest number, 0 where it is left out, and the largest. */
	readonly least?: number;
	readonly most?: number;
	/** The only values of a text. */
	readonly choices?: readonly string[];
	readonly fallback?: string | number | boolean;
}

/** The flags of a command, by name. */
export type Flags = Readonly<Record<string, Flag>>;

type Value<F extends Flag> = F["kind"] extends "number"
	? number
	: F["kind"] extends "switch"
		? boolean
		: F["kind"] extends "list" | "texts"
			? readonly string[]
			: string;

/** The flags that were chosen or have a fallback. */
export type Chosen<F extends Flags> = { [K in keyof F]?: Value<F[K]> };

/** Reads flags over fallbacks, and the words that stand between them; behind `--` nothing is a flag. */
export function readFlags<F extends Flags>(
	flags: F,
	words: readonly string[],
	/** Where each flag is also a variable: GRISTMILL_ and its name. */
	environment: NodeJS.ProcessEnv = {},
): { chosen: Chosen<F>; rest: string[] } {
	const chosen: Record<string, unknown> = {};
	for (const [name, flag] of Object.entries(flags)) {
		if (flag.fallback !== undefined) chosen[name] = flag.fallback;
		const variable = variableName(name);
		const text = environment[variable];
		if (text !== undefined && text !== "") chosen[name] = read(flag, text, variable);
	}
	const rest: string[] = [];
	const lists = new Map<string, string[]>();
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
		const flag = find(flags, name);
		if (flag.kind === "switch" && equals < 0) chosen[name] = true;
		else {
			const text = equals < 0 ? words[++i] : word.slice(equals + 1);
			if (text === undefined) throw new UsageError(`Give --${name} a value: --${name} ${flag.value ?? ""}`);
			const value = read(flag, text, `--${name}`);
			if (Array.isArray(value)) lists.set(name, [...(lists.get(name) ?? []), ...value]);
			else chosen[name] = value;
		}
	}
	for (const [name, value] of lists) chosen[name] = value;
	return { chosen: chosen as Chosen<F>, rest };
}

export function variableName(name: string): string {
	return `GRISTMILL_${name.replaceAll("-", "_").toUpperCase()}`;
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

function read(flag: Flag, text: string, where: string): unknown {
	switch (flag.kind) {
		case "text":
			if (flag.choices === undefined || flag.choices.includes(text)) return text;
			throw new UsageError(`Give ${where} as ${flag.choices.join(" or ")}: "${text}".`);
		case "texts":
			return [text];
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
			return readNumber(flag, text, where);
	}
}

function readNumber({ least = 0, most = 1e9 }: Flag, text: string, where: string): number {
	const value = Number(text);
	if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return value;
	throw new UsageError(`Give ${where} as a whole number from ${least} to ${most}: "${text}".`);
}
