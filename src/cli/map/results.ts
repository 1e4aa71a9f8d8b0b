import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError, WorkError } from "../command-error.js";
import { harmless } from "../terminal.js";

/** Where results go. */
export interface Results {
	write(line: string, failed: boolean): Promise<void>;
	close(): void;
}

/** Opens the files of the results, or standard output where none is named. */
export function openResults(out: string | undefined, errors: string | undefined, resume: boolean): Results {
	if (out !== undefined && errors !== undefined && resolve(out) === resolve(errors))
		throw new UsageError(`Give --out and --errors different files, or leave out --errors: ${out}.`);
	for (const path of [out, errors]) if (path !== undefined && !resume) mustBeNew(path);
	const files = [out, errors].map((path) => (path === undefined ? undefined : appendTo(path)));
	const [good, bad = good] = files;
	return {
		async write(line, failed) {
			const file = failed ? bad : good;
			if (file) file.write(line);
			// A pipe whose reader is slow holds us, and not the memory.
			else if (!process.stdout.write(process.stdout.isTTY ? harmless(line) : line))
				await new Promise<void>((drained) => process.stdout.once("drain", drained));
		},
		close() {
			for (const file of files) file?.close();
		},
	};
}

/** Hours of work are not overwritten by pressing a key. */
function mustBeNew(path: string): void {
	let size = 0;
	try {
		const found = statSync(path, { throwIfNoEntry: false });
		if (found?.isFile()) size = found.size;
	} catch (error) {
		throw unwritable(path, error);
	}
	if (size > 0) throw new UsageError(`Continue with --resume, or name another file: ${path} exists.`);
}

/**
 * Written line by line and at once: what was counted as done is with the system when we are killed, and the lines of
 * two files are there in the order of the inputs. It costs microseconds where a call costs milliseconds.
 */
function appendTo(path: string) {
	let file: number;
	try {
		file = openSync(path, "a");
	} catch (error) {
		throw unwritable(path, error);
	}
	return {
		write(line: string) {
			const bytes = new TextEncoder().encode(line);
			try {
				for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
			} catch (error) {
				const { code } = error as NodeJS.ErrnoException;
				throw new WorkError(`Make room for the results and go on with --resume: ${path} (${code}).`);
			}
		},
		close: () => closeSync(file),
	};
}

function unwritable(path: string, error: unknown): UsageError {
	const { code } = error as NodeJS.ErrnoException;
	return new UsageError(`Name a file that can be written to: ${path} (${code}).`);
}
