import { fileURLToPath } from "node:url";
import type { Bundle } from "../../mill-files/bundle.js";
import { isUnreadable, readMillFile } from "../../mill-files/mill-file.js";
import { MillFileError } from "../../mill-files/mill-file-error.js";
import { apertiumTranslator, INSTALLED_MILLS, millNamed, NAMED_MILLS } from "../../mill-files/named-mills.js";
import type { MillModule } from "../../runtime/loading/import-mill.js";
import { refuseFile, UsageError, WorkError } from "../command-line/command-error.js";
import { pathOn } from "../command-line/host.js";
import type { MillFileImports } from "./mill-file-imports.js";

/** The mills that are served by name: those in `names`. By default all installed mills, or none if there are mill files. */
export async function namedMills(
	names: readonly string[] | undefined,
	{ engine, hasFiles }: { engine: string | undefined; hasFiles: boolean },
	imports: MillFileImports,
	python?: string,
): Promise<MillModule[]> {
	const chosen = names ?? (hasFiles ? [] : Object.keys(INSTALLED_MILLS));
	if (chosen.length === 0 && !hasFiles)
		throw new UsageError(
			"No mills are installed. Name a mill file, such as gristmill serve ./my-mill.ts, or install @gristmill/mills.",
		);
	return Promise.all(
		chosen.map(async (name) => {
			const isApertium = engine === "apertium" && name === "translator";
			return isApertium ? { url: await apertium() } : moduleAt(urlNamed(name), imports, python);
		}),
	);
}

/** The URL of a mill by its name. */
export function urlNamed(name: string): URL {
	try {
		return millNamed(name);
	} catch (error) {
		return refuseFile(error);
	}
}

/** Makes a module of the file of an installed mill. A package may ship TypeScript or Python. */
export async function moduleAt(url: URL, imports: MillFileImports, python?: string): Promise<MillModule> {
	return isUnreadable(url) ? millFile(fileURLToPath(url), imports, python) : { url };
}

async function apertium(): Promise<URL> {
	const url = await apertiumTranslator();
	if (url) return url;
	throw new WorkError(
		"No working language pair was found for --translator apertium. Install Apertium and a pair, such as apertium-eng-spa.",
	);
}

/** Makes a module of a mill file. `python` is the interpreter that the user has named. */
export async function millFile(file: string, imports: MillFileImports, python?: string): Promise<MillModule> {
	const { host } = imports;
	// For what the file does after its import.
	process.setSourceMapsEnabled(true);
	const noteImport = (made: Bundle) => imports.note({ file, made });
	return readMillFile(pathOn(host, file), { python, noteImport }).catch((error: unknown) => {
		imports.giveUp();
		const isName = error instanceof MillFileError && error.isMisnamed && Object.hasOwn(NAMED_MILLS, file);
		if (isName)
			throw new UsageError(`${error.message} To use the installed mill ${file}, write --mills ${file}.`);
		return refuseFile(error);
	});
}
