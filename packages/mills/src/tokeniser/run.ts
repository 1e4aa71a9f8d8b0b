import { MiB, Problem } from "gristmill";
import { MOST_HELD, piecesOf } from "../long/held-pieces.js";
import { CLASSES_UNICODE } from "./bpe/classes.js";
import type { BytePairs } from "./bpe/model.js";
import { findSpecial } from "./bpe/special.js";
import { type Choice, checkChoice, isSuppressed, LOCALE, unitOf } from "./choice.js";
import { listChunks } from "./chunks/answer.js";
import { chunk } from "./chunks/chunks.js";
import { Places } from "./chunks/places.js";
import { Collected } from "./collected.js";
import { cutsOf } from "./cuts.js";
import { type Listing, ofBytePairs, ofSegments } from "./listing/listing.js";
import { Memory } from "./segments/memory.js";
import type { Granularity } from "./segments/rules.js";
import { segment } from "./segments/segments.js";
import { suppressionsOf } from "./sentences/parameter.js";
import { suppress } from "./sentences/suppress.js";

/** The Unicode version of segments. It is the engine's version. */
export const SEGMENTS_UNICODE = process.versions.unicode ?? "unknown";

/** Returns the tokens of a text, or its chunks. */
export function tokenise(input: string, encoding: BytePairs | undefined, choice: Choice) {
	checkChoice(encoding, choice);
	if (encoding && choice.chunk !== undefined) return chunked(input, encoding, choice, choice.chunk);
	const tokeniser = new Tokeniser(encoding, choice);
	tokeniser.add(input);
	return tokeniser.finish();
}

/** Returns what `tokenise` returns for the whole text, and keeps no more of the text than must be seen together. */
export async function tokeniseLong(
	chunks: AsyncIterable<string> | Iterable<string>,
	encoding: BytePairs | undefined,
	choice: Choice,
) {
	checkChoice(encoding, choice);
	if (choice.chunk !== undefined) return tokenise(await whole(chunks), encoding, choice);
	const tokeniser = new Tokeniser(encoding, choice);
	for await (const { text } of piecesOf(chunks, cutsOf(encoding, choice))) tokeniser.add(text);
	return tokeniser.finish();
}

/** Where a chunk ends depends on what follows it, so chunks need the whole text. */
async function whole(chunks: AsyncIterable<string> | Iterable<string>): Promise<string> {
	const held: string[] = [];
	let length = 0;
	for await (const one of chunks) {
		length += one.length;
		if (length > MOST_HELD)
			throw new Problem(
				"content-too-large",
				`With chunk, a text has at most ${MOST_HELD / MiB} MiB. Send it in several requests, or omit chunk.`,
			);
		held.push(one);
	}
	return held.join("");
}

/** Finds the tokens of a text that comes in pieces. */
class Tokeniser {
	readonly #encoding: BytePairs | undefined;
	readonly #choice: Choice;
	readonly #collected: Collected;
	readonly #memory = new Memory();

	constructor(encoding: BytePairs | undefined, choice: Choice) {
		this.#encoding = encoding;
		this.#choice = choice;
		this.#collected = new Collected(choice, encoding !== undefined);
	}

	add(piece: string): void {
		this.#collected.add(
			piece,
			this.#encoding ? this.#encoded(piece, this.#encoding) : this.#segmented(piece),
		);
	}

	finish() {
		const { count, total, lists } = this.#collected.finish();
		const unit = unitOf(this.#choice);
		return {
			scheme: this.#choice.scheme,
			unicode: this.#encoding ? CLASSES_UNICODE : SEGMENTS_UNICODE,
			count,
			total,
			truncated: count < total,
			...(unit && { offset_unit: unit }),
			...lists,
		};
	}

	#encoded(piece: string, encoding: BytePairs): Listing {
		const { special } = this.#choice;
		checkSpecial(piece, encoding, special, this.#collected.length);
		return ofBytePairs(piece, encoding, special === "parse");
	}

	#segmented(piece: string): Listing {
		const { scheme, locale = LOCALE } = this.#choice;
		const { ends, wordLike } = segment(piece, scheme as Granularity, locale, this.#memory);
		return ofSegments(piece, isSuppressed(this.#choice) ? suppress(piece, ends, locale) : ends, wordLike);
	}
}

function chunked(input: string, encoding: BytePairs, choice: Choice, size: number) {
	const { scheme, format, locale = LOCALE, overlap = 0, on = "sentence" } = choice;
	checkSpecial(input, encoding, choice.special, 0);
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

/** `begin` is where the piece begins in the text. */
function checkSpecial(piece: string, encoding: BytePairs, special: string, begin: number): void {
	if (special !== "reject") return;
	for (const { name, start } of findSpecial(piece, encoding.special))
		throw new Problem(
			"special-token",
			`The text has ${name} at UTF-16 offset ${begin + start}. Remove it, or choose special=text or special=parse.`,
		);
}
