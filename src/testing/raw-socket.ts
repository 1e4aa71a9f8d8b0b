import { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import { Answer, SILENCE } from "./server.js";

/** A connection on which every byte is ours: for what no HTTP client would send. */
export class RawSocket {
	readonly socket: Socket;
	readonly #url: string;
	#received = Buffer.alloc(0);
	#ended = false;
	#wake = () => {};

	/** A half-open one keeps its own side when the server has ended the other. */
	static open(url: string, { halfOpen = false } = {}): Promise<RawSocket> {
		const { hostname, port } = new URL(url);
		return new Promise((resolve, reject) => {
			const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: halfOpen });
			socket.once("error", reject);
			socket.once("connect", () => resolve(new RawSocket(socket, url)));
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
		// A reset is the end like any other; whoever waits for an answer is told.
		socket.on("error", over);
		// A server that says nothing at all fails its test rather than the whole run.
		socket.setTimeout(SILENCE, () => socket.destroy());
	}

	/** Sends lines as a head, with Host, and the empty line behind it. */
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

	/** The next answer whole; one of 1xx counts too. */
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

	/** Waits until the server has closed the connection; gives what it sent beyond the answers read. */
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

/** Opens a connection for as long as it is used. */
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
