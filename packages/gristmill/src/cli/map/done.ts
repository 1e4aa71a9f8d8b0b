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
			yield read(line?.toString() ?? "") ?? refuse(path, number);
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
	}
}

function read(line: string): Done | undefined {
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
		`Resume only a file that "gristmill map" wrote: line ${number} of ${path} is not a result.`,
	);
}

/**
 * The inputs that are left, if the results are in the order of the inputs. The inputs must begin with the finished ones.
 * There are one or two files, and it keeps only the next line of each.
 *
 * Where an input is given twice, the next lines of both files may be of it, and only later inputs tell which came first. So
 * it follows every way to divide the inputs: a way is how many of them are in the first file. Then it keeps more lines.
 */
export async function* leftInOrder(
	items: AsyncIterable<Item>,
	files: readonly AsyncIterator<Done>[],
	skipped: (done: Done, item: Item) => void,
): AsyncGenerator<Item> {
	const unreported: Done[] = [];
	const [first, second] = [0, 1].map((index) => new Ahead(files[index], unreported)) as [Ahead, Ahead];
	// In ascending order.
	let ways = [0];
	let count = 0;
	const waiting = async () => {
		const [least = 0] = ways;
		await first.reach(ways.at(-1) ?? 0);
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
		const next: number[] = [];
		for (const way of ways) {
			if (second.at(count - way)?.key === key && next.at(-1) !== way) next.push(way);
			if (first.at(way)?.key === key) next.push(way + 1);
		}
		if (next.length === 0) throw changed(`expected ${shown(other.key)}, found ${shown(key)}`);
		ways = next;
		count++;
		first.forget(ways[0] ?? 0);
		second.forget(count - (ways.at(-1) ?? 0));
		// Each line is reported once, in the order of reading: it need not be the line of this input.
		skipped(unreported.shift() as Done, item);
	}
	const missing = await waiting();
	if (missing) throw changed(`${shown(missing.key)} is missing`);
}

/** The lines of a file, from the first that may still be asked for. */
class Ahead {
	readonly #file: AsyncIterator<Done> | undefined;
	readonly #read: Done[];
	readonly #lines: Done[] = [];
	#first = 0;

	/** Adds to `read` what it reads. */
	constructor(file: AsyncIterator<Done> | undefined, read: Done[]) {
		this.#file = file;
		this.#read = read;
	}

	/** Reads up to a line, or to the end of the file. */
	async reach(index: number): Promise<void> {
		while (index >= this.#first + this.#lines.length) {
			const next = await this.#file?.next();
			if (!next || next.done) return;
			this.#lines.push(next.value);
			this.#read.push(next.value);
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
		`Resume with --unordered, or start again with another --out: the inputs have changed, ${what}.`,
	);
}

function shown(key: Key): string {
	return typeof key === "number" ? `line ${key}` : printable(JSON.stringify(key));
}
