import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { closest } from "../core/closest.js";
import { locate } from "../mill-files/mill-file.js";
import { isMillPath } from "../mill-files/mill-path.js";
import { NAMED_MILLS } from "../mill-files/named-mills.js";
import { type ImportedMill, importSource } from "../runtime/loading/import-mill.js";

/** Imports the mill of a file, or of an installed mill or package. */
export async function importNamed(source: string | URL): Promise<ImportedMill> {
	const given = String(source);
	const isUrl = source instanceof URL || /^[a-z][a-z0-9+.-]+:/i.test(given);
	if (isUrl) mustBeFileUrl(given);
	else if (!isMillPath(given)) return importSource({ url: packageUrl(given) });
	mustExist(isUrl ? fileURLToPath(given) : resolve(given));
	return importSource(await locate(source));
}

function mustBeFileUrl(url: string): void {
	if (/^https?:/i.test(url))
		throw new TypeError(
			`${url} is the address of a server, and open takes mills of this computer. Call it with createClient of gristmill/client.`,
		);
	if (!/^file:/i.test(url))
		throw new TypeError(`${url} is no file. Give a path, a file URL or the name of an installed mill.`);
}

function mustExist(path: string): void {
	const found = statSync(path, { throwIfNoEntry: false });
	if (found?.isFile()) return;
	throw new TypeError(
		found
			? `${path} is a folder. Name the mill file in it.`
			: `There is no file ${path}. Check the path: it starts at ${process.cwd()}.`,
	);
}

/** The module of an installed mill, such as `tokeniser`, or of a package, such as `@gristmill/mills/tokeniser`. */
export function packageUrl(name: string): URL {
	const named = Object.hasOwn(NAMED_MILLS, name) ? NAMED_MILLS[name] : undefined;
	const found = named ?? resolvedFromHere(name) ?? resolvedByUs(name);
	if (found) return found;
	const hint = closest(name, Object.keys(NAMED_MILLS));
	const file = existsSync(resolve(name)) ? ` For the file of this name, write "./${name}".` : "";
	throw new TypeError(
		`No mill "${name}" is installed.${hint === undefined ? ` Install its package with npm, or name a file, such as "./my-mill.ts".` : ` Did you mean "${hint}"?`}${file}`,
	);
}

/** A package of the program. */
function resolvedFromHere(name: string): URL | undefined {
	try {
		return pathToFileURL(createRequire(join(process.cwd(), "package.json")).resolve(name));
	} catch {
		return undefined;
	}
}

/** A package beside this one. It may be for import alone, which require does not find. */
function resolvedByUs(name: string): URL | undefined {
	try {
		const url = new URL(import.meta.resolve(name));
		return url.protocol === "file:" ? url : undefined;
	} catch {
		return undefined;
	}
}
