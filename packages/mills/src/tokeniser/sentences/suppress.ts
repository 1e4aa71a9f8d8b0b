import { goesOnAfterStop } from "./after-stop.js";
import { type Language, languageOf } from "./language.js";
import { Urls } from "./urls.js";

/** A line break always ends a sentence by rule SB4. */
const HARD_BREAK = /[\n\r\u0085\u2028\u2029]/;
const SPACE = /\s/;
const OPENING = /[\p{Ps}\p{Pi}]/u;
const CLOSING = /[\p{Pe}\p{Pf}"']/u;
const TERMINAL = /[.!?…。！？．｡‼⁇⁈⁉]/u;
const LOWER = /\p{Ll}/u;
/** Japanese closes a quotation within the sentence that quotes it. */
const QUOTED = /^(?:と|って|との|という|など|も|は|が|を|に|の|で)/;

/**
 * Returns the ends of sentences without those after abbreviations, initials, ordinals and list numbers, inside URLs, and
 * inside a sentence that quotes another. An opening bracket begins the next sentence. `ends` are those of UAX #29. Each
 * end depends on a bounded number of characters around it and on the white space before it, so the time is linear.
 * @example suppress("Dr. No. Yes.", Uint32Array.of(4, 8, 12), "en") // 8, 12
 */
export function suppress(text: string, ends: Uint32Array, locale: string): Uint32Array {
	const language = languageOf(locale);
	const urls = new Urls(text);
	const kept = new Uint32Array(ends.length);
	let count = 0;
	let start = 0;
	for (let i = 0; i < ends.length; i++) {
		const end = ends[i] as number;
		const last = end === text.length;
		const moved = last ? end : move(text, start, end, language);
		// A moved end may reach the next one.
		if (moved <= start) continue;
		if (!last && goesOn(text, start, moved, language, urls)) continue;
		kept[count++] = moved;
		start = moved;
	}
	return kept.slice(0, count);
}

/**
 * UAX #29 puts an opening bracket without a space before it in the sentence that ends, and "»" after a space in the
 * next one.
 */
function move(text: string, start: number, end: number, language: Language): number {
	let at = end;
	while (at - 1 > start && OPENING.test(text.charAt(at - 1))) at--;
	if (at < end) return TERMINAL.test(text.charAt(at - 1)) || CLOSING.test(text.charAt(at - 1)) ? at : end;
	if (!language.closesWithGuillemet || text.charAt(at) !== "»" || HARD_BREAK.test(text.charAt(at - 1)))
		return end;
	at++;
	while (at < text.length && text.charAt(at) === " ") at++;
	return at;
}

function goesOn(text: string, start: number, end: number, language: Language, urls: Urls): boolean {
	let stop = end;
	while (stop > start && SPACE.test(text.charAt(stop - 1))) {
		if (HARD_BREAK.test(text.charAt(stop - 1))) return false;
		stop--;
	}
	const mark = text.charAt(stop - 1);
	if (stop === end && urls.holds(end)) return true;
	if (mark === ".") return stop < end && goesOnAfterStop(text, start, stop, end, language);
	if (language.isJapanese && /[」』）]/.test(mark)) return QUOTED.test(text.slice(end, end + 2));
	// "Really?" he asked. Without the quotation mark it is more often careless writing: "you ok? i am".
	return CLOSING.test(mark) && LOWER.test(String.fromCodePoint(text.codePointAt(end) ?? 0));
}
