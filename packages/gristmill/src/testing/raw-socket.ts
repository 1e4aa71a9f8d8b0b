import { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import { Answer, SILENCE } from "./server.js";

/** A connection with full control over every byte, for requests that no HTTP client would send. */
export class RawSocket {
	readonly socket: Socket;
	readonly #url: string;
	#received = Buffer.alloc(0);
	#ended = false;
	#wake = () => {};

	/**
	 * Opens a connection. A half-open one keeps its own side open after the server has ended the other. No certificate is
	 * checked.
	 */
	static open(url: string, { halfOpen = false } = {}): Promise<RawSocket> {
		const { protocol, hostname, port } = new URL(url);
		const to = { host: hostname, port: Number(port), allowHalfOpen: halfOpen };
		return new Promise((resolve, reject) => {
			const socket =
				protocol === "https:" ? connectSecure({ ...to, rejectUnauthorized: false }) : connect(to);
			socket.once("error", reject);
			socket.once(protocol === "https:" ? "secureConnect" : "connect", () =>
				resolve(new RawSocket(socket, url)),
			);
		});
	}

	constructor(socket: Socket, url: string) {
		this.socket = socket;
		this.#url = url;
		const over = () => {
			this.#ended = true;
			this.#wake();
		};
		socket.on("data", (chunk: Buffer) => {
			this.#received = Buffer.concat([this.#received, chunk]);
			this.#wake();
		});
		socket.on("end", over);
		socket.on("close", over);
		// A reset ends the connection like a normal close, and a pending wait for an answer fails.
		socket.on("error", over);
		socket.setTimeout(SILENCE, () => socket.destroy());
	}

	/** Sends lines as a head, with Host and the final empty line. */
	sendHead(...lines: readonly string[]): void {
		const [first, ...fields] = lines;
		this.socket.write(`${[first, `Host: ${new URL(this.#url).host}`, ...fields].join("\r\n")}\r\n\r\n`);
	}

	send(bytes: string | Uint8Array): void {
		this.socket.write(bytes);
	}

	/** Sends one chunk of a chunked body. */
	sendChunk(bytes: Uint8Array): void {
		this.socket.write(`${bytes.byteLength.toString(16)}\r\n`);
		this.socket.write(bytes);
		this.socket.write("\r\n");
	}

	/** Returns the next complete answer. A 1xx answer counts too. */
	async answer(): Promise<Answer> {
		const end = await this.#until(() => {
			const found = this.#received.indexOf("\r\n\r\n");
			return found < 0 ? undefined : found;
		});
		const [start = "", ...fields] = this.#received.toString("latin1", 0, end).split("\r\n");
		const status = Number(start.split(" ")[1]);
		const headers = new Headers();
		for (const field of fields) {
			const colon = field.indexOf(":");
			headers.append(field.slice(0, colon), field.slice(colon + 1).trim());
		}
		const length = Number(headers.get("content-length") ?? 0);
		const from = end + 4;
		const body = await this.#until(() =>
			this.#received.length >= from + length ? this.#received.subarray(from, from + length) : undefined,
		);
		this.#received = this.#received.subarray(from + length);
		return new Answer(this.#url, status, headers, body);
	}

	/** Waits until the server has closed the connection. Returns the bytes after the answers that were read. */
	async ended(): Promise<Buffer> {
		await this.#until(() => (this.#ended ? true : undefined));
		return this.#received;
	}

	close(): void {
		this.socket.destroy();
	}

	async #until<T>(look: () => T | undefined): Promise<T> {
		for (;;) {
			const found = look();
			if (found !== undefined) return found;
			if (this.#ended) throw new Error(`The server closed after ${JSON.stringify(String(this.#received))}`);
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}
}

/** Opens a connection and closes it after use. */
export async function onRawSocket<T>(
	url: string,
	use: (raw: RawSocket) => Promise<T>,
	options?: { readonly halfOpen?: boolean },
): Promise<T> {
	const raw = await RawSocket.open(url, options);
	try {
		return await use(raw);
	} finally {
		raw.close();
	}
}
