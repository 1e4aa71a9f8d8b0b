import { constants, createReadStream, openSync } from "node:fs";
import { stat } from "node:fs/promises";
import { Socket } from "node:net";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import picomatch from "picomatch";
import { readTrouble } from "../../core/file-trouble.js";
import { UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import type { Item } from "./item.js";
import { countLines, linesOf } from "./lines.js";
import { walk } from "./walk.js";

/** A source of inputs. It gives the same inputs in the same order each time it is opened. */
export interface Source {
	open(): AsyncIterable<Item>;
	/** Whether the inputs are lines. A request can have many of them. */
	readonly isOfLines?: boolean;
	/** Counts the inputs. Undefined for standard input, which can be read only once. */
	readonly count?: (signal?: AbortSignal) => Promise<number>;
	/** Stops reading. Undefined if nothing could be waited for. */
	readonly close?: () => void;
}

/** 16 MiB: about a hundred lines are in memory at a time. */
const LONGEST_LINE = 2 ** 24;

/**
 * The inputs of a command line: files, or with `lines` the lines of a file. The files in `own` are left out, and those that
 * `isOwn` knows.
 */
export async function sourceOf(
	inputs: readonly string[],
	own: readonly string[],
	{ lines, hidden = false }: { readonly lines?: string; readonly hidden?: boolean },
	host: Host,
	isOwn?: (path: string) => boolean,
): Promise<Source> {
	const [first] = inputs;
	if (lines !== undefined) {
		if (first !== undefined)
			throw new UsageError(`Both --lines and "${first}" were given. Leave out one of them.`);
		return linesSource(lines, host);
	}
	if (first === undefined)
		throw new UsageError("There is no input. Give files, a folder or a pattern, or --lines FILE.");
	return filesSource(inputs, { hidden, own, ...(isOwn && { isOwn }) }, host);
}

/** The lines of a file, or of standard input for "-". */
async function linesSource(given: string, host: Host): Promise<Source> {
	const file = pathOn(host, given);
	const found = given === "-" ? undefined : await lookAt(given, file);
	let chunks: Readable | undefined;
	const open = async function* (): AsyncGenerator<Item> {
		let number = 0;
		chunks = !found ? host.stdin : found.isFIFO() ? openPipe(file) : createReadStream(file);
		for await (const line of linesOf(chunks, LONGEST_LINE))
			yield line === undefined
				? { line: ++number, content: "", trouble: new Error("The line is longer than 16 MiB.") }
				: { line: ++number, content: textOf(line) };
	};
	if (found?.isDirectory()) throw new UsageError(`${given} is a folder. Give --lines a file.`);
	// Unread input would keep the program alive, even if it was never opened.
	const close = () => void (found ? chunks : host.stdin)?.destroy();
	// A pipe such as <(command) can be read only once, too.
	if (!found?.isFile()) return { open, close, isOfLines: true };
	return {
		open,
		close,
		isOfLines: true,
		count: (signal) => countLines(createReadStream(file, signal && { signal })),
	};
}

/**
 * Reads a pipe as a socket, from its first writer on. As a file, opening it and reading it would block a thread of Node until there is
 * something to read, and the program with it.
 */
function openPipe(file: string): Readable {
	const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
	return new Socket({ fd, readable: true, writable: false });
}

/** A line as text if it is valid UTF-8, else as bytes. */
function textOf(line: Uint8Array): string | Uint8Array {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
	} catch {
		return line;
	}
}

/** Files, folders and patterns. Files that the command itself writes are left out. */
export async function filesSource(
	words: readonly string[],
	{
		hidden,
		own,
		isOwn = () => false,
	}: {
		readonly hidden: boolean;
		readonly own: readonly string[];
		readonly isOwn?: (path: string) => boolean;
	},
	host: Pick<Host, "cwd">,
): Promise<Source> {
	const opens: (() => AsyncIterable<Item> | readonly Item[])[] = [];
	for (const word of words) opens.push(await part(word, hidden, host));
	const mine = new Set(own.map((path) => resolve(pathOn(host, path))));
	const isMine = (file: string) => (mine.size > 0 && mine.has(resolve(pathOn(host, file)))) || isOwn(file);
	const open = async function* (): AsyncGenerator<Item> {
		for (const one of opens)
			for await (const item of one()) if (!("file" in item) || !isMine(item.file)) yield item;
	};
	const count = async (signal?: AbortSignal) => {
		let total = 0;
		for await (const _ of open()) {
			signal?.throwIfAborted();
			total++;
		}
		return total;
	};
	return { open, count };
}

/** One argument. A path that exists is not treated as a pattern. */
async function part(
	word: string,
	hidden: boolean,
	host: Pick<Host, "cwd">,
): Promise<() => AsyncIterable<Item> | readonly Item[]> {
	const found = await stat(pathOn(host, word)).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
		throw unreadable(word, error);
	});
	if (found?.isFile()) return () => [{ file: word }];
	if (found?.isDirectory()) return () => walk(word === "." ? "" : word, { hidden }, host);
	if (found) throw new UsageError(`${word} is neither a file nor a folder.`);
	const { base, glob, isGlob } = picomatch.scan(word, { nonegate: true, unescape: true });
	if (!isGlob) throw new UsageError(`${word} does not exist. Name a file, a folder or a pattern.`);
	const matches = picomatch(glob, { nonegate: true, dot: hidden });
	const deep = glob.includes("**") || /[{(].*\//.test(glob);
	const wanted = {
		hidden: hidden || /(?:^|[/{,(])\./.test(glob),
		matches,
		...(!deep && { depth: glob.split("/").length }),
	};
	const open = () => walk(base, wanted, host);
	for await (const { trouble } of open()) if (!trouble) return open;
	throw new UsageError(`No file matches ${word}.`);
}

/** The file of --lines. A flag that follows --lines is taken for its name. */
async function lookAt(given: string, file: string) {
	return stat(file).catch((error: NodeJS.ErrnoException) => {
		throw new UsageError(
			`${readTrouble(given, error)}. Give --lines a readable file, or - for standard input.`,
		);
	});
}

function unreadable(file: string, error: NodeJS.ErrnoException): UsageError {
	return new UsageError(`${readTrouble(file, error)}. Name a readable file.`);
}
