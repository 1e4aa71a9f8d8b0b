import { createReadStream, statSync } from "node:fs";
import { text } from "node:stream/consumers";
import { readTrouble } from "../../core/file-trouble.js";
import { UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";

const STDIN = "/dev/stdin";

/** Whether the path is that of a pipe or a device, such as `/dev/stdin` or a shell's `<(…)`. It can be read once. */
export function isPipe(file: string, host: Host): boolean {
	if (file === STDIN) return true;
	const found = statSync(pathOn(host, file));
	return found.isFIFO() || found.isSocket() || found.isCharacterDevice();
}

/** Reads a pipe to its end. Its name says no language, so it is JSON. */
export async function readPipe(file: string, host: Host): Promise<unknown> {
	// Standard input may be a socket, which has no path that can be opened.
	const stream = file === STDIN ? host.stdin : createReadStream(pathOn(host, file));
	const json = await text(stream).catch((error: unknown) => {
		throw new UsageError(`${readTrouble(file, error)}. Name a readable configuration file.`);
	});
	if (json.trim() === "") throw emptyConfig(file);
	try {
		return JSON.parse(json.replace(/^\ufeff/, ""));
	} catch (error) {
		throw new UsageError(`${file} is not JSON: ${(error as Error).message}.`);
	}
}

/** An empty file is what a failed write leaves. Without its settings, a server might be unprotected. */
export function emptyConfig(file: string): UsageError {
	return new UsageError(`The configuration file ${file} is empty. Write settings into it, at least {}.`);
}
