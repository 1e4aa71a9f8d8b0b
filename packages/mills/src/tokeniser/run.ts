import { Problem } from "gristmill";
import { list } from "./answer.js";
import { CLASSES_UNICODE } from "./bpe/classes.js";
import type { BytePairs } from "./bpe/model.js";
import { findSpecial } from "./bpe/special.js";
import { listChunks } from "./chunks/answer.js";
import { chunk } from "./chunks/chunks.js";
import { type ChunkUnit, Places } from "./chunks/places.js";
import type { Format } from "./listing/budget.js";
import { type Listing, ofBytePairs, ofSegments } from "./listing/listing.js";
import type { Unit } from "./listing/spans.js";
import { complainAboutLocale } from "./segments/locale.js";
import type { Granularity } from "./segments/rules.js";
import { segment } from "./segments/segments.js";
import { type Suppressions, suppressionsOf } from "./sentences/parameter.js";
import { suppress } from "./sentences/suppress.js";

/** The choices of a caller. */
interface Choice {
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
const LOCALE = "en";

/** The Unicode version of segments. It is the engine's version. */
export const SEGMENTS_UNICODE = process.versions.unicode ?? "unknown";

/** Returns the tokens of a text, or its chunks. */
export function tokenise(input: string, encoding: BytePairs | undefined, choice: Choice) {
	if (choice.chunk !== undefined) return chunked(input, encoding, choice, choice.chunk);
	for (const name of ["overlap", "on"] as const)
		if (choice[name] !== undefined) refuse(`Add chunk, or omit ${name}: it divides the text into chunks.`);
	const { scheme, format, truncate } = choice;
	const listing = encoding ? encoded(input, encoding, choice) : segmented(input, choice);
	const { count: total } = listing;
	const count = Math.min(total, choice.max_tokens ?? total);
	const range = truncate === "end" ? { from: 0, to: count } : { from: total - count, to: total };
	const unit = unitOf(choice);
	return {
		scheme,
		unicode: encoding ? CLASSES_UNICODE : SEGMENTS_UNICODE,
		count,
		total,
		truncated: count < total,
		...(unit && { offset_unit: unit }),
		...list(input, listing, format, range, unit),
	};
}

function chunked(input: string, encoding: BytePairs | undefined, choice: Choice, size: number) {
	const { scheme, format, locale = LOCALE, overlap = 0, on = "sentence" } = choice;
	if (!encoding)
		throw refusal(`Choose an encoding, for example scheme=o200k_base: a chunk counts its tokens.`);
	if (format === "ids") refuse("Choose format=objects, columns or count: chunks have no ids.");
	if (choice.max_tokens !== undefined) refuse("Omit max_tokens: chunk limits the tokens of each chunk.");
	if (overlap > size / 2) refuse(`Choose an overlap of at most half a chunk: ${overlap} of ${size} tokens.`);
	checkLocale(locale);
	checkSpecial(input, encoding, choice.special);
	const parse = choice.special === "parse";
	// A chunk must not end after "Dr.", because no caller wants that.
	const places = new Places(input, locale, suppressionsOf(locale, choice.suppressions) ?? "standard");
	const encode = (part: string) => encoding.encode(part, parse);
	const chunks = chunk(input, encode, places, { size, overlap, on });
	const unit = unitOf(choice);
	return {
		scheme,
		unicode: CLASSES_UNICODE,
		count: chunks.counts.length,
		total: encode(input).count,
		truncated: false,
		...(unit && { offset_unit: unit }),
		...listChunks(input, chunks, format, unit),
	};
}

/** Returns the unit of the offsets, if the answer has offsets. */
function unitOf({ format, offsets }: Choice): Unit | undefined {
	return offsets === "none" || format === "ids" || format === "count" ? undefined : offsets;
}

function encoded(input: string, encoding: BytePairs, choice: Choice): Listing {
	const { scheme, special, locale, suppressions } = choice;
	if (locale !== undefined) refuse(`Omit locale: scheme=${scheme} has no rules that depend on it.`);
	if (suppressions !== undefined) refuse(`Omit suppressions: scheme=${scheme} finds no sentences.`);
	checkSpecial(input, encoding, special);
	return ofBytePairs(input, encoding, special === "parse");
}

function checkSpecial(input: string, encoding: BytePairs, special: string): void {
	if (special !== "reject") return;
	for (const { name, start } of findSpecial(input, encoding.special))
		throw new Problem(
			"special-token",
			`The text has ${name} at UTF-16 offset ${start}. Remove it, or choose special=text or special=parse.`,
		);
}

function segmented(input: string, choice: Choice): Listing {
	const { format, special, locale = LOCALE, suppressions } = choice;
	const granularity = choice.scheme as Granularity;
	if (format === "ids") refuse(`Choose another format: scheme=${granularity} has no ids.`);
	if (special !== "text") refuse(`Omit special: scheme=${granularity} has no special tokens.`);
	if (suppressions !== undefined && granularity !== "sentence")
		refuse(`Omit suppressions: scheme=${granularity} finds no sentences.`);
	checkLocale(locale);
	const { ends, wordLike } = segment(input, granularity, locale);
	if (granularity !== "sentence" || suppressionsOf(locale, suppressions) !== "standard")
		return ofSegments(input, ends, wordLike);
	return ofSegments(input, suppress(input, ends, locale), wordLike);
}

function checkLocale(locale: string): void {
	const complaint = complainAboutLocale(locale);
	if (complaint !== undefined) refuse(complaint);
}

function refuse(detail: string): void {
	throw refusal(detail);
}

function refusal(detail: string): Problem {
	return new Problem("bad-parameter", detail);
}
