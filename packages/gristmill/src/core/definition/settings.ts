import { didYouMean } from "../closest.js";
import { declaredText, describe, shown } from "../schema/declared-text.js";
import { compile, defaultsOf, type JsonSchema, properties, required } from "../schema/json-schema.js";
import { Type, type UnsafeSchema } from "../schema/type.js";
import type { Example, Mill, SettingValues } from "./mill.js";
import { isObjectSchema } from "./output-rules.js";

/** Marks a setting that names a file. */
const FILE = "x-file";

/**
 * A setting that names a file: `load` and `run` get its URL. Workers may read the file, and its content is part of the digest.
 *
 * @example settings: Type.Object({ model: file({ default: new URL("./small.onnx", import.meta.url) }) })
 */
export function file(
	options: { readonly default?: URL; readonly description?: string } = {},
): UnsafeSchema<URL> {
	const { default: given, ...others } = options;
	return Type.Unsafe<URL>({
		type: "string",
		...others,
		...(given !== undefined && { default: given instanceof URL ? given.href : given }),
		[FILE]: true,
	});
}

export function isFileSetting(schema: JsonSchema): boolean {
	return schema[FILE] === true;
}

/** Whether no output may show the value of a setting. */
export function isSecretSetting(schema: JsonSchema): boolean {
	return schema.secret === true;
}

/** Says what to change in the settings of a definition; undefined if they are valid. */
export function complainAboutSettings(settings: unknown): string | undefined {
	if (!isObjectSchema(settings)) return "The settings must be a Type.Object({ … }).";
	for (const [name, schema] of Object.entries(properties(settings))) {
		// The name of its environment variable must lead back to it: neither dashes nor other letters.
		if (!/^[a-z][a-zA-Z0-9]*(?:_[a-zA-Z0-9]+)*$/.test(name))
			return `The name of the setting "${name}" must be camelCase or snake_case.`;
		if (!declaredText(name, schema))
			return `The setting "${name}" must be a string, a number, a boolean, file(), an enum, or an array of these.`;
		if (isSecretSetting(schema) && "default" in schema)
			return `The secret setting "${name}" has a default, which everyone with the code can read. Remove it.`;
		if (isFileSetting(schema) && "default" in schema && !isFileUrl(schema.default))
			return `The default of the setting "${name}" must be a file URL, such as new URL("./small.onnx", import.meta.url).`;
		if ("default" in schema && !compile(schema).check(schema.default))
			return `The default of the setting "${name}" does not match its schema.`;
	}
	return undefined;
}

/** The settings of a mill that have neither a value nor a default, but need one. */
export function missingSettings({ settings }: Pick<Mill, "settings">, given: SettingValues = {}): string[] {
	const defaults = defaultsOf(settings);
	return required(settings).filter((name) => !Object.hasOwn(given, name) && !Object.hasOwn(defaults, name));
}

/** Says what is wrong with a value that was given for a setting; undefined if it is valid. `of` names the mill. */
export function complainAboutSetting(
	{ settings, name: mill }: Pick<Mill, "settings" | "name">,
	name: string,
	value: unknown,
): string | undefined {
	const known = Object.keys(properties(settings));
	const schema = Object.hasOwn(properties(settings), name) ? properties(settings)[name] : undefined;
	if (!schema) {
		if (known.length === 0) return `Unknown setting "${name}": ${mill} has no settings.`;
		return `Unknown setting "${name}" of ${mill}.${didYouMean(name, known, ` It has ${known.join(", ")}.`)}`;
	}
	if (isFileSetting(schema))
		return isFileUrl(value) ? undefined : `The setting "${name}" of ${mill} must be the URL of a file.`;
	if (compile(schema).check(value)) return undefined;
	const declared = declaredText(name, schema);
	const wanted = declared
		? `${declared.list ? "a list, each " : ""}${describe(declared)}`
		: "what its schema says";
	const found = isSecretSetting(schema) ? "" : ` is ${shownValue(value)}, and`;
	return `The setting "${name}" of ${mill}${found} must be ${wanted}.`;
}

/**
 * The mill with the values that the operator gives to its settings. Examples that were written for other values are left out:
 * they would fail. Throws a RangeError if a setting is unknown, missing or wrong.
 */
export function configured(mill: Mill, given: SettingValues = {}): Mill {
	for (const [name, value] of Object.entries(given)) {
		const complaint = value === undefined ? undefined : complainAboutSetting(mill, name, value);
		if (complaint !== undefined) throw new RangeError(complaint);
	}
	const values = settingValues(mill.settings, given);
	const [missing] = missingSettings(mill, values);
	if (missing !== undefined)
		throw new RangeError(
			`The setting "${missing}" of ${mill.name} is missing. Give it in the configuration as mills: { "${mill.name}": { settings: { ${missing}: … } } }, or as ${settingVariable(mill.name, missing)}.`,
		);
	return { ...mill, settingValues: values, examples: mill.examples.filter((one) => isFor(one, values)) };
}

/** The defaults, and the given values over them. Files become URLs. */
export function settingValues(settings: JsonSchema, given: SettingValues = {}): SettingValues {
	const values: Record<string, unknown> = { ...defaultsOf(settings), ...withoutUndefined(given) };
	for (const [name, schema] of Object.entries(properties(settings)))
		if (isFileSetting(schema) && Object.hasOwn(values, name)) values[name] = new URL(String(values[name]));
	return Object.freeze(values);
}

/** The values as JSON can write them: URLs as text. */
export function plainSettings({ settingValues: values }: Pick<Mill, "settingValues">): SettingValues {
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, value instanceof URL ? value.href : value]),
	);
}

/** The files that the settings of a mill name. */
export function settingFiles({ settingValues: values }: Pick<Mill, "settingValues">): URL[] {
	return Object.values(values).filter((value) => value instanceof URL);
}

/** The environment variable of a setting: `threads` of `word-counter` is `GRISTMILL_SET__WORD_COUNTER__THREADS`. */
export function settingVariable(mill: string, name: string): string {
	return `${SETTING_PREFIX}${variablePart(mill)}__${variablePart(name)}`;
}

export const SETTING_PREFIX = "GRISTMILL_SET__";

/** A name as part of an environment variable: `maxWords`, `max-words` and `max_words` are `MAX_WORDS`. */
export function variablePart(name: string): string {
	return name
		.replace(/[A-Z]/g, (letter) => `_${letter}`)
		.replace(/[^A-Za-z0-9]/g, "_")
		.toUpperCase();
}

/** Whether an example was written for these values. */
function isFor({ settings = {} }: Example, values: SettingValues): boolean {
	return Object.entries(settings).every(([name, value]) => same(value, values[name]));
}

function same(one: unknown, other: unknown): boolean {
	const text = (value: unknown) => JSON.stringify(value instanceof URL ? value.href : value);
	return text(one) === text(other);
}

function isFileUrl(value: unknown): boolean {
	return (value instanceof URL || typeof value === "string") && String(value).startsWith("file:");
}

function shownValue(value: unknown): string {
	return typeof value === "string" ? shown(value) : (JSON.stringify(value)?.slice(0, 40) ?? typeof value);
}

function withoutUndefined(given: SettingValues): SettingValues {
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
