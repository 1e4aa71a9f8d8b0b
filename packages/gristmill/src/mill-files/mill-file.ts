import { fileURLToPath } from "node:url";
import { importMill, type MillModule, type MillSource } from "../runtime/loading/import-mill.js";
import { type Bundle, bundle, mustBeFile } from "./bundle.js";
import { describeImportError } from "./import-error.js";
import { MillFileError } from "./mill-file-error.js";
import { isPythonFile, pythonFile } from "./python-file.js";
import { withSourceMaps } from "./source-maps.js";

/** How a mill file is read. */
interface Reading {
	/** The interpreter of a file in Python, or of a function in Python that the file names, if the user has named one. */
	readonly python?: string | undefined;
	/** Called before a bundle is imported. What it returns is called after that. */
	readonly noteImport?: (made: Bundle) => () => void;
}

/**
 * Makes a module of a mill file, which workers can import: bundles TypeScript and JavaScript, and describes Python. Imports it
 * once. A mistake in it is a MillFileError with its line.
 */
export async function readMillFile(file: string, { python, noteImport }: Reading = {}): Promise<MillModule> {
	if (isPythonFile(file)) return pythonFile(file, python);
	mustBeFile(file, file);
	if (!MODULE.test(file))
		throw new MillFileError(
			`${file} is not a file in TypeScript (.ts), JavaScript (.js, .mjs) or Python (.py).`,
			{
				isMisnamed: true,
			},
		);
	const made = await bundle(file);
	const imported = noteImport?.(made);
	// The stack of an error is made when it is read.
	const mill = await withSourceMaps(() =>
		importMill(made.url.href).catch((error: unknown) => {
			throw new MillFileError(describeImportError(error, file, made));
		}),
	).finally(imported);
	if (python !== undefined) mill.program?.runIn?.(python);
	return made;
}

/** Files in TypeScript and JavaScript. */
const MODULE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
/** Files that Node cannot import as they are. */
const UNREADABLE = /\.(?:[cm]?ts|tsx|jsx|py)$/;

/**
 * What a program has given, with the module of a mill file in its place. A path is read as `gristmill serve` reads it. The URL
 * of a module in JavaScript is left alone: it may be in a package.
 */
export async function locate(source: MillSource): Promise<MillSource> {
	if (typeof source === "string" && !/^[a-z][a-z0-9+.-]+:/i.test(source)) return readMillFile(source);
	const isUrl = source instanceof URL || (typeof source === "string" && URL.canParse(source));
	const url = isUrl ? new URL(source) : undefined;
	return url && isUnreadable(url) ? readMillFile(fileURLToPath(url)) : source;
}

/** Whether Node cannot import the file of a URL as it is. */
export function isUnreadable({ protocol, pathname }: URL): boolean {
	return protocol === "file:" && UNREADABLE.test(pathname);
}
