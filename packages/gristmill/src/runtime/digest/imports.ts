import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the compiled code of this package. */
export const OUR_CODE = fileURLToPath(new URL("../..", import.meta.url));

/** `from "…"`, `import "…"`, `import("…")` and `require("…")` in compiled code. */
const IMPORT = /\b(?:from|import|require)\s*\(?\s*["']([^"'\n]+)["']/g;

/** The names that a module's code imports. */
export function importsOf(code: string): string[] {
	return [...code.matchAll(IMPORT)].map(([, name = ""]) => name);
}

/** The files of a module's own code: itself and everything that it imports, except packages and our code. */
export function ownFiles(entry: string): Set<string> {
	const files = new Set<string>();
	// Node imports a file by its real path.
	const start = realpathSync(entry);
	const visit = (file: string): void => {
		// An example is our code, but what it imports may not be.
		if (files.has(file) || (file !== start && file.startsWith(OUR_CODE))) return;
		files.add(file);
		for (const name of importsOf(readFileSync(file, "utf8"))) {
			const found = resolved(name, file);
			if (found !== undefined && !isInstalled(found)) visit(found);
		}
	};
	visit(start);
	return entry.startsWith(OUR_CODE) ? files : files.add(entry);
}

/** Whether a file belongs to an installed package. */
export function isInstalled(file: string): boolean {
	return file.includes("/node_modules/");
}

/** The file that an imported name resolves to; undefined if there is none, or if it is one of Node's own modules. */
export function resolved(name: string, from: string): string | undefined {
	try {
		const file = name.startsWith("file:") ? fileURLToPath(name) : createRequire(from).resolve(name);
		return isAbsolute(file) ? realpathSync(file) : undefined;
	} catch {
		return undefined;
	}
}
