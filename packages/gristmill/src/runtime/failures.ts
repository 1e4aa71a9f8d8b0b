/** A mill broke its own contract or threw. The caller learns only that it happened. */
export class Crash extends Error {
	override name = "Crash";
	/** The message with names of members that may be input, so no log may contain it. Undefined if it says no more. */
	readonly forAuthor: string | undefined;

	constructor(message: string, { forAuthor, ...options }: ErrorOptions & { forAuthor?: string } = {}) {
		super(message, options);
		this.forAuthor = forAuthor;
	}
}

/** The caller closed the connection before the answer was ready. */
export class CallerGone extends Error {
	override name = "CallerGone";
}
