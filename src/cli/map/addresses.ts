import { UsageError } from "../command-error.js";

/** Where a mill is: below each of some bases, or at one address of its own. */
export interface MillPlace {
	readonly bases: readonly string[];
	readonly mill: string;
}

/** Addresses come first; the first word that is none begins the inputs. A file of such a name is written `./http:…`. */
export function splitWords(words: readonly string[]): { urls: string[]; inputs: string[] } {
	const first = words.findIndex((word) => !/^https?:/i.test(word));
	const end = first < 0 ? words.length : first;
	return { urls: words.slice(0, end), inputs: words.slice(end) };
}

/** The last segment before any braces is the mill's name, which must be one on all servers. */
const ADDRESS = /^(https?:\/\/[^/?#]+\/(?:[^?#{]*\/)?)([^/?#{]+.*)$/is;

/** One mill on one or several servers. */
export function placeOf(urls: readonly string[]): MillPlace {
	const [first, ...more] = urls;
	if (first === undefined)
		throw new UsageError("Name an address: gristmill map http://127.0.0.1:8080/word-counter FILES…");
	if (more.length === 0) return { bases: [], mill: first };
	const places = urls.map((url) => {
		const [, base, mill] = ADDRESS.exec(url) ?? [];
		if (base === undefined || mill === undefined)
			throw new UsageError(
				`Give each address with the mill's name, such as http://host/word-counter: ${url}`,
			);
		return { base, mill };
	});
	const mill = places[0]?.mill ?? "";
	const other = places.find((place) => place.mill !== mill);
	if (other) throw new UsageError(`Name the same mill on every server: "${mill}" and "${other.mill}".`);
	return { bases: places.map(({ base }) => base), mill };
}
