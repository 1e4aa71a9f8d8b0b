import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describeFile, type FileMistake, sourcesOf } from "../python/describe-file.js";
import { findInterpreter } from "../python/find-interpreter.js";
import type { PythonMill } from "../python/python-mill.js";
import { importMill, type MillModule } from "../runtime/loading/import-mill.js";
import { bundleFolder, mustBeFile } from "./bundle.js";
import { MillFileError } from "./mill-file-error.js";

const OURS = new URL("../python/python-mill.js", import.meta.url).href;
/** Files beside a mill file that list the versions of its packages. */
const LOCKS = ["requirements.txt", "uv.lock", "poetry.lock", "Pipfile.lock"];

let count = 0;

/** Whether a mill file is in Python. */
export function isPythonFile(file: string): boolean {
	return file.endsWith(".py");
}

/** The interpreter of a mill file in Python. `named` is the one of --python, or that of its variable. */
export function interpreterOf(file: string, named = process.env.GRISTMILL_PYTHON || undefined): string {
	const found = findInterpreter(file, named);
	if (found !== undefined) return found;
	if (named !== undefined)
		throw new MillFileError(
			`${named} is not a program. Name a Python interpreter with --python or GRISTMILL_PYTHON.`,
			{ isMisnamed: true },
		);
	throw new MillFileError(
		`There is no python3 for ${file}. Install Python 3.9 or newer, or name the interpreter with --python or GRISTMILL_PYTHON.`,
	);
}

/** Makes a module of a mill file in Python, which workers can import. A mistake in the file is reported with its line. */
export async function pythonFile(file: string, named?: string): Promise<MillModule> {
	const script = resolve(file);
	mustBeFile(script, file);
	const interpreter = interpreterOf(file, named);
	const answer = await describeFile(interpreter, script);
	if ("failure" in answer) throw new MillFileError(describe(answer.failure));
	// The program that was named may be a script that chooses an interpreter.
	const { sources, executable, ...told } = answer.told;
	const locks = LOCKS.map((name) => join(dirname(script), name)).filter((name) => existsSync(name));
	const mill: PythonMill = {
		told,
		script: urlOf(script),
		interpreter: `${urlOf(executable || interpreter)}/`,
		files: [...sources, ...locks].sort().map(urlOf),
		seed: seedOf(sources),
	};
	const module = join(bundleFolder(), `${basename(script, ".py")}-python-${++count}.mjs`);
	writeFileSync(
		module,
		`import { pythonMill } from ${JSON.stringify(OURS)};\nexport default pythonMill(${JSON.stringify(mill, null, "\t")});\n`,
	);
	const url = pathToFileURL(module);
	await importMill(url.href).catch((error: unknown) => {
		if (!(error instanceof TypeError)) throw error;
		throw new MillFileError(
			describe({ message: error.message.replace(/^defineMill: /, ""), file: script, line: told.line }),
		);
	});
	return { url };
}

/** The source files of a mill file in Python, for `gristmill dev`. */
export async function pythonSources(
	file: string,
	named: string | undefined,
): Promise<{ readonly files: readonly string[]; readonly isComplete: boolean }> {
	const interpreter = findInterpreter(file, named ?? (process.env.GRISTMILL_PYTHON || undefined));
	const script = resolve(file);
	if (interpreter === undefined || !existsSync(script)) return { files: [script], isComplete: false };
	return sourcesOf(interpreter, script);
}

/** A file URL without apostrophes: the digest leaves out everything up to the last slash before a quotation mark. */
function urlOf(path: string): string {
	return pathToFileURL(path).href.replaceAll("'", "%27");
}

/**
 * The seed of Python's hashes. It comes from the code: so the order of a set is the same on every machine, and a caller who does
 * not have the code cannot choose keys with equal hashes.
 */
function seedOf(sources: readonly string[]): number {
	const hash = createHash("sha256");
	for (const source of [...sources].sort()) hash.update(readFileSync(source));
	return hash.digest().readUInt32BE();
}

function describe({ message, file, line, column }: FileMistake): string {
	const place = [relative(process.cwd(), file), line, column].filter((part) => part !== undefined);
	return `${place.join(":")}: ${message}`;
}
