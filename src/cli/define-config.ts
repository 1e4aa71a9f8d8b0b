import type { MillSettings } from "../http/mill-settings.js";
import type { Flag, Value } from "./flags.js";
import type { SETTINGS } from "./settings-table.js";

type Key<Name extends string> = Name extends `${infer First}-${infer Rest}`
	? `${First}${Capitalize<Key<Rest>>}`
	: Name;

type Table = typeof SETTINGS;
/** The settings that a file can hold; `mills` says more there than on a command line. */
type Name = { [K in keyof Table]: Table[K] extends { notInFile: string } ? never : K }[keyof Table];

type FileValue<F extends Flag> = F["kind"] extends "bytes" ? number | string : Value<F>;

/** A configuration file: each flag of `gristmill serve` in camel case, the settings of single mills, and mill files. */
export type Config = {
	readonly [K in Exclude<Name, "mills"> as Key<K>]?: FileValue<Table[K]>;
} & {
	/** Names choose among the built-in mills; an object sets something for some of all, and `false` leaves one out. */
	readonly mills?:
		| readonly string[]
		| Readonly<
				Record<string, boolean | (Omit<MillSettings, "maxBody"> & { readonly maxBody?: number | string })>
		  >;
	/** Mill files, seen from the configuration file. */
	readonly files?: readonly string[];
};

/**
 * Gives a configuration back as it is: for the sake of editors, which then know every key.
 *
 * @example export default defineConfig({ port: 9000, mills: { tokeniser: { deadline: 500 } } });
 */
export function defineConfig(config: Config): Config {
	return config;
}
