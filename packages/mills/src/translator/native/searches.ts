/** How translations are searched for. */
export interface Search {
	/** The maximum number of translations of a sentence that are continued at the same time. */
	readonly width: number;
	/** A translation is dropped if it is this much less likely (in nats) than the best one of its length. */
	readonly margin: number;
	/** The power of the length by which the score of a translation is divided. Without it, short translations win. */
	readonly lengthPower: number;
	/** A complete translation wins over a start if the start would need more than this many sure tokens to beat it. */
	readonly patience: number;
}

/**
 * The searches of the mill. `best` continues one or two translations in most steps, so a sentence takes about a fifth longer than
 * with the likeliest token alone. `many` finds translations to choose from if the best one fails a check.
 */
export const SEARCHES = {
	best: { width: 4, margin: 0.8, lengthPower: 1, patience: 2 },
	many: { width: 8, margin: 8, lengthPower: 1, patience: 8 },
} as const satisfies Record<string, Search>;
