import { once } from "node:events";
import { connect } from "node:net";

/** No answer here is longer, head and body together. */
const READ_BUFFER = 8 * 1024;

/** A raw socket that reads no more of an answer than it must: the load must not cost more than what it measures. */
export class Connection {
	#socket;
	#text = "";
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
		this.#text += buffer.latin1Slice(0, n);
		// More than one only where requests were sent ahead.
		for (;;) {
			const text = this.#text;
			const end = text.indexOf("\r\n\r\n");
			if (end < 0) return true;
			const length = Number(/\r\ncontent-length: *(\d+)\r\n/i.exec(text)?.[1]);
			// Without a length nothing that follows can be understood.
			if (Number.isNaN(length)) throw new Error(`This answer has no Content-Length: ${text.slice(0, end)}`);
			const next = end + 4 + length;
			if (text.length < next) return true;
			this.#text = text.length === next ? "" : text.slice(next);
			this.#onAnswer(Number(text.slice(9, 12)), length);
		}
	}
}
