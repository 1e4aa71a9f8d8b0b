import { once } from "node:events";
import { connect } from "node:net";

/** The maximum length of the head of an answer. Searching no further keeps large bodies cheap. */
const MAX_HEAD = 2_048;
const READ_BUFFER = 64 * 1024;

/**
 * Sends the same request repeatedly on keep-alive connections, one at a time on each, for `seconds`.
 * It waits for every request that was started, so that the CPU time of the server belongs to exactly these requests.
 */
export async function load(port, call, { seconds, connections }) {
	const clients = Array.from({ length: connections }, () => new Client(port, call));
	try {
		await Promise.all(clients.map((client) => client.connected));
		const began = performance.now();
		const until = began + seconds * 1_000;
		const counts = await Promise.all(clients.map((client) => client.run(until)));
		const requests = counts.reduce((sum, count) => sum + count);
		return { requests, seconds: (performance.now() - began) / 1_000 };
	} finally {
		for (const client of clients) client.close();
	}
}

/** A raw socket instead of an HTTP client: the load must not cost more than what it measures. */
class Client {
	#socket;
	#bytes;
	#answerLength;
	#head = "";
	/** The remaining bytes of the body. Undefined while the head is read. */
	#left;
	#count = 0;
	#until = 0;
	#resolve;
	#reject;

	constructor(port, { bytes, answerLength }) {
		this.#bytes = bytes;
		this.#answerLength = answerLength;
		this.#socket = connect({
			port,
			host: "127.0.0.1",
			noDelay: true,
			// One buffer for all reads: no stream and no allocation per answer.
			onread: { buffer: Buffer.allocUnsafeSlow(READ_BUFFER), callback: (n, buffer) => this.#read(n, buffer) },
		});
		this.connected = once(this.#socket, "connect");
		this.#socket.on("error", (error) => this.#reject?.(error));
		this.#socket.on("close", () => this.#reject?.(new Error("The server closed the connection.")));
	}

	/** Resolves with the number of answers. */
	run(until) {
		this.#until = until;
		return new Promise((resolve, reject) => {
			this.#resolve = resolve;
			this.#reject = reject;
			this.#socket.write(this.#bytes);
		});
	}

	close() {
		this.#socket.destroy();
	}

	#read(n, buffer) {
		const body = this.#left === undefined ? this.#readHead(n, buffer) : n;
		if (this.#left === undefined) return true;
		this.#left -= body;
		if (this.#left > 0) return true;
		if (this.#left < 0) this.#reject(new Error("The answer is longer than its Content-Length."));
		this.#left = undefined;
		this.#count++;
		if (performance.now() < this.#until) this.#socket.write(this.#bytes);
		else this.#resolve(this.#count);
		return true;
	}

	/** Reads the head, or a part of it. Returns the number of body bytes that came with it. */
	#readHead(n, buffer) {
		const before = this.#head.length;
		this.#head += buffer.latin1Slice(0, Math.min(n, MAX_HEAD));
		const end = this.#head.indexOf("\r\n\r\n");
		if (end < 0 && this.#head.length < MAX_HEAD) return 0;
		const head = this.#head.slice(0, end + 2);
		const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(head)?.[1];
		// A fast wrong answer must not win.
		if (!head.startsWith("HTTP/1.1 200 ") || Number(length) !== this.#answerLength)
			this.#reject(new Error(`This is not the answer that was expected: ${head}`));
		this.#head = "";
		this.#left = Number(length);
		return n - (end + 4 - before);
	}
}
