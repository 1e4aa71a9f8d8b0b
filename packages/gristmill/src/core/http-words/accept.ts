import { splitOutsideQuotes } from "./header-list.js";
import { parseEssence } from "./media-type.js";

/** One acceptable member of an Accept header: a media range and its weight. */
export interface Range {
	/** `type/subtype`, `type/*` or the full wildcard, in lower case. */
	readonly range: string;
	/** 0 to 1; 0 means "not this". */
	readonly q: number;
}

const ANYTHING: readonly Range[] = [{ range: "*/*", q: 1 }];
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Reads an Accept header. A malformed member is ignored; a header without one good member
 * counts as absent, and an absent one accepts everything (RFC 9110 §12.5.1).
 */
export function parseAccept(header: string | undefined): readonly Range[] {
	if (header === undefined) return ANYTHING;
	const ranges: Range[] = [];
	for (const member of splitOutsideQuotes(header, ",")) {
		const range = parseRange(member);
		if (range) ranges.push(range);
	}
	return ranges.length > 0 ? ranges : ANYTHING;
}

function parseRange(member: string): Range | undefined {
	const [head = "", ...parameters] = splitOutsideQuotes(member, ";");
	const range = parseEssence(head);
	if (range === undefined || (range.startsWith("*/") && range !== "*/*")) return undefined;
	let q = 1;
	for (const parameter of parameters) {
		const [name = "", value = ""] = parameter.trim().split("=", 2);
		// Other parameters are not compared: what we offer has none that changes its meaning,
		// and RFC 8259 §11 gives `charset` no effect on JSON.
		if (name.trim().toLowerCase() !== "q") continue;
		if (!WEIGHT.test(value.trim())) return undefined;
		q = Number(value);
	}
	return { range, q };
}

/** The weight of a media type that is named exactly, without wildcards; undefined if it is not named. */
export function namedWeight(ranges: readonly Range[], essence: string): number | undefined {
	return ranges.find(({ range }) => range === essence)?.q;
}

/** The weight of a media type by its most specific range (RFC 9110 §12.5.1); 0 if none matches. */
export function weight(ranges: readonly Range[], essence: string): number {
	const family = `${essence.slice(0, essence.indexOf("/"))}/*`;
	return namedWeight(ranges, essence) ?? namedWeight(ranges, family) ?? namedWeight(ranges, "*/*") ?? 0;
}

/** The offered type with the highest weight; the first of equal ones; undefined if none is acceptable. */
export function prefer<T extends string>(
	offered: readonly T[],
	weigh: (essence: T) => number,
): T | undefined {
	let best: T | undefined;
	let most = 0;
	for (const essence of offered) {
		const q = weigh(essence);
		if (q > most) [best, most] = [essence, q];
	}
	return best;
}
