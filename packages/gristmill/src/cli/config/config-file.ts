import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { closest } from "../../core/closest.js";
import { REDACTED } from "../../core/http-words/redact-url.js";
import { isObject } from "../../core/schema/is-object.js";
import { type Bundle, bundle } from "../../mill-files/bundle.js";
import { describeImportError } from "../../mill-files/import-error.js";
import { MillFileError } from "../../mill-files/mill-file-error.js";
import { INSTALLED_MILLS, NAMED_MILLS } from "../../mill-files/named-mills.js";
import type { SettingsByMill } from "../../settings/mill-limits.js";
import { flagName, type Setting, type SettingTable } from "../../settings/setting.js";
import { SETTINGS } from "../../settings/table.js";
import { UsageError } from "../command-line/command-error.js";
import { valueOfJson } from "../command-line/flag-value.js";
import type { Layer, SourcedValue } from "../command-line/flags.js";
import { type Host, pathOn } from "../command-line/host.js";
import { readMillSettings } from "./mill-limits.js";
import { emptyConfig, isPipe, readPipe } from "./piped-config.js";

/** The content of a configuration file. */
export interface ConfigFile {
	/** Its path, as given. */
	readonly file: string;
	/** The file and what it imports, for `gristmill dev`. */
	readonly sources: readonly string[];
	/** The folder that its paths are relative to. */
	readonly folder: string;
	/** Whether it can be read only once. */
	readonly isPipe: boolean;
	readonly settings: Layer;
	readonly mills: SettingsByMill;
	/** Its mill files, relative to the working directory. */
	readonly files: readonly string[] | undefined;
}

const NAMES = ["js", "mjs", "ts", "json"].map((ending) => `gristmill.config.${ending}`);

/** Reads the named file, or the one in the working directory. Undefined if there is none. */
export async function readConfigFile(
	named: string | undefined,
	host: Host,
	{ isPrinted = false } = {},
): Promise<ConfigFile | undefined> {
	const file = named ?? found(host);
	if (file === undefined) return undefined;
	const path = pathOn(host, file);
	if (!existsSync(path)) throw new UsageError(`The configuration file ${file} does not exist.`);
	const piped = isPipe(file, host);
	if (!piped && statSync(path).size === 0) {
		// A shell empties the file of `--print-config > gristmill.config.json` before this program starts.
		if (isPrinted && named === undefined) return undefined;
		throw emptyConfig(file);
	}
	if (!piped && !isScript(file) && isBlank(path)) throw emptyConfig(file);
	const { value, sources } = piped
		? { value: await readPipe(file, host), sources: [] }
		: await imported(path);
	// A pipe lies in no folder of the user's.
	const folder = piped ? "." : dirname(file);
	try {
		return { file, sources, folder, isPipe: piped, ...readConfig(value, { file, folder, cwd: host.cwd }) };
	} catch (error) {
		throw error instanceof UsageError ? new UsageError(`${file}: ${error.message}`) : error;
	}
}

/** Where a configuration is from. */
interface ConfigPlace {
	/** The path of the file, as given. */
	readonly file: string;
	/** The folder that its paths are relative to. */
	readonly folder: string;
	/** The working directory, which the paths are made relative to. */
	readonly cwd: string;
}

/** Checks what a file exports against the table of settings. */
export function readConfig(
	value: unknown,
	place: ConfigPlace,
	table: SettingTable = SETTINGS,
): Pick<ConfigFile, "settings" | "mills" | "files"> {
	const { file } = place;
	if (!isObject(value)) throw noObject(value, file);
	const { mills, files, ...rest } = value;
	const { choice, settings } = readMills(mills);
	const layer = new Map<string, SourcedValue>(
		Object.entries(rest).map(([key, member]) => [key, readKey(key, member, place, table)]),
	);
	if (choice) layer.set("mills", { value: choice, source: file });
	return { settings: layer, mills: settings, files: readFiles(files, place) };
}

function isScript(file: string): boolean {
	return /\.[cm]?[jt]s$/.test(file);
}

/** Whether a file has only white space. The bundler reports a file that cannot be read. */
function isBlank(file: string): boolean {
	try {
		return readFileSync(file, "utf8").trim() === "";
	} catch {
		return false;
	}
}

