import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { closest } from "../../core/closest.js";
import type { Mill, SettingValues } from "../../core/definition/mill.js";
import {
	complainAboutSetting,
	isFileSetting,
	isSecretSetting,
	SETTING_PREFIX,
	settingVariable,
	variablePart,
} from "../../core/definition/settings.js";
import { REDACTED } from "../../core/http-words/redact-url.js";
import { declaredText, readScalar } from "../../core/schema/declared-text.js";
import { type JsonSchema, properties } from "../../core/schema/json-schema.js";
import { importMill, type MillModule } from "../../runtime/loading/import-mill.js";
import type { SettingsByMill } from "../../settings/mill-limits.js";
import { UsageError } from "../command-line/command-error.js";
import type { Host } from "../command-line/host.js";

/** A value for a setting of a mill, as it was given: the mill is not known yet. */
export interface GivenValue {
	/** The name of the mill and of the setting. A variable has them in capitals. */
	readonly mill: string;
	readonly setting: string;
	/** A JSON value of a configuration file, or a text. */
	readonly value: unknown;
	readonly from: "file" | "variable" | "flag";
	/** The file, the variable or the flag. */
	readonly source: string;
	/** Relative paths of files start here. */
	readonly folder: string;
}

/** A value of a mill's setting, given or by default. */
export interface EffectiveValue {
	readonly mill: string;
	readonly setting: string;
	readonly value: unknown;
	readonly source: string;
	readonly secret: boolean;
}

/** Mills by the name that settings use: `word-counter`, or `v2/word-counter` for one of a version. */
export type NamedMills = ReadonlyMap<string, Mill>;

/** Imports mills. `versions` are those that are served below a version. */
export async function millsByName(
	main: readonly MillModule[],
	versions: Readonly<Record<string, readonly MillModule[]>> = {},
): Promise<NamedMills> {
	const rows = Object.entries({ "": main, ...versions }).flatMap(([label, modules]) =>
		modules.map(async ({ url }) => {
			const mill = await importMill(url.href);
			return [label === "" ? mill.name : `${label}/${mill.name}`, mill] as const;
		}),
	);
	return new Map(await Promise.all(rows));
}

/** The values of the environment: `GRISTMILL_SET__WORD_COUNTER__THREADS=2`. */
export function valuesOfEnvironment({ env, cwd }: Host): GivenValue[] {
	const rows = Object.entries(env).filter(
		([name, text]) => name.startsWith(SETTING_PREFIX) && text !== undefined && text !== "",
	);
	return rows.map(([source, value]) => {
		const [, mill = "", setting = ""] =
			/^([A-Z][A-Z0-9_]*?)__([A-Z][A-Z0-9_]*)$/.exec(source.slice(SETTING_PREFIX.length)) ?? [];
		if (mill === "")
			throw new UsageError(
				`The variable ${source} is not of the form ${SETTING_PREFIX}MILL__KEY, such as ${settingVariable("word-counter", "threads")}.`,
			);
		return { mill, setting, value, from: "variable", source, folder: cwd };
	});
}

/** The values of `--set MILL:KEY=VALUE`. */
export function valuesOfFlags(words: readonly string[], source: string, { cwd }: Host): GivenValue[] {
	return words.map((word) => {
		const [, mill = "", setting = "", value = ""] = /^([^:=]+):([^:=]+)=(.*)$/s.exec(word) ?? [];
		if (mill === "")
			throw new UsageError(`${source} "${word}" is not MILL:KEY=VALUE, such as word-counter:threads=2.`);
		return { mill, setting, value, from: "flag", source, folder: cwd };
	});
}

/**
 * Turns given values into those of the mills' settings, the later over the earlier. Throws a UsageError that names the source of
 * a value that is wrong.
 */
