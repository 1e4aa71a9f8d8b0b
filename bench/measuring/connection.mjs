import { once } from "node:events";
import { connect } from "node:net";

/** No head of an answer is longer. Searching no further keeps large bodies cheap. */
const MAX_HEAD = 2_048;
const READ_BUFFER = 64 * 1024;

/** A raw socket that reads no more of an answer than it must: the load must not cost more than what it measures. */
export class Connection {
	#socket;
	#head = "";
	/** Undefined while a head is read. */
	#status;
	#length = 0;
	/** The remaining bytes of the body. */
	#left = 0;
	#onAnswer;
	#onClose;

	/** `onAnswer` is given the status and the length of the body, in the order of the requests. */
	constructor(port, onAnswer, onClose) {
		this.#onAnswer = onAnswer;
		this.#onClose = onClose;
		this.#socket = connect({
			port,
			host: "127.0.0.1",
			noDelay: true,
			// One buffer for all reads: no stream and no allocation per answer.
			onread: { buffer: Buffer.allocUnsafeSlow(READ_BUFFER), callback: (n, buffer) => this.#read(n, buffer) },
		});
		this.#socket.on("error", () => {});
		this.#socket.on("close", () => this.#onClose());
	}

	get connected() {
		return once(this.#socket, "connect");
	}

	send(bytes) {
		this.#socket.write(bytes);
	}

	/** Goes away, as a caller does that waits no longer; neither callback is called any more. */
	destroy() {
		this.#onAnswer = () => {};
		this.#onClose = () => {};
		this.#socket.destroy();
	}

	#read(n, buffer) {
		// More than one answer only where requests were sent ahead.
		for (let at = 0; at < n; ) {
			if (this.#status === undefined) at = this.#readHead(at, n, buffer);
			const part = Math.min(this.#left, n - at);
			at += part;
			this.#left -= part;
			if (this.#status === undefined || this.#left > 0) continue;
			const status = this.#status;
			this.#status = undefined;
			this.#onAnswer(status, this.#length);
		}
		return true;
	}

	/** Reads the head, or a part of it. Returns the place behind it. */
	#readHead(at, n, buffer) {
		const before = this.#head.length;
		this.#head += buffer.latin1Slice(at, Math.min(n, at + MAX_HEAD));
		const end = this.#head.indexOf("\r\n\r\n");
		if (end < 0 && this.#head.length < MAX_HEAD) return n;
		const head = this.#head.slice(0, end + 2);
		const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(head)?.[1];
		// Without a length nothing that follows can be understood.
		if (length === undefined) throw new Error(`This answer has no Content-Length: ${head}`);
		this.#head = "";
		this.#status = Number(head.slice(9, 12));
		this.#length = Number(length);
		this.#left = this.#length;
		return at + end + 4 - before;
	}
}