function noObject(value: unknown, file: string): UsageError {
	if (isScript(file))
		return new UsageError(
			"The configuration file does not export an object as default. Write export default { port: 8080 }.",
		);
	const found = Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`;
	return new UsageError(`The configuration file has ${found}. Write one object of settings, at least {}.`);
}

function found(host: Host): string | undefined {
	const [first, second] = NAMES.filter((name) => existsSync(pathOn(host, name)));
	if (second !== undefined)
		throw new UsageError(
			`There are two configuration files, ${first} and ${second}. Keep one, or name it with --config.`,
		);
	return first;
}

/** JSON is bundled like JavaScript, because the bundler reports the line of a mistake. */
async function imported(file: string): Promise<{ value: unknown; sources: readonly string[] }> {
	let made: Bundle | undefined;
	try {
		made = await bundle(file);
		// Makes stacks show the lines of the file.
		process.setSourceMapsEnabled(true);
		return { value: (await import(made.url.href)).default, sources: made.sources };
	} catch (error) {
		if (error instanceof MillFileError) throw new UsageError(error.message);
		throw made ? new UsageError(describeImportError(error, file, made)) : error;
	}
}

function readKey(key: string, value: unknown, place: ConfigPlace, table: SettingTable): SourcedValue {
	const setting = (Object.hasOwn(table, key) && table[key]) || unknownKey(key, table);
	if (setting.notInFile !== undefined)
		throw new UsageError(`A file cannot have "${key}". ${setting.notInFile}.`);
	if (JSON.stringify(value)?.includes(REDACTED))
		throw new UsageError(`The secret of "${key}" is redacted. Write the secret itself.`);
	const read = valueOfJson(setting, value, `"${key}"`);
	return { value: isPath(String(read), setting) ? fromHere(String(read), place) : read, source: place.file };
}

function isPath(value: string, { path }: Setting): boolean {
	if (path === "program") return value.includes("/");
	// As the reader of keys tells them apart.
	if (path === "file or url") return !/^https?:/i.test(value);
	return path === true;
}

function unknownKey(key: string, table: SettingTable): never {
	const usable = Object.entries(table).filter(([, { notInFile }]) => notInFile === undefined);
	const keys = [...usable.map(([name]) => name), "files"];
	// A flag's name, such as `max-body`.
	const hint = keys.find((name) => flagName(name) === key) ?? closest(key, keys);
	throw new UsageError(`Unknown key "${key}".${hint ? ` Did you mean "${hint}"?` : " Leave it out."}`);
}

/** A list chooses mills by name. An object has settings of single mills, and `false` leaves a mill out. */
function readMills(value: unknown): { choice: readonly string[] | undefined; settings: SettingsByMill } {
	if (value === undefined) return { choice: undefined, settings: {} };
	if (Array.isArray(value))
		return {
			choice: valueOfJson(SETTINGS.mills, value, `"mills"`) as readonly string[],
			settings: {},
		};
	if (!isObject(value))
		throw new UsageError(
			`"mills" is neither a list of names nor an object such as { tokeniser: { deadline: 500 } }.`,
		);
	const rows = Object.entries(value);
	const without = rows.filter(([, member]) => member === false).map(([name]) => name);
	const stray = without.find((name) => !Object.hasOwn(NAMED_MILLS, name));
	if (stray !== undefined) {
		const hint = closest(stray, Object.keys(NAMED_MILLS));
		throw new UsageError(
			`"${stray}" is false, and no such mill is installed.${hint ? ` Did you mean "${hint}"?` : " Leave it out."}`,
		);
	}
	const set = rows.filter(([, member]) => typeof member !== "boolean");
	return {
		choice:
			without.length > 0 ? Object.keys(INSTALLED_MILLS).filter((name) => !without.includes(name)) : undefined,
		settings: Object.fromEntries(
			set.map(([name, member]) => [name, readMillSettings(member, `mills.${name}`)]),
		),
	};
}

function readFiles(value: unknown, place: ConfigPlace): string[] | undefined {
	if (value === undefined) return undefined;
	const files = valueOfJson({ kind: "list", help: "" }, value, `"files"`) as string[];
	return files.map((name) => fromHere(name, place));
}

/** Makes a path in that folder relative to the working directory. A label before it (`v2=./new.ts`) stays. */
function fromHere(path: string, { folder, cwd }: ConfigPlace): string {
	const [, label = "", rest = path] = /^([a-z0-9.]+=)(.*)$/.exec(path) ?? [];
	return label + (relative(cwd, resolve(cwd, folder, rest)) || ".");
}