export function settle(
	given: readonly GivenValue[],
	mills: NamedMills,
): { readonly values: ReadonlyMap<string, SettingValues>; readonly rows: readonly EffectiveValue[] } {
	const found = new Map<string, Map<string, { value: unknown; source: string }>>();
	for (const one of given) {
		const [name, mill] = millOf(one, mills);
		const setting = settingOf(one, mill);
		const schema = properties(mill.settings)[setting] ?? {};
		if (isSecretSetting(schema) && one.from === "flag")
			throw new UsageError(
				`Other users can read a command line. Give the secret setting as ${settingVariable(name, setting)} or in the configuration file.`,
			);
		if (isSecretSetting(schema) && one.value === REDACTED)
			throw new UsageError(`${one.source}: The secret of "${setting}" is redacted. Write the secret itself.`);
		const value = read(one, schema);
		const complaint = complainAboutSetting(mill, setting, value);
		if (complaint !== undefined) throw new UsageError(`${one.source}: ${complaint}`);
		const own = found.get(name) ?? new Map();
		found.set(name, own.set(setting, { value, source: one.source }));
	}
	const rows = [...mills].flatMap(([name, mill]) => rowsOf(name, mill, found.get(name) ?? new Map()));
	const values = [...found].map(
		([name, own]) =>
			[name, Object.fromEntries([...own].map(([setting, { value }]) => [setting, value]))] as const,
	);
	return { values: new Map(values), rows };
}

/** Puts values of settings beside the limits of the mills. */
export function withValues(
	mills: SettingsByMill,
	values: ReadonlyMap<string, SettingValues>,
): SettingsByMill {
	const names = new Set([...Object.keys(mills), ...values.keys()]);
	return Object.fromEntries(
		[...names].map((name) => {
			const { settings: _, ...limits } = (Object.hasOwn(mills, name) && mills[name]) || {};
			const settings = values.get(name);
			return [name, settings ? { ...limits, settings } : limits];
		}),
	);
}

function millOf({ mill: word, from, source }: GivenValue, mills: NamedMills): [string, Mill] {
	const isNamed = (name: string) => (from === "variable" ? variablePart(name) === word : name === word);
	const found = [...mills].find(([name]) => isNamed(name));
	if (found) return found;
	const names = [...mills.keys()];
	const hint = closest(from === "variable" ? word.toLowerCase().replaceAll("_", "-") : word, names);
	throw new UsageError(
		`${source}: The mill "${word}" is not served.${hint ? ` Did you mean "${hint}"?` : ` Served: ${names.join(", ")}.`}`,
	);
}

/** The name of a setting. On the command line, `max-words` means `maxWords`, as in other flags. */
function settingOf({ setting: word, from, source }: GivenValue, mill: Mill): string {
	const names = Object.keys(properties(mill.settings));
	const part = from === "variable" ? word : variablePart(word);
	const found =
		names.find((name) => name === word) ??
		(from === "file" ? undefined : names.find((name) => variablePart(name) === part));
	if (found !== undefined) return found;
	const shown = from === "variable" ? word.toLowerCase() : word;
	throw new UsageError(`${source}: ${complainAboutSetting(mill, shown, undefined)}`);
}

/** The value with its type. A text that is none stays a text, which the schema then rejects. */
function read({ value, from, folder }: GivenValue, schema: JsonSchema): unknown {
	if (isFileSetting(schema)) {
		if (typeof value !== "string" || value === "") return value;
		return value.startsWith("file:") ? value : pathToFileURL(resolve(folder, value)).href;
	}
	const declared = from === "file" ? undefined : declaredText("", schema);
	if (!declared) return value;
	const text = String(value);
	const one = (word: string) => readScalar(declared.scalar, word) ?? word;
	return declared.list ? text.split(",").map((word) => one(word.trim())) : one(text);
}

function rowsOf(
	name: string,
	mill: Mill,
	own: ReadonlyMap<string, { readonly value: unknown; readonly source: string }>,
): EffectiveValue[] {
	return Object.entries(properties(mill.settings)).flatMap(([setting, schema]) => {
		const given = own.get(setting);
		if (!given && !("default" in schema)) return [];
		const { value, source } = given ?? { value: schema.default, source: "default" };
		return [{ mill: name, setting, value, source, secret: isSecretSetting(schema) }];
	});
}
