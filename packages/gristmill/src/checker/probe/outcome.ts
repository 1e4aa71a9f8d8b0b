/** The level of a row: a failed MUST row means that it is not a mill, SHOULD is a warning, INFO is a note. */
export type Level = "MUST" | "SHOULD" | "INFO";

/** The outcome of a row. */
export type RowOutcome =
	| { readonly kind: "pass"; readonly note?: string }
	| {
			readonly kind: "fail";
			/** What the row found. */
			readonly evidence: string;
			/** How to fix it. */
			readonly advice: string;
			/** Set if this failure has a lower level than the row. */
			readonly level?: Level;
	  }
	| { readonly kind: "skip"; readonly reason: string };

export function pass(note?: string): RowOutcome {
	return note === undefined ? { kind: "pass" } : { kind: "pass", note };
}

export function fail(evidence: string, advice: string, level?: Level): RowOutcome {
	return level === undefined ? { kind: "fail", evidence, advice } : { kind: "fail", evidence, advice, level };
}

export function skip(reason: string): RowOutcome {
	return { kind: "skip", reason };
}

/** The reason for rows that need the result of the plain call, which M1 checks. */
export const NO_RESULT = "the plain call is not answered with 200 (M1)";

/** The reason for rows that need a result as a whole, if only its beginning was read. */
export const TOO_LONG = "the result is too long to be read: give a smaller input with --input FILE";

/** The reason for rows that compare answers, if the server put off every repetition. */
export const PUT_OFF =
	"the server put off every repetition (429, 502, 503 or 504): lower --rate, or check when it is less busy";

/** How the reason begins if a row threw. The server is not to blame, and the other rows are still of use. */
export const CHECKER_FAILED = "gristmill check itself failed; please report this";

/** Thrown to skip a row: a document is missing, or the time is up. */
export class Skipped extends Error {
	override name = "Skipped";
}
