/** One setting of the server, or one flag of a command. */
export interface Setting {
	/** A `list` is split at commas and may be repeated. `texts` may be repeated and is not split. */
	readonly kind: "text" | "number" | "bytes" | "list" | "texts" | "switch";
	readonly help: string;
	/** The placeholder of the value in help texts. */
	readonly value?: string;
	/** What the value `-` stands for, if it is not a name. */
	readonly dash?: string;
	/** The smallest number, 0 by default, and the largest. */
	readonly least?: number;
	readonly most?: number;
	/** The accepted values of a text. */
	readonly choices?: readonly string[];
	/** A text that may replace the list in programs and configuration files. */
	readonly word?: string;
	/** The value of a flag without a value. Another value must follow an equals sign. */
	readonly alone?: string;
	readonly fallback?: string | number | boolean;
	/**
	 * Whether it is a path. In a configuration file, paths are relative to that file. A program without a slash is on PATH. A "file or
	 * url" that begins with http: or https: is an address.
	 */
	readonly path?: boolean | "program" | "file or url";
	/** Whether printed configurations redact it. */
	readonly secret?: boolean;
	/** Whether only the command line has it. Every other setting is a key of `Settings` too. */
	readonly commandOnly?: boolean;
	/** Why a configuration file cannot have it: what to do instead. */
	readonly notInFile?: string;
}

/** Settings by name. `maxBody` is the flag `--max-body` and the variable `GRISTMILL_MAX_BODY`. */
export type SettingTable = Readonly<Record<string, Setting>>;

/** The type of a setting's value. */
export type ValueOf<S extends Setting> = S["kind"] extends "number" | "bytes"
	? number
	: S["kind"] extends "switch"
		? boolean
		: S["kind"] extends "list" | "texts"
			? readonly string[] | (S extends { word: infer Word } ? Word : never)
			: S extends { choices: readonly (infer Choice)[] }
				? Choice
				: string;

/** The values of a table. It maps the keys as they are, so that editors lead from a key to its row. */
export type Values<T extends SettingTable> = { readonly [K in keyof T]?: ValueOf<T[K]> };

/** The name of a setting as a flag: `maxBody` is `max-body`. */
export function flagName(key: string): string {
	return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The name of a setting as an environment variable: `maxBody` is `GRISTMILL_MAX_BODY`. */
export function variableName(key: string): string {
	return `GRISTMILL_${flagName(key).replaceAll("-", "_").toUpperCase()}`;
}
