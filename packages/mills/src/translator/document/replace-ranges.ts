import type { Range } from "./pair.js";

/** Replaces ranges of a text. The text between the ranges stays as it is. */
export function replaceRanges(
	text: string,
	ranges: readonly Range[],
	replacements: readonly string[],
): string {
	let replaced = "";
	let from = 0;
	ranges.forEach(({ start, end }, index) => {
		replaced += text.slice(from, start) + replacements[index];
		from = end;
	});
	return replaced + text.slice(from);
}
