import { Buffer } from "node:buffer";
import type { Ending } from "./exchange.js";

/** Maximum size of a head, as in usual clients. */
const MOST_HEAD = 64 * 1024;
/** Maximum size of a body. */
export const MOST_BODY = 1024 * 1024;
const MOST_INTERIM = 16;
const HEAD_END = Buffer.from("\r\n\r\n");

type Fields = (readonly [name: string, value: string])[];

/**
 * Parses one answer from the chunks of a connection.
 *
 * A checker needs what HTTP clients hide: content after an answer to HEAD, 1xx answers, two framings at once. The
 * reader limits untrusted data and never throws.
 */
export class ReplyReader {
	status = 0;
	fields: Fields = [];
	readonly interim: number[] = [];
	ending: Ending | undefined;
	trouble: string | undefined;
	stray = 0;
	readonly #method: string;
	#held: Buffer = Buffer.alloc(0);
	/** Grows by doubling. A server may send single bytes, and an object for each would cost about 100 bytes. */
	#body: Buffer = Buffer.alloc(0);
	#size = 0;
	#phase: "head" | "counted" | "chunked" | "open" | "over" = "head";
	/** Missing bytes of the body or the chunk. */
	#left = 0;
	#onInterim: (status: number) => void;

	constructor(method: string, onInterim: (status: number) => void = () => {}) {
		this.#method = method;
		this.#onInterim = onInterim;
	}

	get body(): Buffer {
		return this.#body.subarray(0, Math.min(this.#size, MOST_BODY));
	}

	get over(): boolean {
		return this.#phase === "over";
	}

