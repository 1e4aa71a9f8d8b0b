import type { Level, RowOutcome } from "./outcome.js";
import type { RowContext } from "./row-context.js";

/** One rule of the checklist, and how to check it. */
export interface Row {
	readonly id: string;
	readonly level: Level;
	readonly title: string;
	/** The requests, and the expected answers. */
	readonly how: string;
	/** Runs after the others, because it checks all exchanges of the run. */
	readonly last?: boolean;
	readonly check: (context: RowContext) => Promise<RowOutcome>;
}

/** A rule that requests cannot check, and why. */
export interface UncheckedRow {
	readonly id: string;
	readonly level: Level;
	readonly title: string;
	readonly why: string;
}
