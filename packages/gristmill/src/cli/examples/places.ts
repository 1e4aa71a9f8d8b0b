/** A part of a source text: from the first character to behind the last. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

/** Where a mill file has its examples. */
export interface ExamplePlaces {
	/** The list with its brackets; undefined if the definition has none. */
	readonly list: Span | undefined;
	/** Undefined if the list has something else than written-out examples, such as a spread. */
	readonly examples: readonly ExamplePlace[] | undefined;
	/** Where the definition begins, behind its opening bracket. */
	readonly definition: number;
}

interface ExamplePlace extends Span {
	/** The value of its output, if it is written out. */
	readonly output: Span | undefined;
}
