import type { Segments } from "../tokeniser/segments/columns.js";
import type { Granularity } from "../tokeniser/segments/rules.js";

/** How `Intl.Segmenter` divides a whole text, in a form that shows well where two answers differ. */
export function segmenterAnswer(text: string, granularity: Granularity, locale: string): string {
	const segmenter = new Intl.Segmenter(locale, { granularity });
	return Array.from(
		segmenter.segment(text),
		({ index, segment, isWordLike }) => `${index + segment.length}${isWordLike ? "w" : ""}`,
	).join(" ");
}

/** Segments in the same form. */
export function written({ ends, wordLike }: Segments): string {
	return Array.from(ends, (end, i) => `${end}${wordLike?.[i] ? "w" : ""}`).join(" ");
}
