import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { writeTrouble } from "../../core/file-trouble.js";
import { UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import { printable } from "../command-line/terminal.js";
import { type Item, type Key, keyOf } from "./item.js";
import { linesOf } from "./lines.js";

/** An input that an earlier run has finished. */
export interface Done {
	readonly key: Key;
	readonly failed: boolean;
	/** The file of its result, if it has one of its own. */
	readonly saved?: string;
}

const BLOCK = 65_536;

/** Cuts off an incomplete last line, which a killed run may have left. */
export async function mend(path: string, host: Pick<Host, "cwd">): Promise<void> {
	const file = await open(pathOn(host, path), "r+").catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return undefined;
		throw new UsageError(`${writeTrouble(path, error)}. Name a writable file.`);
	});
	if (file === undefined) return;
	try {
		const found = await file.stat();
		if (!found.isFile())
			throw new UsageError(
				`${path} is not a regular file, which --resume needs. Name another one with --out.`,
			);
		const block = new Uint8Array(BLOCK);
		let end = found.size;
		while (end > 0) {
			const from = Math.max(0, end - BLOCK);
			const { bytesRead } = await file.read(block, 0, end - from, from);
			const last = block.subarray(0, bytesRead).lastIndexOf(10);
			if (last >= 0) {
				end = from + last + 1;
				break;
			}
			end = from;
		}
		if (end < found.size) await file.truncate(end);
	} finally {
		await file.close();
	}
}

/** The finished inputs in a file of results, in its order. */
export async function* doneIn(path: string, host: Pick<Host, "cwd">): AsyncGenerator<Done> {
	let number = 0;
	try {
		for await (const line of linesOf(createReadStream(pathOn(host, path)))) {
			number++;
			yield doneOf(line?.toString() ?? "") ?? refuse(path, number);
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
	}
}

/** The input of a line of results. Undefined if it is no such line. */
function doneOf(line: string): Done | undefined {
	try {
		const { file, line: number, error, saved } = JSON.parse(line);
		const key = file ?? number;
		const isKey = typeof key === "string" || typeof key === "number";
		if (!isKey) return undefined;
		return { key, failed: error !== undefined, ...(typeof saved === "string" && { saved }) };
	} catch {
		return undefined;
	}
}

function refuse(path: string, number: number): never {
	throw new UsageError(
		`Line ${number} of ${path} is not a result. Resume only a file that "gristmill map" wrote.`,
	);
}

/** Where the result of a finished input is: how many lines of each file come before it, and in which file its own is. */
export interface Place {
	readonly before: readonly [number, number];
	readonly file: 0 | 1;
}

/** Tells what becomes of a finished input: true if it is sent again. */
type Judge = (done: Done, item: Item, place: Place) => boolean;

/** One way to divide inputs among two files: the file of the last one, and the way to those before. */
interface Way {
	/** How many inputs are in the first file. */
	readonly first: number;
	readonly file?: 0 | 1;
	readonly before?: Way;
}

/**
 * The inputs that are left, if the results are in the order of the inputs. The inputs must begin with the finished ones.
 * There are one or two files, and it keeps only the next line of each.
 *
 * Where an input is given twice, the next lines of both files may be of it, and only later inputs tell which came first. So
 * it follows every way to divide the inputs, and judges them when one way is left. Until then it keeps more lines.
 */
export async function* leftInOrder(
	items: AsyncIterable<Item>,
	files: readonly AsyncIterator<Done>[],
	isSentAgain: Judge,
): AsyncGenerator<Item> {
	const [first, second] = [0, 1].map((index) => new Ahead(files[index])) as [Ahead, Ahead];
	// In ascending order of `first`.
	let ways: Way[] = [{ first: 0 }];
	let undecided: Item[] = [];
	let count = 0;
	const waiting = async () => {
		const least = ways[0]?.first ?? 0;
		await first.reach(ways.at(-1)?.first ?? 0);
		await second.reach(count - least);
		return first.at(least) ?? second.at(count - least);
	};
	for await (const item of items) {
		const other = await waiting();
		if (!other) {
			yield item;
			continue;
		}
		const key = keyOf(item);
		const next: Way[] = [];
		for (const way of ways) {
			if (second.at(count - way.first)?.key === key && next.at(-1)?.first !== way.first)
				next.push({ first: way.first, file: 1, before: way });
			if (first.at(way.first)?.key === key) next.push({ first: way.first + 1, file: 0, before: way });
		}
		if (next.length === 0) throw changed(`expected ${shown(other.key)}, found ${shown(key)}`);
		ways = next;
		undecided.push(item);
		count++;
		const [only] = ways;
		if (ways.length > 1 || !only) continue;
		// When all lines are used, one way is left.
		const places = placesOn(only, count);
		for (const [i, one] of undecided.entries()) {
			const place = places[i] as Place;
			const done = [first, second][place.file]?.at(place.before[place.file]) as Done;
			if (isSentAgain(done, one, place)) yield one;
		}
		undecided = [];
		ways = [{ first: only.first }];
		first.forget(only.first);
		second.forget(count - only.first);
	}
	const missing = await waiting();
	if (missing) throw changed(`${shown(missing.key)} is missing`);
}

/** The places of the last inputs of `count`, in their order. */
function placesOn(way: Way, count: number): Place[] {
	const places: Place[] = [];
	for (let at = way; at.before && at.file !== undefined; at = at.before) {
		const inFirst = at.before.first;
		places.push({ before: [inFirst, --count - inFirst], file: at.file });
	}
	return places.reverse();
}

/** The lines of a file, from the first that may still be asked for. */
class Ahead {
	readonly #file: AsyncIterator<Done> | undefined;
	readonly #lines: Done[] = [];
	#first = 0;

	constructor(file: AsyncIterator<Done> | undefined) {
		this.#file = file;
	}

	/** Reads up to a line, or to the end of the file. */
	async reach(index: number): Promise<void> {
		while (index >= this.#first + this.#lines.length) {
			const next = await this.#file?.next();
			if (!next || next.done) return;
			this.#lines.push(next.value);
		}
	}

	at(index: number): Done | undefined {
		return this.#lines[index - this.#first];
	}

	forget(before: number): void {
		this.#lines.splice(0, before - this.#first);
		this.#first = before;
	}
}

/** The inputs that are left, in any order. It keeps the names of the finished ones. */
export async function* leftInAnyOrder(
	items: AsyncIterable<Item>,
	files: readonly AsyncIterable<Done>[],
	skipped: (done: Done, item: Item) => void,
): AsyncGenerator<Item> {
	const known = new Map<Key, Done[]>();
	for (const file of files)
		for await (const done of file) known.set(done.key, [...(known.get(done.key) ?? []), done]);
	for await (const item of items) {
		// A file that is given twice is sent twice.
		const done = known.get(keyOf(item))?.pop();
		if (done) skipped(done, item);
		else yield item;
	}
}

function changed(what: string): UsageError {
	return new UsageError(
		`The inputs have changed: ${what}. Resume with --unordered, or start again with another --out.`,
	);
}

function shown(key: Key): string {
	return typeof key === "number" ? `line ${key}` : printable(JSON.stringify(key));
}
