import type { MillSettings } from "./mill-limits.js";
import type { Setting, ValueOf } from "./setting.js";
import type { SETTINGS } from "./table.js";

type Table = typeof SETTINGS;
type FileKey = { [K in keyof Table]: Table[K] extends { notInFile: string } ? never : K }[keyof Table];
type FileValue<S extends Setting> = S["kind"] extends "bytes" ? number | string : ValueOf<S>;

/** `mills` of a file holds more than the flag does. */
type FileSettings = Pick<Table, Exclude<FileKey, "mills">>;

/** A configuration file: the flags of `gristmill serve` in camel case, settings of single mills, and mill files. */
export type Config = {
	readonly [K in keyof FileSettings]?: FileValue<FileSettings[K]>;
} & {
	/** A list chooses mills by name. An object has settings of single mills; `false` leaves a mill out. */
	readonly mills?:
		| readonly string[]
		| Readonly<
				Record<
					string,
					| boolean
					| (Omit<MillSettings, "maxBody" | "maxOutput"> & {
							readonly maxBody?: number | string;
							readonly maxOutput?: number | string;
					  })
				>
		  >;
	/** Mill files. Their paths are relative to the configuration file. */
	readonly files?: readonly string[];
};

/**
 * Returns the configuration unchanged. It lets editors complete and check the keys.
 *
 * @example export default defineConfig({ port: 9000, mills: { tokeniser: { deadline: 500 } } });
 */
export function defineConfig(config: Config): Config {
	return config;
}
