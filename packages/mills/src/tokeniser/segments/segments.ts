import type { Segments } from "./columns.js";
import type { Memory } from "./memory.js";
import { type Granularity, Rules } from "./rules.js";

/** The rules of a locale cost some milliseconds and up to a megabyte. The most recently used ones are kept. */
const KEPT = 64;
const kept = new Map<string, Rules>();

/**
 * Divides a text as `Intl.Segmenter` does, in linear time on every version of Node. Throws a RangeError if the locale is
 * not a BCP 47 tag, so call `complainAboutLocale` first. The pieces of a long text share a memory.
 * @example segment("Hi there", "word", "en").ends // 2, 3, 8
 */
export function segment(text: string, granularity: Granularity, locale: string, memory?: Memory): Segments {
	const key = `${granularity} ${Intl.getCanonicalLocales(locale)[0]}`;
	const rules = kept.get(key) ?? new Rules(granularity, locale);
	kept.delete(key);
	kept.set(key, rules);
	const [oldest] = kept.keys();
	if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
	return rules.divide(text, memory).finish();
}
