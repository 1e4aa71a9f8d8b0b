import { isMarked } from "../core/is-a.js";

/** Marks a Crash. A mill may have its own copy of this class, so `instanceof` does not work. */
const BRAND = Symbol.for("gristmill.crash");

/** A mill broke its own contract or threw. The caller learns only that it happened. */
export class Crash extends Error {
	readonly [BRAND] = true;
	override name = "Crash";
	/** The message with names of members that may be input, so no log may contain it. Undefined if it says no more. */
	readonly forAuthor: string | undefined;

	constructor(message: string, { forAuthor, ...options }: ErrorOptions & { forAuthor?: string } = {}) {
		super(message, options);
		this.forAuthor = forAuthor;
	}

	/** Whether a thrown value is a Crash, from any copy of this package. */
	static is(value: unknown): value is Crash {
		return isMarked(value, BRAND);
	}
}

/** The caller closed the connection before the answer was ready. */
export class CallerGone extends Error {
	override name = "CallerGone";
}
