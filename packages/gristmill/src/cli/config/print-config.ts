import { REDACTED, redactUrl } from "../../core/http-words/redact-url.js";
import type { SettingTable } from "../../settings/setting.js";
import { SETTINGS } from "../../settings/table.js";
import { INSTALLED_MILLS } from "../serve/named-mills.js";
import type { Configuration } from "./read-settings.js";

/** The effective value of a setting. */
interface EffectiveSetting {
	readonly key: string;
	readonly value: unknown;
	readonly source: string;
}

/** Prints the configuration as a configuration file. Secrets are redacted. */
export function printedConfig(configuration: Configuration, table: SettingTable = SETTINGS): string {
	const rows = plainRows(configuration, table).map(({ key, value }) => [key, value]);
	const mills = millsOf(configuration);
	const all = { ...Object.fromEntries(rows), ...(mills && { mills }), files: configuration.files };
	return `${JSON.stringify(all, null, 2)}\n`;
}

/** Prints the configuration as a table: each value with its source. */
export function printedSources(configuration: Configuration, table: SettingTable = SETTINGS): string {
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
function millsOf({ settings, mills }: Configuration): object | undefined {
	if (Object.keys(mills).length === 0) return settings.mills;
	const left =
		settings.mills && Object.keys(INSTALLED_MILLS).filter((name) => !settings.mills?.includes(name));
	return { ...mills, ...Object.fromEntries((left ?? []).map((name) => [name, false])) };
}
