import { closeSync, openSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { writeTrouble } from "../../core/file-trouble.js";
import { UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import { harmless } from "../command-line/terminal.js";
import type { Place } from "./done.js";
import { Renewal } from "./renewal.js";
import { writeLine } from "./write-line.js";

/** The destination of results. */
export interface Results {
	/** Writes a result, instead of an earlier one of the run that is continued if its place is given. Earlier ones are replaced first. */
	write(line: string, failed: boolean, instead?: Place): Promise<void>;
	/** Gives the files with replaced results their names. */
	settle(): Promise<void>;
	/** Without `settle`, results are as before that were to be replaced. */
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
	const paths = [out, errors].filter((path) => path !== undefined);
	let renewal: Renewal | undefined;
	const settle = async () => {
		const whole = renewal;
		if (!whole) return;
		await whole.finish();
		renewal = undefined;
		for (const file of files) file?.reopen();
	};
	return {
		settle,
		async write(line, failed, instead) {
			if (instead) {
				renewal ??= new Renewal(paths, host);
				return renewal.write(line, failed ? paths.length - 1 : 0, instead);
			}
			await settle();
			const file = failed ? bad : good;
			if (file) file.write(line);
			// Waits for a slow reader instead of filling the memory.
			else if (!stdout.write(stdout.isTTY ? harmless(line) : line))
				await new Promise<void>((drained) => stdout.once("drain", drained));
		},
		close() {
			renewal?.drop();
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
	const opened = () => {
		try {
			return openSync(pathOn(host, path), "a");
		} catch (error) {
			throw unwritable(path, error);
		}
	};
	let file = opened();
	return {
		write: (line: string) => writeLine(file, line, path),
		/** The name belongs to another file now. */
		reopen() {
			closeSync(file);
			file = opened();
		},
		close: () => closeSync(file),
	};
}

function unwritable(path: string, error: unknown): UsageError {
	return new UsageError(`${writeTrouble(path, error)}. Name a writable file.`);
}
