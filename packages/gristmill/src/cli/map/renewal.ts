import {
	closeSync,
	createReadStream,
	existsSync,
	fsyncSync,
	openSync,
	type ReadStream,
	renameSync,
	rmSync,
	statSync,
} from "node:fs";
import { type Host, pathOn } from "../command-line/host.js";
import { doneIn, type Place } from "./done.js";
import { linesOf } from "./lines.js";
import { targetOf } from "./lock.js";
import { writeLine } from "./write-line.js";

/** The new version of a file of results: while it is written, and when it is whole but does not have its name yet. */
export function renewalsOf(path: string): [unfinished: string, whole: string] {
	const target = targetOf(path);
	return [`${target}.retry`, `${target}.retried`];
}

/**
 * Writes new versions of the files of an earlier run, in which failed inputs have a new result at their place. Until all are whole, the
 * old files stay as they are.
 */
export class Renewal {
	readonly #copies: readonly Copy[];

	constructor(paths: readonly string[], host: Pick<Host, "cwd">) {
		this.#copies = paths.map((path) => new Copy(pathOn(host, path), path));
	}

	/** Writes a result instead of the line at this place. `file` is the index of its file. */
	async write(line: string, file: number, place: Place): Promise<void> {
		for (const [i, copy] of this.#copies.entries()) await copy.upTo(place.before[i] ?? 0);
		await this.#copies[place.file]?.skip();
		this.#copies[file]?.write(line);
	}

	/** Keeps the results that are left, and gives the new versions the names of the files. */
	async finish(): Promise<void> {
		for (const copy of this.#copies) await copy.upTo(Infinity);
		for (const copy of this.#copies) copy.end();
		const [first, second] = this.#copies;
		// Two files cannot be renamed at once. When this name is there, both are whole, and `completeRenewal` does the rest.
		if (second) renameSync(second.unfinished, second.whole);
		if (first) renameSync(first.unfinished, first.path);
		if (second) renameSync(second.whole, second.path);
	}

	/** Leaves the files as they are. */
	drop(): void {
		for (const copy of this.#copies) copy.drop();
	}
}

/** Completes what a run has left that was killed while it gave new versions their names; what was not whole is removed. */
export function completeRenewal(paths: readonly string[], host: Pick<Host, "cwd">): void {
	const [first, second] = paths.map((path) => {
		const [unfinished, whole] = renewalsOf(pathOn(host, path));
		return { path: targetOf(pathOn(host, path)), unfinished, whole };
	});
	if (first && second && existsSync(second.whole)) {
		if (existsSync(first.unfinished)) renameSync(first.unfinished, first.path);
		renameSync(second.whole, second.path);
	}
	for (const one of [first, second]) if (one) rmSync(one.unfinished, { force: true });
}

/** Removes the lines of failed inputs from a file of results. */
export async function dropFailed(path: string, host: Pick<Host, "cwd">): Promise<void> {
	const failed: number[] = [];
	let count = 0;
	for await (const done of doneIn(path, host)) {
		if (done.failed) failed.push(count);
		count++;
	}
	if (failed.length === 0) return;
	const renewal = new Copy(pathOn(host, path), path);
	try {
		for (const index of failed) {
			await renewal.upTo(index);
			await renewal.skip();
		}
		await renewal.upTo(Infinity);
		renewal.end();
		renameSync(renewal.unfinished, renewal.path);
	} catch (error) {
		renewal.drop();
		throw error;
	}
}

/** A file, and its new version, which gets lines of the old one. */
class Copy {
	/** The file itself, where the name is a link to it. */
	readonly path: string;
	readonly unfinished: string;
	readonly whole: string;
	readonly #name: string;
	readonly #old: ReadStream;
	readonly #lines: AsyncIterator<Uint8Array | undefined>;
	#file: number | undefined;
	#at = 0;

	/** `name` is the path as the caller knows it. */
	constructor(path: string, name: string) {
		[this.unfinished, this.whole] = renewalsOf(path);
		this.path = targetOf(path);
		this.#name = name;
		this.#file = openSync(this.unfinished, "w", statSync(this.path).mode);
		this.#old = createReadStream(this.path);
		this.#lines = linesOf(this.#old);
	}

	/** Takes over the old lines before this one. */
	async upTo(index: number): Promise<void> {
		while (this.#at < index) {
			const line = await this.skip();
			if (line === undefined) return;
			this.write(`${line}\n`);
		}
	}

	/** Leaves out the next old line. */
	async skip(): Promise<string | undefined> {
		const { done, value } = await this.#lines.next();
		if (done) return undefined;
		this.#at++;
		return value?.toString();
	}

	write(line: string): void {
		if (this.#file !== undefined) writeLine(this.#file, line, this.#name);
	}

	/** The content is on the disk before the file gets its name. */
	end(): void {
		if (this.#file !== undefined) fsyncSync(this.#file);
		this.#close();
	}

	drop(): void {
		this.#close();
		rmSync(this.unfinished, { force: true });
	}

	#close(): void {
		if (this.#file !== undefined) closeSync(this.#file);
		this.#file = undefined;
		this.#old.destroy();
	}
}
