import { Writable } from "node:stream";

/** How many characters a call may print. The rest is left out: a loop that prints must not fill the disk. */
const MOST = 16 * 1024;

/** What the mills of a worker print. */
export class Printed {
	readonly #print: (text: string) => void;
	#left = MOST;

	constructor(print: (text: string) => void) {
		this.#print = print;
	}

	/** A new call may print as much as the one before. */
	renew(): void {
		this.#left = MOST;
	}

	write(text: string): void {
		if (this.#left <= 0 || text === "") return;
		this.#print(text.slice(0, this.#left));
		this.#left -= text.length;
		if (this.#left <= 0) this.#print("The rest of what this call prints is left out.");
	}
}

/**
 * Gives what is printed to the server, which logs it with the mill. Written to standard error, it would have no name, and a reader
 * that stands still would block the call.
 */
export function claimOutput(printed: Printed): void {
	for (const [name, fd] of [
		["stdout", 1],
		["stderr", 2],
	] as const) {
		const stream = new Writable({
			decodeStrings: false,
			write: (chunk: string | Buffer, _encoding, done) => {
				printed.write(typeof chunk === "string" ? chunk : chunk.toString());
				done();
			},
		});
		Object.defineProperty(process, name, { value: Object.assign(stream, { fd }), configurable: true });
	}
}
