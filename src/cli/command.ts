import type { Flags } from "./flags.js";

/** A command of the program: its flags, its help, and what it does. */
export interface Command {
	readonly flags: Flags;
	help(): string;
	run(words: readonly string[]): Promise<void>;
}
