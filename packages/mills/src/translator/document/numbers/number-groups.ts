import type { Language } from "../pair.js";
import { digits, type Found } from "./numbers.js";

// "Call 912 345 678": the groups of a telephone number.
const TELEPHONE =
	/(?<!\p{L})(?:tel|tfno|teléfono|móvil|fax|phone|mobile|call|dial|llam\p{L}{1,4}|marque)(?!\p{L})\P{N}{0,12}$/iu;

/**
 * Joins groups of digits into one number, such as "17 786 419", if `isOne` confirms it.
 *
 * A space alone does not distinguish "20 300 people" from "on the 20th, 300 people", so the other text decides.
 */
export function joinGroups(
	text: string,
	found: readonly Found[],
	to: Language,
	isOne: (digits: string) => boolean,
): Found[] {
	const joined: Found[] = [];
	for (let first = 0; first < found.length; ) {
		const last = lastGroup(text, found, first);
		const [head, tail] = [found[first] as Found, found[last] as Found];
		const source = text.slice(head.start, tail.end);
		if (last > first && isOne(digits(source))) {
			const telephone =
				isTelephone(source) || TELEPHONE.test(text.slice(Math.max(0, head.start - 24), head.start));
			const [whole = "", fraction] = source.split(/[.,]/);
			const grouped = whole.replaceAll(" ", to === "es" ? "." : ",");
			const counted = fraction === undefined ? grouped : `${grouped}${to === "es" ? "," : "."}${fraction}`;
			const target = telephone ? source : counted;
			joined.push({ ...tail, start: head.start, source, target, named: head.named });
			first = last + 1;
		} else joined.push(found[first++] as Found);
	}
	return joined;
}

// "600 123 456" is more often a telephone number than a quantity. Groups with spaces are right for both.
function isTelephone(groups: string): boolean {
	return /^\d{3}(?: \d{3}){2,}$/.test(groups);
}

/** The index of the last number that could be a group of the number that starts at `first`. */
function lastGroup(text: string, found: readonly Found[], first: number): number {
	const { source } = found[first] as Found;
	if (!/^[1-9]\d{0,2}$/.test(source)) return first;
	for (let last = first; ; last++) {
		const [here, next] = [found[last] as Found, found[last + 1]];
		const follows = next !== undefined && next.start === here.end + 1 && text[here.end] === " ";
		if (!follows || !/^\d{3}(?:[.,]\d+)?$/.test(next.source)) return last;
		if (next.source.length > 3) return last + 1;
	}
}

/** Tests whether digits are one number of a text, with or without spaces between its groups. */
export function among(text: string, found: readonly Found[]): (digits: string) => boolean {
	const joined = joinGroups(text, found, "en", () => true);
	const known = new Set([...found, ...joined].map(({ source }) => digits(source)));
	return (number) => known.has(number);
}