	feed(bytes: Buffer) {
		if (this.#phase === "over") {
			this.stray += bytes.length;
			return;
		}
		if (this.#phase === "counted") return this.#takeCounted(bytes);
		if (this.#phase === "open") return this.#take(bytes);
		this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
		if (this.#phase === "head") this.#readHead();
		else this.#readChunks();
	}

	/** The connection ended. */
	close(): void {
		if (this.#phase === "over") return;
		if (this.#phase === "open") this.#finish("whole");
		else if (this.status === 0)
			this.#finish("closed", this.#held.length > 0 ? "it closed inside its head" : "it closed");
		else this.#finish("closed", "it closed inside its body");
	}

	/** Stops waiting. */
	giveUp(ending: Ending, trouble: string): void {
		if (this.#phase !== "over") this.#finish(ending, trouble);
	}

	#finish(ending: Ending, trouble?: string) {
		this.#phase = "over";
		this.ending = ending;
		this.trouble = trouble;
		this.#held = Buffer.alloc(0);
	}

	#readHead() {
		const end = this.#held.indexOf(HEAD_END);
		if (end < 0) {
			if (!"HTTP/".startsWith(this.#held.toString("latin1", 0, 5)) && this.#held.length > 0)
				this.#finish("garbage", "it is no HTTP");
			else if (this.#held.length > MOST_HEAD) this.#finish("too-long", "its head has no end");
			return;
		}
		const head = this.#held.toString("latin1", 0, end);
		const rest = this.#held.subarray(end + 4);
		this.#held = Buffer.alloc(0);
		const start = /^HTTP\/1\.[01] (\d{3})(?: |\r\n|$)/.exec(head);
		if (end > MOST_HEAD) return this.#finish("too-long", "its head is too long");
		if (!start) return this.#finish("garbage", "it is no HTTP/1.1");
		const status = Number(start[1]);
		const fields = readFields(head);
		if (!fields || status < 100) return this.#finish("garbage", "its head is malformed");
		if (status < 200 && status !== 101) {
			this.interim.push(status);
			if (this.interim.length > MOST_INTERIM) return this.#finish("garbage", "1xx without end");
			this.#onInterim(status);
			this.#held = rest;
			if (rest.length > 0) this.#readHead();
			return;
		}
		this.status = status;
		this.fields = fields;
		this.#frame(rest);
	}

	/** RFC 9112 §6.3, in its order. */
	#frame(rest: Buffer) {
		const value = (name: string) =>
			this.fields.filter(([key]) => key.toLowerCase() === name).map(([, v]) => v);
		if (this.#method === "HEAD" || this.status === 204 || this.status === 304 || this.status === 101) {
			this.stray = rest.length;
			return this.#finish("whole");
		}
		const coding = value("transfer-encoding");
		if (coding.length > 0) {
			if (coding.join(",").trim().toLowerCase() !== "chunked")
				return this.#finish("garbage", "an unknown Transfer-Encoding");
			this.#phase = "chunked";
			this.#left = -1;
			this.#held = rest;
			return this.#readChunks();
		}
		const [length, ...others] = value("content-length");
		if (length === undefined) {
			this.#phase = "open";
			return this.#take(rest);
		}
		if (!/^\d{1,15}$/.test(length) || others.some((other) => other !== length))
			return this.#finish("garbage", "a malformed Content-Length");
		this.#phase = "counted";
		this.#left = Number(length);
		this.#takeCounted(rest);
	}

	#takeCounted(bytes: Buffer) {
		const mine = bytes.subarray(0, this.#left);
		this.stray += bytes.length - mine.length;
		this.#left -= mine.length;
		this.#take(mine);
		if (this.#left === 0 && !this.over) this.#finish("whole");
	}

	#take(bytes: Buffer) {
		const taken = bytes.subarray(0, Math.max(0, MOST_BODY - this.#size));
		if (this.#size + taken.length > this.#body.length) {
			const larger = Buffer.alloc(Math.min(MOST_BODY, 2 * (this.#size + taken.length)));
			this.#body.copy(larger);
			this.#body = larger;
		}
		taken.copy(this.#body, this.#size);
		this.#size += bytes.length;
		if (this.#size > MOST_BODY) this.#finish("too-long", `its body has more than ${MOST_BODY} bytes`);
	}

	#readChunks() {
		while (this.#phase === "chunked") {
			if (this.#left >= 0) {
				const wanted = this.#left + 2;
				const piece = this.#held.subarray(0, this.#left);
				if (this.#held.length < wanted) {
					// Parts of a large chunk are taken at once. Holding them would copy them repeatedly.
					if (piece.length < this.#left) {
						this.#take(piece);
						this.#left -= piece.length;
						this.#held = this.#held.subarray(piece.length);
					}
					return;
				}
				this.#take(piece);
				if (this.over) return;
				if (this.#held.toString("latin1", this.#left, wanted) !== "\r\n")
					return this.#finish("garbage", "a malformed chunk");
				this.#held = this.#held.subarray(wanted);
				this.#left = -1;
			}
			const end = this.#held.indexOf("\r\n");
			if (end < 0) {
				if (this.#held.length > 1024) this.#finish("garbage", "a malformed chunk");
				return;
			}
			const size = /^([0-9a-fA-F]{1,8})[ \t]*(?:;|$)/.exec(this.#held.toString("latin1", 0, end))?.[1];
			if (size === undefined) return this.#finish("garbage", "a malformed chunk");
			if (Number.parseInt(size, 16) === 0) return this.#readTrailer(end);
			this.#held = this.#held.subarray(end + 2);
			this.#left = Number.parseInt(size, 16);
		}
	}

	#readTrailer(end: number) {
		const trailer = this.#held.subarray(end);
		const over = trailer.indexOf(HEAD_END);
		if (over >= 0) {
			this.stray = trailer.length - over - HEAD_END.length;
			this.#finish("whole");
		} else if (trailer.length > MOST_HEAD) this.#finish("garbage", "its trailer has no end");
	}
}

function readFields(head: string): Fields | undefined {
	const fields: Fields = [];
	for (const line of head.split("\r\n").slice(1)) {
		const colon = line.indexOf(":");
		// RFC 9112 §5.1: no space before the colon; §5.2: no folded lines.
		if (colon < 1 || /\s/.test(line.slice(0, colon))) return undefined;
		// RFC 9110 §5.5: a bare line break in a value would break a request that repeats the value.
		if (/[\r\n\0]/.test(line)) return undefined;
		fields.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
	}
	return fields;
}
