import { relative } from "node:path";
import { isA } from "../core/is-a.js";
import type { Bundle } from "./bundle.js";

/** Describes an error that a mill file threw in one line, with the place in that file. */
export function describeImportError(error: unknown, file: string, made: Bundle): string {
	if (!isA(error, Error)) return `${file}: It threw a value that is not an Error. Throw an Error.`;
	const place = placeIn(error, made) ?? file;
	// The message of the bundler does not say what to do.
	if (/^Dynamic require of /.test(error.message))
		return `${place}: require is not there. Use import instead.`;
	// The place already names the file.
	const message = error.message.replace(` of ${made.url.pathname} `, " ");
	// The message may contain the path of the bundle, which the author does not know.
	return `${place}: ${message.replace(made.url.pathname, file)}`;
}

/** The place in the author's files where an error was thrown, such as `shout.ts:3:7`. Undefined if it is elsewhere. */
export function placeIn(error: unknown, { sources }: Bundle): string | undefined {
	for (const line of stackOf(error).split("\n"))
		for (const source of sources) {
			const end = line.indexOf(`${source}:`) + source.length;
			const place = line.includes(`${source}:`) && /^:\d+:\d+/.exec(line.slice(end))?.[0];
			if (place) return `${relative(process.cwd(), source)}${place}`;
		}
	return undefined;
}

/** The stack of an error; "" of another value, and if it cannot be read. */
function stackOf(error: unknown): string {
	try {
		return isA(error, Error) ? String(error.stack) : "";
	} catch {
		return "";
	}
}
