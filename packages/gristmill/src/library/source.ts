import { statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { locate } from "../mill-files/mill-file.js";
import { isMillPath } from "../mill-files/mill-path.js";
import { millNamed } from "../mill-files/named-mills.js";
import { type ImportedMill, importSource } from "../runtime/loading/import-mill.js";

/** Imports the mill of a file, or of an installed mill or package. */
export async function importNamed(source: string | URL): Promise<ImportedMill> {
	const given = String(source);
	const isUrl = source instanceof URL || /^[a-z][a-z0-9+.-]+:/i.test(given);
	if (isUrl) mustBeFileUrl(given);
	else if (!isMillPath(given)) return importSource(await locate(millNamed(given)));
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
