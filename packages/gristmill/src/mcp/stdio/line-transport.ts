import type { Buffer } from "node:buffer";
import type { Readable, Writable } from "node:stream";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { INVALID_PARAMS, lostArgument } from "../arguments/lost-argument.js";
import { idOf } from "../message-id.js";
import { Lines } from "./lines.js";

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/**
 * A transport with one message per line. The library's own transport copies and searches its whole buffer for each
 * chunk, so its time is quadratic. It also ignores invalid lines, and drops pending answers when the input ends.
 */
export class LineTransport implements Transport {
	/** Settled when the input has ended and all requests are answered. */
	readonly closed: Promise<void>;
	onmessage?: Transport["onmessage"];
	onclose?: () => void;
	onerror?: (error: Error) => void;
	readonly #input: Readable;
	readonly #output: Writable;
	readonly #lines: Lines;
	/** The requests that have no answer yet. */
	readonly #open = new Set<string | number>();
	#ended = false;
	#closed = false;
	#tellClosed: () => void = () => {};

	constructor(input: Readable, output: Writable, maxBytes: number) {
		this.closed = new Promise((resolve) => {
			this.#tellClosed = resolve;
		});
		this.#input = input;
		this.#output = output;
		this.#lines = new Lines(maxBytes, {
			line: (bytes) => this.#read(bytes),
			tooLong: () =>
				this.#refuse(INVALID_REQUEST, `The message has more than ${maxBytes} bytes. Send a smaller one.`),
		});
	}

	async start(): Promise<void> {
		this.#input.on("data", (chunk: Buffer) => this.#lines.push(chunk));
		this.#input.once("error", (error) => this.onerror?.(error));
		this.#input.once("close", () => this.#end());
		this.#input.once("end", () => this.#end());
		// The client no longer reads, so it is gone.
		this.#output.once("error", () => this.close());
	}

	async send(message: JSONRPCMessage): Promise<void> {
		if (this.#closed) return;
		await this.#write(message);
		if (!("method" in message) && message.id !== undefined) this.#settle(message.id);
	}

	async close(): Promise<void> {
		if (this.#closed) return;
		this.#closed = true;
		this.#input.pause();
		this.onclose?.();
		this.#tellClosed();
	}

	#read(bytes: Buffer): void {
		const text = bytes.toString("utf8").trim();
		if (text === "" || this.#closed) return;
		const message = this.#parse(text);
		if (!message) return;
		if ("method" in message && "id" in message) this.#open.add(message.id);
		this.onmessage?.(message);
		// A cancelled request gets no answer.
		if ("method" in message && message.method === "notifications/cancelled")
			this.#settle(message.params?.requestId as string | number | undefined);
	}

	#parse(text: string): JSONRPCMessage | undefined {
		let value: unknown;
		try {
			value = JSON.parse(text);
		} catch {
			this.#refuse(PARSE_ERROR, "This line is not well-formed JSON. Send one message in each line.");
			return undefined;
		}
		const lost = lostArgument(value);
		if (lost !== undefined) {
			this.#refuse(INVALID_PARAMS, lost, idOf(value));
			return undefined;
		}
		try {
			return parseJSONRPCMessage(value);
		} catch {
			this.#refuse(INVALID_REQUEST, "This line is not a message of JSON-RPC 2.0.", idOf(value));
			return undefined;
		}
	}

	#refuse(code: number, message: string, id: string | number | null = null): void {
		void this.#write({ jsonrpc: "2.0", id, error: { code, message } });
	}

	#write(message: object): Promise<void> {
		return new Promise((resolve) => {
			this.#output.write(`${JSON.stringify(message)}\n`, () => resolve());
		});
	}

	#settle(id: string | number | undefined): void {
		if (id !== undefined) this.#open.delete(id);
		if (this.#ended && this.#open.size === 0) void this.close();
	}

	#end(): void {
		if (!this.#ended) this.#lines.end();
		this.#ended = true;
		this.#settle(undefined);
	}
}
