import type { SettingTable } from "../../settings/setting.js";
import type { Host } from "./host.js";

/** A command of the program. */
export interface Command {
	readonly flags: SettingTable;
	help(): string;
	/** Resolves to the exit code, or to undefined if the command goes on until a signal ends it. */
	run(words: readonly string[], host: Host): Promise<number | undefined>;
}

/** A row of the table of commands. A command is loaded only when it is called. */
interface CommandEntry {
	/** Its arguments, for the help. */
	readonly words: string;
	/** How many of its first arguments are mills, for completion. */
	readonly mills?: number;
	readonly summary: string;
	load(): Promise<Command>;
}

/** The commands by name, in the order of the help. */
export type CommandTable = Readonly<Record<string, CommandEntry>>;
