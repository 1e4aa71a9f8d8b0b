import { Writable } from "node:stream";
import type { Host } from "../command-line/host.js";

/** Reserves standard output for the caller. Anything else that is printed, for example by a mill file, goes to standard error. */
export function claimStdout({ stdout, stderr }: Host): Writable {
	const write = stdout.write.bind(stdout);
	stdout.write = stderr.write.bind(stderr);
	return new Writable({
		decodeStrings: false,
		write: (chunk: string, _encoding, done) => {
			// Errors are reported by the listener on standard output.
			write(chunk, () => done());
		},
	});
}

/** A server goes on if its output is closed or the disk is full. Other commands end then. */
export function ignoreOutputErrors({ stdout, stderr }: Host): void {
	for (const stream of [stdout, stderr]) stream.removeAllListeners("error").on("error", () => {});
}
