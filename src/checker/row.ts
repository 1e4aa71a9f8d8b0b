import type { Context } from "./context.js";

/** How much a row weighs: MUST rows fail a mill, SHOULD rows warn, INFO rows report. */
export type Level = "MUST" | "SHOULD" | "INFO";

/** What a row found. */
export type Outcome =
	| { readonly kind: "pass"; readonly note?: string }
	| {
			readonly kind: "fail";
			/** What was seen. */
			readonly evidence: string;
			/** What to do about it. */
			readonly advice: string;
			/** Where this way of failing weighs less than the row. */
			readonly level?: Level;
	  }
	| { readonly kind: "skip"; readonly reason: string };

/** One rule of the checklist, and how to find out whether a server keeps it. */
export interface Row {
	readonly id: string;
	readonly level: Level;
	readonly title: string;
	/** What is asked. */
	readonly how: string;
	/** Judges what the other rows saw, so it runs behind them. */
	readonly last?: boolean;
	readonly check: (context: Context) => Promise<Outcome>;
}

/** A rule that no probe can check, and what would. */
export interface UncheckedRow {
	readonly id: string;
	readonly level: Level;
	readonly title: string;
	readonly why: string;
}

export function pass(note?: string): Outcome {
	return note === undefined ? { kind: "pass" } : { kind: "pass", note };
}

export function fail(evidence: string, advice: string, level?: Level): Outcome {
	return level === undefined ? { kind: "fail", evidence, advice } : { kind: "fail", evidence, advice, level };
}

export function skip(reason: string): Outcome {
	return { kind: "skip", reason };
}

/** Ends a row early from within what it calls: a document that is not there, no time left. */
export class Skipped extends Error {
	override name = "Skipped";
}
