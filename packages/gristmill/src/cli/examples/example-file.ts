import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isPythonFile } from "../../mill-files/python-file.js";
import { WorkError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import { FileBeside, type Literal, pythonLiteral, scriptLiteral } from "./literal.js";
import type { ExamplePlaces, Span } from "./places.js";
import { placesInPython } from "./python-places.js";
import { placesInScript } from "./script-places.js";

/** The examples in the text of a mill file. */
export interface ExampleFile {
	readonly file: string;
	readonly path: string;
	readonly text: string;
	readonly literal: Literal;
	readonly places: ExamplePlaces;
	/** The files that are written with the text, by their names: bytes of a new example. */
	readonly beside: Map<string, Uint8Array>;
}

/** Reads the examples of a mill file. `count` is their number in the definition. Throws a WorkError if they are not written out. */
export async function exampleFile(
	file: string,
	count: number,
	python: string | undefined,
	host: Pick<Host, "cwd">,
): Promise<ExampleFile> {
	const path = pathOn(host, file);
	const text = await readFile(path, "utf8");
	const isPython = isPythonFile(file);
	const places = isPython ? placesInPython(path, text, python) : placesInScript(text);
	const found = places?.list || count > 0 ? places?.examples?.length : 0;
	if (!places || found !== count)
		throw new WorkError(
			`The examples of ${file} are not written out as a list in its definition, so this command cannot change them. Change them by hand.`,
		);
	return { file, path, text, literal: isPython ? pythonLiteral : scriptLiteral, places, beside: new Map() };
}

/** The text with one more example at the end of its list. */
export function withExample({ text, places, literal, file }: ExampleFile, example: object): string {
	const { list, examples = [], definition } = places;
	const written = literal(example);
	if (!list) {
		const [before, after] = isPythonFile(file) ? ["examples=[", "], "] : ["\n\texamples: [", "],"];
		return withImports(
			replaced(text, { start: definition, end: definition }, `${before}${written}${after}`),
			file,
		);
	}
	const last = examples.at(-1);
	if (!last) return withImports(replaced(text, list, `[${written}]`), file);
	const begin = text.lastIndexOf("\n", last.start) + 1;
	const indent = /^\s*$/.test(text.slice(begin, last.start)) ? `\n${text.slice(begin, last.start)}` : " ";
	return withImports(replaced(text, { start: last.end, end: last.end }, `,${indent}${written}`), file);
}

/** The text with other outputs of some examples. */
export function withOutputs(
	{ text, places, literal, file }: ExampleFile,
	outputs: ReadonlyMap<number, unknown>,
): string {
	let changed = text;
	// From the end, so that the places before stay where they are.
	for (const [i, output] of [...outputs].sort(([a], [b]) => b - a)) {
		const place = places.examples?.[i]?.output;
		if (!place)
			throw new WorkError(`The output of example ${i} is not written out in ${file}. Change it by hand.`);
		changed = replaced(changed, place, literal(output));
	}
	return withImports(changed, file);
}

/** Writes the text and its files, and puts back what was there if the check fails: what a file means is known when it is loaded. */
export async function writeChecked(
	{ path, file, text: before, beside }: ExampleFile,
	text: string,
	check: () => Promise<boolean>,
): Promise<void> {
	if ((await readFile(path, "utf8")) !== before)
		throw new WorkError(`${file} has changed meanwhile. Nothing was written. Run the command again.`);
	const made: string[] = [];
	const undo = () => Promise.all(made.map((one) => rm(one, { force: true })));
	for (const [name, bytes] of beside) {
		const target = join(dirname(path), name);
		await writeFile(target, bytes, { flag: "wx" }).catch(async (error: NodeJS.ErrnoException) => {
			await undo();
			throw new WorkError(`${name}, for the bytes of the example, cannot be written (${error.code}).`);
		});
		made.push(target);
	}
	await writeFile(path, text);
	const isRight = await check().catch(() => false);
	if (isRight) return;
	await writeFile(path, before);
	await undo();
	throw new WorkError(`The example could not be written into ${file}, which is as it was. Add it by hand.`);
}

function replaced(text: string, { start, end }: Span, by: string): string {
	return text.slice(0, start) + by + text.slice(end);
}

/** A file in Python that names a file of an example needs `Path`. */
function withImports(text: string, file: string): string {
	if (!isPythonFile(file) || !/[[{,:] ?Path\("/.test(text) || /^from pathlib import .*\bPath\b/m.test(text))
		return text;
	return text.replace(/^(?=from gristmill import|import gristmill)/m, "from pathlib import Path\n\n");
}

/** Bytes as they are written: few of them in the file, more in a file of their own, which is made with the example. */
export function bytesBeside(
	bytes: Uint8Array,
	name: string,
	{ beside }: Pick<ExampleFile, "beside">,
): Uint8Array | FileBeside {
	if (bytes.byteLength <= MOST_INLINE) return bytes;
	beside.set(name, bytes);
	return new FileBeside(`./${name}`);
}

const MOST_INLINE = 32;
