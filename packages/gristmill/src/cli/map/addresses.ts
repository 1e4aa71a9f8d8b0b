import { isUrl } from "../client/mill-address.js";
import { UsageError } from "../command-line/command-error.js";

/**
 * The mill is first: its name, or its URLs up to the first word that is not a URL. The inputs follow. A file whose name looks
 * like a URL is written `./http:…`.
 */
export function splitWords(words: readonly string[]): { mills: string[]; inputs: string[] } {
	const first = words.findIndex((word) => !isUrl(word));
	const end = first < 0 ? words.length : Math.max(1, first);
	return { mills: words.slice(0, end), inputs: words.slice(end) };
}

/** The last segment before any braces is the name of the mill, which must be the same on all servers. */
const ADDRESS = /^(https?:\/\/[^/?#]+\/(?:[^?#{]*\/)?)([^/?#{]+.*)$/is;

/** Where a mill is: below several bases, or at one URL. */
export function placeOf(urls: readonly string[]): {
	readonly bases: readonly string[];
	readonly mill: string;
} {
	const [first, ...more] = urls;
	if (first === undefined)
		throw new UsageError(
			"The mill is missing. Give its URL, its file or its name: gristmill map word-counter FILES…",
		);
	if (more.length === 0) return { bases: [], mill: first };
	const places = urls.map((url) => {
		const [, base, mill] = ADDRESS.exec(url) ?? [];
		if (base === undefined || mill === undefined)
			throw new UsageError(`${url} has no name of a mill. Give each URL as http://host/word-counter.`);
		return { base, mill };
	});
	const mill = places[0]?.mill ?? "";
	const other = places.find((place) => place.mill !== mill);
	if (other)
		throw new UsageError(`"${mill}" and "${other.mill}" are different mills. Give URLs of the same mill.`);
	return { bases: places.map(({ base }) => base), mill };
}
