import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { writeTrouble } from "../../core/file-trouble.js";
import { UsageError } from "../command-error.js";
import { printable } from "../terminal.js";
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
export async function mend(path: string): Promise<void> {
	const file = await open(path, "r+").catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return undefined;
		throw new UsageError(`Name a writable file: ${writeTrouble(path, error)}.`);
	});
	if (file === undefined) return;
	try {
		const found = await file.stat();
		if (!found.isFile()) throw new UsageError(`Give --out a regular file with --resume: ${path} is not one.`);
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
export async function* doneIn(path: string): AsyncGenerator<Done> {
	let number = 0;
	try {
		for await (const line of linesOf(createReadStream(path))) {
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
 * It keeps only the next line of each file.
 */
export async function* leftInOrder(
	items: AsyncIterable<Item>,
	files: readonly AsyncIterator<Done>[],
	skipped: (done: Done, item: Item) => void,
): AsyncGenerator<Item> {
	const heads = await Promise.all(files.map(async (file) => ({ file, next: await file.next() })));
	const waiting = () => heads.find(({ next }) => !next.done)?.next.value as Done | undefined;
	for await (const item of items) {
		const key = keyOf(item);
		const head = heads.find(({ next }) => !next.done && next.value.key === key);
		if (head) {
			skipped(head.next.value, item);
			head.next = await head.file.next();
			continue;
		}
		const other = waiting();
		if (other) throw changed(`expected ${shown(other.key)}, found ${shown(key)}`);
		yield item;
	}
	const missing = waiting();
	if (missing) throw changed(`${shown(missing.key)} is missing`);
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
