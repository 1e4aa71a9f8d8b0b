import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { UsageError } from "../command-error.js";
import { printable } from "../terminal.js";
import { type Item, type Key, keyOf } from "./item.js";
import { linesOf } from "./lines.js";

/** An input that an earlier run has dealt with. */
export interface Done {
	readonly key: Key;
	readonly failed: boolean;
}

const BLOCK = 65_536;

/** Cuts off what stands behind the last end of a line: a run that was killed may have left a part of one. */
export async function mend(path: string): Promise<void> {
	const file = await open(path, "r+").catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return undefined;
		throw new UsageError(`Name a file that can be written to: ${path} (${error.code}).`);
	});
	if (file === undefined) return;
	try {
		const found = await file.stat();
		if (!found.isFile()) throw new UsageError(`Give --resume a file that can be continued: ${path} is none.`);
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

/** What a file of results says is done, in its order. */
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
		const { file, line: number, error } = JSON.parse(line);
		const key = file ?? number;
		const isKey = typeof key === "string" || typeof key === "number";
		return isKey ? { key, failed: error !== undefined } : undefined;
	} catch {
		return undefined;
	}
}

function refuse(path: string, number: number): never {
	throw new UsageError(`Resume only what "gristmill map" wrote: line ${number} of ${path} is no result.`);
}

/**
 * The inputs that are left, where the results lie in the order of the inputs: they must be those that the inputs begin
 * with. Nothing is held but the next line of each file.
 */
export async function* leftInOrder(
	items: AsyncIterable<Item>,
	files: readonly AsyncIterator<Done>[],
	skipped: (done: Done) => void,
): AsyncGenerator<Item> {
	const heads = await Promise.all(files.map(async (file) => ({ file, next: await file.next() })));
	const waiting = () => heads.find(({ next }) => !next.done)?.next.value as Done | undefined;
	for await (const item of items) {
		const key = keyOf(item);
		const head = heads.find(({ next }) => !next.done && next.value.key === key);
		if (head) {
			skipped(head.next.value);
			head.next = await head.file.next();
			continue;
		}
		const other = waiting();
		if (other) throw changed(`where ${shown(other.key)} was, ${shown(key)} is now`);
		yield item;
	}
	const missing = waiting();
	if (missing) throw changed(`${shown(missing.key)} is no input any more`);
}

/** The inputs that are left, whatever the order; the names of those that are done are held. */
export async function* leftInAnyOrder(
	items: AsyncIterable<Item>,
	files: readonly AsyncIterable<Done>[],
	skipped: (done: Done) => void,
): AsyncGenerator<Item> {
	const known = new Map<Key, Done[]>();
	for (const file of files)
		for await (const done of file) known.set(done.key, [...(known.get(done.key) ?? []), done]);
	for await (const item of items) {
		// A file that was named twice is done twice.
		const done = known.get(keyOf(item))?.pop();
		if (done) skipped(done);
		else yield item;
	}
}

function changed(what: string): UsageError {
	return new UsageError(
		`Resume with --unordered, or begin anew with another --out: the inputs are not those of before, ${what}.`,
	);
}

function shown(key: Key): string {
	return typeof key === "number" ? `line ${key}` : printable(JSON.stringify(key));
}
