import { closest } from "../../core/closest.js";
import type { ServerInfo } from "../../documents/server-info.js";
import type { ServedMill } from "./served-mill.js";

/** Returns the address that the first segment of an unknown path may stand for. */
export type Suggest = (segment: string) => string | undefined;

/** Anyone can send unknown paths, so the edit distance is computed for a few names only. */
const MOST_COMPARED = 8;
/** No mill has a longer name. */
const LONGEST = 64;

/**
 * Makes the suggestions of a service. A path is looked up before credentials are checked, so they name only mills that everyone can
 * read in `$list`.
 */
export function suggester(
	info: ServerInfo,
	mills: readonly ServedMill[],
	{ closedDiscovery }: { readonly closedDiscovery: boolean },
): Suggest {
	const isPublic = (name: string) =>
		!closedDiscovery && info.offers("urls", name) && info.offers("list", name);
	const paths = new Map(mills.map(({ mill }) => [mill.name, mill.path] as const));
	const names = [...paths.keys()].filter(isPublic);
	return (segment) => {
		if (segment.length > LONGEST) return undefined;
		const word = segment.toLowerCase();
		const similar = names
			.map((name) => ({ name, letters: shared(word, name) }))
			.filter(({ name, letters }) => 2 * letters >= Math.max(word.length, name.length))
			.sort((a, b) => b.letters - a.letters);
		const found = closest(
			word,
			similar.slice(0, MOST_COMPARED).map(({ name }) => name),
		);
		return found && `${info.publicUrl ?? info.base}/${paths.get(found)}`;
	};
}

/** How many letters two words have in common at their beginning and at their end. */
function shared(a: string, b: string): number {
	const most = Math.min(a.length, b.length);
	let start = 0;
	while (start < most && a[start] === b[start]) start++;
	let end = 0;
	while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
	return start + end;
}
