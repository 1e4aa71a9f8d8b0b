import { relative } from "node:path";
import { closest } from "../core/closest.js";
import { BUILT_IN } from "../mills/built-in.js";
import { importMill, type MillModule } from "../runtime/import-mill.js";
import { type Bundle, bundle } from "./bundle.js";
import { UsageError, WorkError } from "./command-error.js";

/** The built-in mills of these names; all of them where none is named. */
export function builtInMills(names: readonly string[] = Object.keys(BUILT_IN)): MillModule[] {
	return names.map((name) => {
		const url = BUILT_IN[name];
		if (url) return { url };
		const hint = closest(name, Object.keys(BUILT_IN));
		const end = hint ? ` Did you mean "${hint}"?` : "";
		throw new UsageError(`Choose mills among ${Object.keys(BUILT_IN).join(", ")}: "${name}".${end}`);
	});
}

/** Bundles a mill file and imports it once, so that a mistake in it is told with its line. */
export async function millFile(file: string): Promise<MillModule> {
	const made = await bundle(file);
	// The lines in a stack are then those of the author's file.
	process.setSourceMapsEnabled(true);
	await importMill(made.url.href).catch((error: unknown) => {
		throw new WorkError(describeImportError(error, file, made));
	});
	return made;
}

/** Turns what a mill file threw while it was imported into one line that names the file's own line. */
function describeImportError(error: unknown, file: string, { sources, url }: Bundle): string {
	if (!(error instanceof Error)) return `${file}: it threw something that is no error.`;
	for (const line of error.stack?.split("\n") ?? [])
		for (const source of sources) {
			const end = line.indexOf(`${source}:`) + source.length;
			const place = line.includes(`${source}:`) && /^:\d+:\d+/.exec(line.slice(end))?.[0];
			if (place) return `${relative(process.cwd(), source)}${place}: ${error.message}`;
		}
	// The message may name the bundle, which is nothing that the author knows.
	return `${file}: ${error.message.replace(url.pathname, file)}`;
}
