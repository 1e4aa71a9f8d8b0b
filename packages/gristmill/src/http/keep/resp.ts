import { Buffer } from "node:buffer";

/** What a server that speaks the Redis protocol (RESP2) answers to the commands that we send; undefined for what it does not have. */
export type Reply = Buffer | string | number | undefined | RedisError;

/** The server refused a command, or its answer did not come. */
export class RedisError extends Error {}

const CRLF = Buffer.from("\r\n");

/** A command as it is sent. */
export function command(words: readonly (string | Uint8Array)[]): Buffer {
	const parts: Uint8Array[] = [Buffer.from(`*${words.length}\r\n`)];
	for (const word of words) {
		const bytes = typeof word === "string" ? Buffer.from(word) : word;
		parts.push(Buffer.from(`$${bytes.byteLength}\r\n`), bytes, CRLF);
	}
	return Buffer.concat(parts);
}

/** The longest line. Values are longer, but come with their length. */
const MOST_LINE = 16 * 1024;

/** Some servers repeat the words of a command that they refuse. A password and an answer must not get into the log. */
const REPEATED = /,? with args .*/is;

/** Reads answers from the pieces in which they come. */
export class ReplyReader {
	readonly #most: number;
	readonly #onReply: (reply: Reply) => void;
	#held: Buffer[] = [];
	#size = 0;
	/** How many bytes must be held before the next step. */
	#wanted = 1;

	/** `most` limits the bytes of a value: the server may be another than we think. */
	constructor(most: number, onReply: (reply: Reply) => void) {
		this.#most = most;
		this.#onReply = onReply;
	}

	/** Throws a RangeError if this is not the protocol. */
	push(chunk: Buffer): void {
		this.#held.push(chunk);
		this.#size += chunk.length;
		if (this.#size < this.#wanted) return;
		let bytes = this.#held.length === 1 ? chunk : Buffer.concat(this.#held);
		for (;;) {
			const read = this.#read(bytes);
			if (typeof read === "number") {
				this.#wanted = read;
				break;
			}
			bytes = bytes.subarray(read.end);
			this.#onReply(read.reply);
		}
		this.#held = [bytes];
		this.#size = bytes.length;
	}

	/** The first answer and where it ends, or how many bytes are needed to go on. */
	#read(bytes: Buffer): { readonly reply: Reply; readonly end: number } | number {
		const line = bytes.indexOf(CRLF);
		if (line < 0) {
			if (bytes.length > MOST_LINE) throw new RangeError("it sent a line that is too long");
			return bytes.length + 1;
		}
		const text = bytes.toString("utf8", 1, line);
		const end = line + 2;
		const kind = String.fromCharCode(bytes[0] ?? 0);
		if (kind === "+") return { reply: text, end };
		if (kind === "-") return { reply: new RedisError(text.replace(REPEATED, "").slice(0, 200)), end };
		if (!/^(?:-1|\d{1,10})$/.test(text) || (kind !== ":" && kind !== "$"))
			throw new RangeError("it does not speak the Redis protocol");
		const number = Number(text);
		if (kind === ":") return { reply: number, end };
		if (number < 0) return { reply: undefined, end };
		if (number > this.#most) throw new RangeError("it sent a value that is too long");
		const whole = end + number + 2;
		if (bytes.length < whole) return whole;
		if (bytes[whole - 2] !== 13 || bytes[whole - 1] !== 10)
			throw new RangeError("it does not speak the Redis protocol");
		return { reply: bytes.subarray(end, end + number), end: whole };
	}
}
