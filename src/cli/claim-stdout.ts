import { Writable } from "node:stream";

/** Takes the standard output for its caller alone; whatever else is printed, by a mill file say, goes to standard error. */
export function claimStdout(): Writable {
	const write = process.stdout.write.bind(process.stdout);
	process.stdout.write = process.stderr.write.bind(process.stderr);
	return new Writable({
		decodeStrings: false,
		write: (chunk: string, _encoding, done) => {
			// The standard output tells of its errors itself.
			write(chunk, () => done());
		},
	});
}
