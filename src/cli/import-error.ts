import { relative } from "node:path";
import type { Bundle } from "./bundle.js";

/** Turns what an author's file threw by itself into one line that names the file's own line. */
export function describeImportError(error: unknown, file: string, made: Bundle): string {
	if (!(error instanceof Error)) return `${file}: it threw something that is no error.`;
	const place = placeIn(error, made) ?? file;
	// The bundler's words for it name neither the package nor what to do.
	if (/^Dynamic require of /.test(error.message)) return `${place}: Use import instead of require.`;
	// The message may name the bundle, which is nothing that the author knows.
	return `${place}: ${error.message.replace(made.url.pathname, file)}`;
}

/** Where in an author's files an error was made, such as `shout.ts:3:7`; undefined where it was not made there. */
export function placeIn(error: unknown, { sources }: Bundle): string | undefined {
	if (!(error instanceof Error)) return undefined;
	for (const line of error.stack?.split("\n") ?? [])
		for (const source of sources) {
			const end = line.indexOf(`${source}:`) + source.length;
			const place = line.includes(`${source}:`) && /^:\d+:\d+/.exec(line.slice(end))?.[0];
			if (place) return `${relative(process.cwd(), source)}${place}`;
		}
	return undefined;
}
