import { BUILT_IN } from "../mills/built-in.js";
import type { Configuration } from "./config.js";
import { REDACTED } from "./config-file.js";
import { type Flags, keyName } from "./flags.js";
import { SETTINGS } from "./settings-table.js";

/** A setting as it is in force, by its key in the file. */
interface Row {
	readonly key: string;
	readonly value: unknown;
	readonly source: string;
}

/** The whole configuration, as a file that would bring it about; secrets are left to be filled in. */
export function printedConfig(configuration: Configuration, flags: Flags = SETTINGS): string {
	const rows = plainRows(configuration, flags).map(({ key, value }) => [key, value]);
	const mills = millsOf(configuration);
	const all = { ...Object.fromEntries(rows), ...(mills && { mills }), files: configuration.files };
	return `${JSON.stringify(all, null, 2)}\n`;
}

/** The same as a table for people: each value with where it came from. */
export function printedSources(configuration: Configuration, flags: Flags = SETTINGS): string {
	const { settings, mills, millSources, files, filesSource, layers } = configuration;
	const choice = layers.flatMap((layer) => layer.get("mills") ?? []).at(-1);
	const rows: Row[] = [
		...plainRows(configuration, flags),
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

function plainRows({ layers }: Configuration, flags: Flags): Row[] {
	return Object.entries(flags).flatMap(([name, flag]) => {
		const given = layers.flatMap((layer) => layer.get(name) ?? []).at(-1);
		if (!given || flag.notInFile !== undefined || name === "mills") return [];
		return [{ key: keyName(name), value: flag.secret ? REDACTED : given.value, source: given.source }];
	});
}

/** In the file, the choice and the settings of mills have one key: a list where there is only a choice. */
function millsOf({ settings, mills }: Configuration): object | undefined {
	if (Object.keys(mills).length === 0) return settings.mills;
	const left = settings.mills && Object.keys(BUILT_IN).filter((name) => !settings.mills?.includes(name));
	return { ...mills, ...Object.fromEntries((left ?? []).map((name) => [name, false])) };
}
