import { closest } from "../../core/closest.js";
import { importMill, type MillModule } from "../../runtime/loading/import-mill.js";
import { UsageError, WorkError } from "../command-error.js";
import { bundle } from "./bundle.js";
import { describeImportError } from "./import-error.js";
import { noteImport } from "./imported-mill-files.js";
import { apertiumTranslator, INSTALLED_MILLS, NAMED_MILLS } from "./named-mills.js";
import { isPythonFile, pythonFile } from "./python-files.js";

/** The mills that are served by name: those in `names`. By default all installed mills, or none if there are mill files. */
export async function namedMills(
	names: readonly string[] | undefined,
	{ engine, hasFiles }: { engine: string | undefined; hasFiles: boolean },
): Promise<MillModule[]> {
	const chosen = names ?? (hasFiles ? [] : Object.keys(INSTALLED_MILLS));
	if (chosen.length === 0 && !hasFiles)
		throw new UsageError(
			"Name a mill file, such as gristmill serve ./my-mill.ts, or install @gristmill/mills: no mills are installed.",
		);
	return Promise.all(chosen.map((name) => moduleNamed(name, engine)));
}

async function moduleNamed(name: string, engine: string | undefined): Promise<MillModule> {
	const isApertium = engine === "apertium" && name === "translator";
	const url = isApertium ? await apertium() : NAMED_MILLS[name];
	if (url) return { url };
	const known = Object.keys(NAMED_MILLS);
	const hint = closest(name, known);
	const end = hint ? ` Did you mean "${hint}"?` : "";
	throw new UsageError(`Choose from the mills ${known.join(", ")}: "${name}".${end}`);
}

async function apertium(): Promise<URL> {
	const url = await apertiumTranslator();
	if (url) return url;
	throw new WorkError(
		"Install Apertium and a language pair, such as apertium-eng-spa, for --translator apertium: no working pair was found.",
	);
}

/**
 * Bundles and imports a mill file. A mistake in it is reported with its line. `python` is the interpreter of a file in Python,
 * if the user has named one.
 */
export async function millFile(file: string, python?: string): Promise<MillModule> {
	if (isPythonFile(file)) return pythonFile(file, python);
	// For functions in Python that the file names.
	if (python !== undefined) process.env.GRISTMILL_PYTHON = python;
	const made = await bundle(file);
	// Makes stacks show the lines of the author's file.
	process.setSourceMapsEnabled(true);
	const imported = noteImport({ file, made });
	await importMill(made.url.href)
		.catch((error: unknown) => {
			throw new WorkError(describeImportError(error, file, made));
		})
		.finally(imported);
	return made;
}
