import { Buffer } from "node:buffer";
import { performance } from "node:perf_hooks";
import type { Content } from "../../codecs/encode.js";
import { isOutOfMemory } from "../../core/out-of-memory.js";
import { Problem } from "../../core/problem.js";
import { describeCrash } from "../loading/describe-crash.js";
import type { MaybePromise } from "../perform.js";
import type { CallAnswer, FromWorker } from "../pool/messages.js";
import { packFromWorker } from "../pool/payload.js";
import type { Wire } from "../pool/wire.js";

/** A result of this size is sent by itself, without a copy. */
const LARGE = 64 * 1024;
/** A result of this size that consists of bytes alone goes on to its caller while it is sent. */
const ARRIVING = 256 * 1024;

/** What a worker says to the server. The small answers to a row go together, a large one goes alone. */
export class Answers {
	readonly #server: () => Wire;
	readonly #showsMessages: boolean;
	/** The answers to a row that the server does not have yet. */
	#row: CallAnswer[] = [];

	constructor(server: () => Wire, showsMessages: boolean) {
		this.#server = server;
		this.#showsMessages = showsMessages;
	}

	send(given: FromWorker): void {
		const { message, bytes } = packFromWorker(given);
		this.#server().send(message, bytes);
	}

	/** Answers a call with those before it in a row. It goes at the next `flush`. */
	note(answer: CallAnswer): void {
		this.#row.push(answer);
	}

	/** Sends the answers to a row so far. */
	flush(): void {
		if (this.#row.length === 0) return;
		const answers = this.#row;
		this.#row = [];
		this.send({ type: "answers", answers });
	}

	/** Sends a large result. Returns the answer with a small one. */
	done(id: number, content: Content, micros: number, isRaw: boolean): MaybePromise<CallAnswer | undefined> {
		const bytes = typeof content === "string" ? Buffer.from(content) : content;
		if (bytes.byteLength < LARGE)
			// The mill may write to its array again before this is sent.
			return { type: "done", id, micros, content: bytes === content ? Buffer.from(bytes) : bytes };
		this.flush();
		const { message } =
			isRaw && bytes.byteLength >= ARRIVING
				? { message: { type: "arriving", id, micros } }
				: packFromWorker({ type: "answers", answers: [{ type: "done", id, micros, content: bytes }] });
		// The next call waits: its mill may write to the array that this one returned.
		return new Promise((flushed) => this.#server().send(message, bytes, () => flushed(undefined)));
	}

	failure(id: number, error: unknown, micros: number): CallAnswer {
		if (!Problem.is(error)) {
			const reason = describeCrash(error, this.#showsMessages);
			return { type: "crash", id, isOutOfMemory: isOutOfMemory(error), reason };
		}
		const { code, detail, members } = error;
		return { type: "problem", id, code, detail, members, micros };
	}
}

export function microsSince(began: number): number {
	return Math.round((performance.now() - began) * 1_000);
}
