import { access, chmod, constants, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { writeTrouble } from "../../core/file-trouble.js";
import { UsageError, WorkError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";

/** Throws if a file cannot be written. Called before a call whose result would be lost. */
export async function mustBeWritable(given: string, host: Host): Promise<void> {
	const path = pathOn(host, given);
	const found = await stat(path).catch(() => undefined);
	if (found?.isDirectory()) throw new UsageError(`${given} is a folder. Name a file for the result.`);
	await access(found && !found.isFile() ? path : dirname(path), constants.W_OK).catch(
		(error: NodeJS.ErrnoException) => {
			throw new UsageError(`${writeTrouble(given, error)}. Name a writable file for the result.`);
		},
	);
}

/** Writes a file as a whole: it has its old content until everything is written. A device or a pipe is written directly. */
export async function saveFile(given: string, content: readonly Uint8Array[], host: Host): Promise<void> {
	const path = pathOn(host, given);
	const found = await stat(path).catch(() => undefined);
	try {
		if (found && !found.isFile()) await writeFile(path, content);
		// The target of a link is replaced, and not the link.
		else await replace(found ? await realpath(path) : path, content, found?.mode);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new WorkError(`${given} cannot be written (${code}). Name another file, or free some disk space.`);
	}
}

/** Writes a file beside the path, and gives it its name. The same path always has the same temporary name. */
export async function replace(path: string, content: readonly Uint8Array[], mode?: number): Promise<void> {
	const part = join(dirname(path), `.${basename(path)}.part`);
	try {
		await writeFile(part, content);
		if (mode !== undefined) await chmod(part, mode & 0o777);
		await rename(part, path);
	} catch (error) {
		await rm(part, { force: true }).catch(() => {});
		throw error;
	}
}
