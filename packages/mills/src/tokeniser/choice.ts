import { Problem } from "gristmill";
import type { BytePairs } from "./bpe/model.js";
import type { ChunkUnit } from "./chunks/places.js";
import type { Format } from "./listing/budget.js";
import type { Unit } from "./listing/spans.js";
import { complainAboutLocale } from "./segments/locale.js";
import { type Suppressions, suppressionsOf } from "./sentences/parameter.js";

/** The choices of a caller. */
export interface Choice {
	readonly scheme: string;
	readonly format: Format;
	readonly offsets: Unit | "none";
	readonly special: string;
	readonly truncate: string;
	readonly locale?: string;
	readonly suppressions?: Suppressions;
	readonly max_tokens?: number;
	readonly chunk?: number;
	readonly overlap?: number;
	readonly on?: ChunkUnit;
}

/** The machine's own locale is never used, so the same call has the same answer everywhere. */
export const LOCALE = "en";

/** Refuses parameters that do not fit together. It needs no text. */
export function checkChoice(encoding: BytePairs | undefined, choice: Choice): void {
	if (choice.chunk !== undefined) {
		checkChunks(encoding, choice, choice.chunk);
		return;
	}
	for (const name of ["overlap", "on"] as const)
		if (choice[name] !== undefined)
			refuse(`${name} divides the text into chunks. Add chunk, or omit ${name}.`);
	if (encoding) checkEncoding(choice);
	else checkSegments(choice);
}

function checkChunks(encoding: BytePairs | undefined, choice: Choice, size: number): void {
	const { format, locale = LOCALE, overlap = 0 } = choice;
	if (!encoding)
		refuse(`A chunk counts the tokens of an encoding. Choose one, for example scheme=o200k_base.`);
	if (format === "ids") refuse("Chunks have no ids. Choose format=objects, columns or count.");
	if (choice.max_tokens !== undefined)
		refuse("chunk already limits the tokens of each chunk. Omit max_tokens.");
	if (overlap > size / 2) refuse(`The overlap is ${overlap} of ${size} tokens. Choose at most half a chunk.`);
	checkLocale(locale);
}

function checkEncoding({ scheme, locale, suppressions }: Choice): void {
	if (locale !== undefined) refuse(`scheme=${scheme} has no rules that depend on the locale. Omit locale.`);
	if (suppressions !== undefined) refuse(`scheme=${scheme} finds no sentences. Omit suppressions.`);
}

function checkSegments({ scheme, format, special, locale = LOCALE, suppressions }: Choice): void {
	if (format === "ids") refuse(`scheme=${scheme} has no ids. Choose another format.`);
	if (special !== "text") refuse(`scheme=${scheme} has no special tokens. Omit special.`);
	if (suppressions !== undefined && scheme !== "sentence")
		refuse(`scheme=${scheme} finds no sentences. Omit suppressions.`);
	checkLocale(locale);
}

function checkLocale(locale: string): void {
	const complaint = complainAboutLocale(locale);
	if (complaint !== undefined) refuse(complaint);
}

function refuse(detail: string): void {
	throw new Problem("bad-parameter", detail);
}

/** Returns the unit of the offsets, if the answer has offsets. */
export function unitOf({ format, offsets }: Choice): Unit | undefined {
	return offsets === "none" || format === "ids" || format === "count" ? undefined : offsets;
}

/** Returns whether sentences do not end after abbreviations. */
export function isSuppressed({ scheme, locale = LOCALE, suppressions }: Choice): boolean {
	return scheme === "sentence" && suppressionsOf(locale, suppressions) === "standard";
}
