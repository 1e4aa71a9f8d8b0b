import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { closest } from "../core/closest.js";
import { isObject } from "../core/is-object.js";
import type { SettingsByMill } from "../http/mill-settings.js";
import { BUILT_IN, CHOICE } from "../mills/built-in.js";
import { type Bundle, bundle } from "./bundle.js";
import { CommandError, UsageError } from "./command-error.js";
import { valueOfJson } from "./flag-value.js";
import { type Flags, type Given, keyName, type Layer } from "./flags.js";
import { describeImportError } from "./import-error.js";
import { readMillSettings } from "./mill-settings-table.js";
import { SETTINGS } from "./settings-table.js";

/** What a configuration file says. */
export interface ConfigFile {
	/** As it was named. */
	readonly file: string;
	/** The files that it was made from, for watching. */
	readonly sources: readonly string[];
	readonly settings: Layer;
	readonly mills: SettingsByMill;
	/** The mill files that it names, seen from the working directory. */
	readonly files: readonly string[] | undefined;
}

const NAMES = ["js", "mjs", "ts", "json"].map((ending) => `gristmill.config.${ending}`);

/** Reads the file that is named, or the one of the working directory; undefined where there is none. */
export async function readConfigFile(named: string | undefined): Promise<ConfigFile | undefined> {
	const file = named ?? found();
	if (file === undefined) return undefined;
	if (!existsSync(file)) throw new UsageError(`Name a configuration file that exists: ${file}.`);
	// A shell empties the file of `--print-config > gristmill.config.json` before we are called.
	if (statSync(file).size === 0) return undefined;
	const { value, sources } = await imported(file);
	try {
		return { file, sources, ...readConfig(value, file) };
	} catch (error) {
		// Every complaint is about this file.
		throw error instanceof UsageError ? new UsageError(`${file}: ${error.message}`) : error;
	}
}

/** Reads what a file exports, by the table of settings. */
export function readConfig(
	value: unknown,
	file: string,
	flags: Flags = SETTINGS,
): Omit<ConfigFile, "file" | "sources"> {
	if (!isObject(value))
		throw new UsageError("Export one object of settings as default: export default { port: 8080 }.");
	const { mills, files, ...rest } = value;
	const { choice, settings } = readMills(mills);
	const layer = new Map<string, Given>(
		Object.entries(rest).map(([key, member]) => readKey(key, member, file, flags)),
	);
	if (choice) layer.set("mills", { value: choice, source: file });
	return { settings: layer, mills: settings, files: readFiles(files, file) };
}

function found(): string | undefined {
	const [first, second] = NAMES.filter((name) => existsSync(name));
	if (second !== undefined)
		throw new UsageError(`Keep one configuration file, or name it with --config: ${first} and ${second}.`);
	return first;
}

/** JSON goes the same way as JavaScript: the bundler says where the mistake is. */
async function imported(file: string): Promise<{ value: unknown; sources: readonly string[] }> {
	let made: Bundle | undefined;
	try {
		made = await bundle(file);
		// The lines in a stack are then those of the file.
		process.setSourceMapsEnabled(true);
		return { value: (await import(made.url.href)).default, sources: made.sources };
	} catch (error) {
		if (error instanceof CommandError) throw new UsageError(error.message);
		throw made ? new UsageError(describeImportError(error, file, made)) : error;
	}
}

function readKey(key: string, value: unknown, file: string, flags: Flags): [string, Given] {
	const [name, flag] =
		Object.entries(flags).find(([name]) => keyName(name) === key) ?? unknownKey(key, flags);
	if (flag.notInFile !== undefined) throw new UsageError(`${flag.notInFile}: "${key}" has no place here.`);
	if (flag.secret && value === REDACTED)
		throw new UsageError(`Write the secret of "${key}": it is redacted.`);
	const read = valueOfJson(flag, value, `"${key}"`);
	return [name, { value: flag.path ? fromHere(String(read), file) : read, source: file }];
}

/** What stands for a secret wherever a configuration is printed. */
export const REDACTED = "[redacted]";

function unknownKey(key: string, flags: Flags): never {
	const usable = Object.entries(flags).filter(([, { notInFile }]) => notInFile === undefined);
	const keys = [...usable.map(([name]) => keyName(name)), "files"];
	// `max-body` is a slip of its own kind: the name is right and its form is not.
	const hint = keys.includes(keyName(key)) ? keyName(key) : closest(key, keys);
	throw new UsageError(`Leave out the unknown key "${key}".${hint ? ` Did you mean "${hint}"?` : ""}`);
}

/** A list chooses among the built-in mills; an object sets something for some, and leaves out those with `false`. */
function readMills(value: unknown): { choice: readonly string[] | undefined; settings: SettingsByMill } {
	if (value === undefined) return { choice: undefined, settings: {} };
	if (Array.isArray(value))
		return {
			choice: valueOfJson(SETTINGS.mills, value, `"mills"`) as readonly string[],
			settings: {},
		};
	if (!isObject(value))
		throw new UsageError(
			`Give "mills" as a list of names, or as an object such as { tokeniser: { deadline: 500 } }.`,
		);
	const rows = Object.entries(value);
	const without = rows.filter(([, member]) => member === false).map(([name]) => name);
	const stray = without.find((name) => !Object.hasOwn(CHOICE, name));
	if (stray !== undefined) {
		const hint = closest(stray, Object.keys(CHOICE));
		throw new UsageError(
			`Leave out built-in mills only with false: "${stray}".${hint ? ` Did you mean "${hint}"?` : ""}`,
		);
	}
	const set = rows.filter(([, member]) => typeof member !== "boolean");
	return {
		choice: without.length > 0 ? Object.keys(BUILT_IN).filter((name) => !without.includes(name)) : undefined,
		settings: Object.fromEntries(
			set.map(([name, member]) => [name, readMillSettings(member, `mills.${name}`)]),
		),
	};
}

function readFiles(value: unknown, file: string): string[] | undefined {
	if (value === undefined) return undefined;
	const files = valueOfJson({ kind: "list", help: "" }, value, `"files"`) as string[];
	return files.map((name) => fromHere(name, file));
}

/** A path of the file, seen from the working directory. A label before it (`v2=./new.ts`) stays. */
function fromHere(path: string, file: string): string {
	const [, label = "", rest = path] = /^([a-z0-9.]+=)(.*)$/.exec(path) ?? [];
	return label + (relative(process.cwd(), resolve(join(dirname(file)), rest)) || ".");
}
