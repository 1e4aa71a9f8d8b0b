import { writeSync } from "node:fs";
import { WorkError } from "../command-line/command-error.js";

/** Writes a line to a file, at once and whole. `name` is the file's path as the caller knows it. */
export function writeLine(file: number, line: string, name: string): void {
	const bytes = new TextEncoder().encode(line);
	try {
		for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new WorkError(
			`${name} cannot be written (${code}). Free some disk space and continue with --resume.`,
		);
	}
}
