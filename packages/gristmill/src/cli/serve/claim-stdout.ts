import { Writable } from "node:stream";

/** Reserves standard output for the caller. Anything else that is printed, for example by a mill file, goes to standard error. */
export function claimStdout(): Writable {
	const write = process.stdout.write.bind(process.stdout);
	process.stdout.write = process.stderr.write.bind(process.stderr);
	return new Writable({
		decodeStrings: false,
		write: (chunk: string, _encoding, done) => {
			// Errors are reported by the listener on standard output.
			write(chunk, () => done());
		},
	});
}

/** A server goes on if its output is closed or the disk is full. Other commands end then. */
export function ignoreOutputErrors(): void {
	for (const stream of [process.stdout, process.stderr])
		stream.removeAllListeners("error").on("error", () => {});
}
