import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { writeTrouble } from "../../core/file-trouble.js";
import { UsageError, WorkError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import { harmless } from "../command-line/terminal.js";

/** The destination of results. */
export interface Results {
	write(line: string, failed: boolean): Promise<void>;
	close(): void;
}

/** Opens the files for the results. Without a file, results go to standard output. */
export function openResults(
	out: string | undefined,
	errors: string | undefined,
	resume: boolean,
	host: Host,
): Results {
	const { stdout } = host;
	if (out !== undefined && errors !== undefined && resolve(out) === resolve(errors))
		throw new UsageError(
			`--out and --errors are the same file, ${out}. Name different files, or leave out --errors.`,
		);
	for (const path of [out, errors]) if (path !== undefined && !resume) mustBeNew(path, host);
	const files = [out, errors].map((path) => (path === undefined ? undefined : appendTo(path, host)));
	const [good, bad = good] = files;
	return {
		async write(line, failed) {
			const file = failed ? bad : good;
			if (file) file.write(line);
			// Waits for a slow reader instead of filling the memory.
			else if (!stdout.write(stdout.isTTY ? harmless(line) : line))
				await new Promise<void>((drained) => stdout.once("drain", drained));
		},
		close() {
			for (const file of files) file?.close();
		},
	};
}

/** Results of an earlier run are never overwritten. */
function mustBeNew(path: string, host: Host): void {
	let size = 0;
	try {
		const found = statSync(pathOn(host, path), { throwIfNoEntry: false });
		if (found?.isFile()) size = found.size;
	} catch (error) {
		throw unwritable(path, error);
	}
	if (size > 0) throw new UsageError(`${path} exists. Continue with --resume, or name another file.`);
}

/**
 * Writes each line at once and synchronously. If the program is killed, every counted result is written, and the lines of
 * both files are in the order of the inputs. A write takes microseconds, a call takes milliseconds.
 */
function appendTo(path: string, host: Host) {
	let file: number;
	try {
		file = openSync(pathOn(host, path), "a");
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
				throw new WorkError(`Free some disk space and continue with --resume: ${path} (${code}).`);
			}
		},
		close: () => closeSync(file),
	};
}

function unwritable(path: string, error: unknown): UsageError {
	return new UsageError(`${writeTrouble(path, error)}. Name a writable file.`);
}
