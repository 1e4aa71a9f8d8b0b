import { closest } from "../core/closest.js";
import { BUILT_IN, CHOICE } from "../mills/built-in.js";
import { apertiumModule } from "../mills/translator/apertium/module.js";
import { importMill, type MillModule } from "../runtime/import-mill.js";
import { bundle } from "./bundle.js";
import { UsageError, WorkError } from "./command-error.js";
import { receive } from "./guests.js";
import { describeImportError } from "./import-error.js";

/** The built-in mills or examples of these names, all built-in ones where none is named; the translator with this engine. */
export async function builtInMills(
	names: readonly string[] | undefined,
	engine: string | undefined,
): Promise<MillModule[]> {
	const byApertium = engine === "apertium";
	const known = Object.keys(CHOICE);
	const modules = (names ?? Object.keys(BUILT_IN)).map(async (name) => {
		const url = byApertium && name === "translator" ? await apertium() : CHOICE[name];
		if (url) return { url };
		const hint = closest(name, known);
		const end = hint ? ` Did you mean "${hint}"?` : "";
		throw new UsageError(`Choose mills among ${known.join(", ")}: "${name}".${end}`);
	});
	return Promise.all(modules);
}

async function apertium(): Promise<URL> {
	const url = await apertiumModule();
	if (url) return url;
	throw new WorkError(
		"Install Apertium and a pair of languages, such as apertium-eng-spa, for --translator apertium: none was found that works.",
	);
}

/** Bundles a mill file and imports it once, so that a mistake in it is told with its line. */
export async function millFile(file: string): Promise<MillModule> {
	const made = await bundle(file);
	// The lines in a stack are then those of the author's file.
	process.setSourceMapsEnabled(true);
	const imported = receive({ file, made });
	await importMill(made.url.href)
		.catch((error: unknown) => {
			throw new WorkError(describeImportError(error, file, made));
		})
		.finally(imported);
	return made;
}
