import { fileURLToPath } from "node:url";
import { REDACTED, redactUrl } from "../../core/http-words/redact-url.js";
import { INSTALLED_MILLS } from "../../mill-files/named-mills.js";
import type { SettingTable } from "../../settings/setting.js";
import { SETTINGS } from "../../settings/table.js";
import type { EffectiveValue } from "./mill-values.js";
import type { Configuration } from "./read-settings.js";

/** The effective value of a setting. */
interface EffectiveSetting {
	readonly key: string;
	readonly value: unknown;
	readonly source: string;
}

/** Prints the configuration as a configuration file. Secrets are redacted. `values` are those of the mills' settings. */
export function printedConfig(
	configuration: Configuration,
	values: readonly EffectiveValue[] = [],
	table: SettingTable = SETTINGS,
): string {
	const rows = plainRows(configuration, table).map(({ key, value }) => [key, value]);
	const mills = millsOf(configuration, values);
	const all = { ...Object.fromEntries(rows), ...(mills && { mills }), files: configuration.files };
	return `${JSON.stringify(all, null, 2)}\n`;
}

/** Prints the configuration as a table: each value with its source. */
export function printedSources(
	configuration: Configuration,
	values: readonly EffectiveValue[] = [],
	table: SettingTable = SETTINGS,
): string {
	const { settings, mills, millSources, files, filesSource, layers } = configuration;
	const choice = layers.flatMap((layer) => layer.get("mills") ?? []).at(-1);
	const rows: EffectiveSetting[] = [
		...plainRows(configuration, table),
		...(choice ? [{ key: "mills", value: settings.mills, source: choice.source }] : []),
		...Object.entries(mills).flatMap(([name, own]) =>
			Object.entries(own).map(([key, value]) => ({
				key: `mills.${name}.${key}`,
				value,
				source: millSources.get(`${name}.${key}`) ?? "",
			})),
		),
		...values.map((one) => ({
			key: `mills.${one.mill}.settings.${one.setting}`,
			value: printedValue(one),
			source: one.source,
		})),
		{ key: "files", value: files, source: filesSource },
	];
	const cells = rows.map(({ key, value, source }) => [key, JSON.stringify(value), source] as const);
	const width = (column: 0 | 1) => Math.max(...cells.map((row) => row[column].length));
	const [first, second] = [width(0), Math.min(40, width(1))];
	return cells
		.map(([key, value, source]) => `${key.padEnd(first)}  ${value.padEnd(second)}  ${source}\n`)
		.join("");
}

function plainRows({ layers }: Configuration, table: SettingTable): EffectiveSetting[] {
	return Object.entries(table).flatMap(([key, setting]) => {
		const given = layers.flatMap((layer) => layer.get(key) ?? []).at(-1);
		if (!given || setting.notInFile !== undefined || key === "mills") return [];
		return [{ key, value: setting.secret ? REDACTED : redacted(given.value), source: given.source }];
	});
}

/** Redacts the credentials in URLs. */
function redacted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(redacted);
	return typeof value === "string" ? redactUrl(value) : value;
}

/** In a file, `mills` is a list if mills are only chosen, else an object. */
function millsOf({ settings, mills }: Configuration, values: readonly EffectiveValue[]): object | undefined {
	const own: Record<string, object> = { ...mills };
	for (const one of values) {
		// A default file is somewhere in the installation. Another machine has it in another place.
		if (one.source === "default" && isFile(one.value)) continue;
		const before = (Object.hasOwn(own, one.mill) && own[one.mill]) || {};
		const set = "settings" in before ? (before.settings as object) : {};
		own[one.mill] = { ...before, settings: { ...set, [one.setting]: printedValue(one) } };
	}
	if (Object.keys(own).length === 0) return settings.mills;
	const left =
		settings.mills && Object.keys(INSTALLED_MILLS).filter((name) => !settings.mills?.includes(name));
	return { ...own, ...Object.fromEntries((left ?? []).map((name) => [name, false])) };
}

function printedValue({ value, secret }: EffectiveValue): unknown {
	if (secret) return REDACTED;
	return isFile(value) ? fileURLToPath(String(value)) : value;
}

function isFile(value: unknown): boolean {
	return (typeof value === "string" || value instanceof URL) && String(value).startsWith("file:");
}
