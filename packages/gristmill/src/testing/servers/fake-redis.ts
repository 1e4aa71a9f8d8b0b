import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** A server that speaks as much of the Redis protocol as we use, and misbehaves on demand. */
export class FakeRedis {
	readonly values = new Map<string, Buffer>();
	/** Every command, as words. */
	readonly commands: string[][] = [];
	/** What a command gets instead of its answer; nothing for "". */
	answers: (words: readonly string[]) => string | undefined = () => undefined;
	/** Called after each command. */
	onCommand: () => void = () => {};
	#server: Server | undefined;
	readonly #sockets = new Set<Socket>();

	/** Listens, on the port that it had before if there is one. */
	async listen(port = 0): Promise<number> {
		this.#server = createServer((socket) => this.#serve(socket));
		this.#server.listen(port, "127.0.0.1");
		await once(this.#server, "listening");
		return (this.#server.address() as AddressInfo).port;
	}

	/** Ends all connections and takes no more. */
	async close(): Promise<void> {
		const closed = this.#server && once(this.#server, "close");
		this.#server?.close();
		for (const socket of this.#sockets) socket.destroy();
		await closed;
		this.#server = undefined;
	}

	#serve(socket: Socket): void {
		this.#sockets.add(socket);
		socket.on("error", () => {});
		socket.on("close", () => this.#sockets.delete(socket));
		let held = Buffer.alloc(0);
		socket.on("data", (chunk) => {
			held = Buffer.concat([held, chunk]);
			for (let read = commandIn(held); read; read = commandIn(held)) {
				held = held.subarray(read.end);
				socket.write(this.#answer(read.words));
				this.onCommand();
			}
		});
	}

	#answer(given: readonly Buffer[]): Buffer | string {
		const words = given.map(String);
		this.commands.push(words);
		const special = this.answers(words);
		if (special !== undefined) return special;
		const [name, key = ""] = words;
		if (name === "SET") this.values.set(key, given[2] as Buffer);
		if (name !== "GET") return name === "PING" ? "+PONG\r\n" : "+OK\r\n";
		const value = this.values.get(key);
		return value
			? Buffer.concat([Buffer.from(`$${value.length}\r\n`), value, Buffer.from("\r\n")])
			: "$-1\r\n";
	}
}

/** The first command and where it ends; undefined if it is not whole. */
function commandIn(bytes: Buffer): { readonly words: Buffer[]; readonly end: number } | undefined {
	let at = 0;
	const number = () => {
		const line = bytes.indexOf("\r\n", at);
		if (line < 0) return undefined;
		const value = Number(bytes.toString("latin1", at + 1, line));
		at = line + 2;
		return value;
	};
	const count = number();
	if (count === undefined) return undefined;
	const words: Buffer[] = [];
	for (let n = 0; n < count; n++) {
		const length = number();
		if (length === undefined || bytes.length < at + length + 2) return undefined;
		words.push(bytes.subarray(at, at + length));
		at += length + 2;
	}
	return { words, end: at };
}
