import { digits, type Found } from "./numbers.js";

// The words between the ends of a range: "2 a 3", "90 % y el 100 %".
const BETWEEN = /^[\s%]*(?:a|al|y|o|to|and|or)\s(?:el |los |las )?$/;

/** The missing numbers, without those of ranges that one text writes with a dash and the other with a word. */
export function withoutRanges(
	missing: readonly Found[],
	answer: string,
	there: readonly Found[],
	free: Set<number>,
): readonly Found[] {
	const rest = new Set(missing);
	for (const want of missing) {
		const [low, high] = ends(want);
		if (low === undefined || high === undefined) continue;
		for (const index of free) {
			const [left, right] = [there[index] as Found, there[index + 1]];
			if (right === undefined || !free.has(index + 1)) continue;
			if (digits(left.source) !== digits(low) || digits(right.source) !== digits(high)) continue;
			if (!BETWEEN.test(answer.slice(left.end, right.start))) continue;
			free.delete(index);
			free.delete(index + 1);
			rest.delete(want);
			break;
		}
	}
	for (const index of [...free])
		for (const end of ends(there[index] as Found))
			for (const want of rest)
				if (digits(want.source) === digits(end)) {
					free.delete(index);
					rest.delete(want);
					break;
				}
	return [...rest];
}

function ends({ source }: Found): string[] {
	return /^[^–-]+[–-][^–-]+$/.test(source) ? source.split(/[–-]/) : [];
}
