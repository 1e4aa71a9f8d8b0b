import { isMarked } from "./is-a.js";

/**
 * Marks a Problem. A mill file may be bundled with its own copy of this class, so `instanceof` does not work.
 */
const BRAND = Symbol.for("gristmill.problem");

/**
 * A failure that is reported to the caller. `run` throws it with a code that the mill declares.
 *
 * @example throw new Problem("no-face", "The picture was decoded, but it shows no face.");
 */
export class Problem extends Error {
	readonly [BRAND] = true;
	readonly code: string;
	readonly detail: string | undefined;
	/** Further members of the problem document, such as `maxBytes`. */
	readonly members: Readonly<Record<string, unknown>>;

	constructor(code: string, detail?: string, members: Readonly<Record<string, unknown>> = {}) {
		super(detail ? `${code}: ${detail}` : code);
		this.name = "Problem";
		this.code = code;
		this.detail = detail;
		this.members = members;
	}

	/** Whether a thrown value is a Problem, from any copy of this package. */
	static is(value: unknown): value is Problem {
		return isMarked(value, BRAND);
	}
}
