import { parseAccept, type Range } from "../../core/http-words/accept.js";
import type { HttpRequest } from "../wire/message.js";

/** The cache is cleared at this size. Callers choose the keys, so it must be bounded. */
const MOST_REMEMBERED = 256;

/** Caches the results of a pure function. Errors are not cached. */
export function memo<T>(compute: (text: string) => T): (text: string) => T {
	const known = new Map<string, T>();
	return (text) => {
		const found = known.get(text);
		if (found !== undefined) return found;
		const value = compute(text);
		if (known.size >= MOST_REMEMBERED) known.clear();
		// Long header values rarely repeat.
		if (text.length <= 512) known.set(text, value);
		return value;
	};
}

const read = memo(parseAccept);
const ANYTHING = parseAccept(undefined);

/** What a request accepts. Callers send the same few values, so each is parsed once. */
export function accepted({ headers: { accept } }: Pick<HttpRequest, "headers">): readonly Range[] {
	return accept === undefined ? ANYTHING : read(accept);
}
