import type { Flags } from "./flags.js";

/** A command of the program: its place in the help, its flags, and what it does. */
export interface Command {
	/** What stands behind its name. */
	readonly words: string;
	readonly summary: string;
	readonly flags: Flags;
	help(): string;
	run(words: readonly string[]): Promise<void>;
}
