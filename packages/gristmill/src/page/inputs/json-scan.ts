import type { Refused } from "./input.js";

/** Says where a text stops being JSON; undefined if it is JSON. */
export function jsonComplaint(text: string): Refused | undefined {
	try {
		JSON.parse(text);
		return undefined;
	} catch {
		// Browsers say the place in different ways, or not at all.
		const { at } = scanJson(text);
		const before = text.slice(0, at).split("\n");
		const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
		const detail =
			at === text.length
				? `The text ends at ${place}, and its JSON is not complete.`
				: `The text is not JSON from ${place} on.`;
		return { title: "Not JSON", detail };
	}
}

const SPACE = /[\t\n\r ]*/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
/** What ends a string, begins an escape, or may not be in a string: a character below U+0020. */
const SPECIAL = /["\\]|[^\P{Cc}\x7f-\x9f]/gu;

/** The end of what the pattern finds exactly here; undefined if it finds nothing. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The end of the string that begins here, or where it breaks. */
function stringEnd(text: string, at: number): { readonly end: number; readonly isBroken: boolean } {
	for (let from = at + 1; ; ) {
		const next = endOf(SPECIAL, text, from);
		if (next === undefined) return { end: text.length, isBroken: true };
		const mark = text[next - 1];
		if (mark === '"') return { end: next, isBroken: false };
		const escaped = endOf(ESCAPE, text, next - 1);
		if (escaped === undefined) return { end: next - 1, isBroken: true };
		from = escaped;
	}
}

/**
 * `at` is where the first character stands that cannot continue or end the JSON before it; of a word or number it is the first one.
 * `kept` is the start of the text as JSON of its own: cut behind its last whole member or item, or within a string, and closed there.
 * @example scanJson('{"a":[1,2,{"b":').kept // '{"a":[1,2]}'
 */
export function scanJson(text: string): { readonly at: number; readonly kept: string } {
	/** What closes the lists and objects that are open. */
	const open: string[] = [];
	let wants: "value" | "item" | "name" | "member" | "colon" | "next" = "value";
	/** The end of the last whole member or item, and how many lists and objects were open there. */
	let [cut, depth] = [0, 0];
	const keep = (end: number) => {
		[cut, depth] = [end, open.length];
	};
	const broken = (at: number, more = "") => ({
		at,
		kept: `${text.slice(0, cut)}${more}${open.slice(0, depth).toReversed().join("")}`,
	});
	for (let at = 0; ; at++) {
		at = endOf(SPACE, text, at) ?? at;
		const mark = text.charAt(at);
		const inner = open.at(-1);
		const wantsName: boolean = wants === "name" || wants === "member";
		// An empty list or object may be closed at once, but not behind a comma.
		if (mark === inner && (wants === "next" || wants === "item" || wants === "member")) {
			open.pop();
			keep(at + 1);
			wants = "next";
		} else if (wants === "next" && mark === "," && inner) {
			keep(at);
			wants = inner === "}" ? "name" : "value";
		} else if (wants === "colon" && mark === ":") wants = "value";
		else if (wants === "next" || wants === "colon") return broken(at);
		else if (!wantsName && (mark === "{" || mark === "[")) {
			open.push(mark === "{" ? "}" : "]");
			if (!inner) keep(at + 1);
			wants = mark === "{" ? "member" : "item";
		} else {
			const { end, isBroken } =
				mark === '"'
					? stringEnd(text, at)
					: { end: (wantsName ? undefined : endOf(SCALAR, text, at)) ?? at, isBroken: false };
			if (isBroken && !wantsName) keep(end);
			if (isBroken || end === at) return broken(end, isBroken && !wantsName ? '"' : "");
			at = end - 1;
			wants = wantsName ? "colon" : "next";
		}
	}
}
