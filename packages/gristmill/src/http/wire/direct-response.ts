import { type IncomingMessage, OutgoingMessage, ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/** Parts of node:http that are not documented. A test compares every answer with that of node:http. */
interface Undocumented {
	readonly _keepAliveTimeout?: number;
	readonly _maxRequestsPerSocket?: number | null;
	/** False for HEAD, also after middleware has changed the method. */
	readonly _hasBody: boolean;
	/** Other code has removed the field Connection. */
	readonly _removedConnection: boolean;
	/** The head that was written. With it, node:http refuses to write another one. */
	_header: string | null;
	_headerSent: boolean;
	/** Tells observers that everything is written. */
	_finish(): void;
}

const { prototype } = ServerResponse;
const { write, end, writeHead } = prototype;
/** Other code that was loaded earlier may have replaced methods for all answers. node:http inherits two, and the third begins like this. */
const IS_PLAIN =
	!Object.hasOwn(prototype, "write") &&
	!Object.hasOwn(prototype, "end") &&
	String(writeHead).startsWith("function writeHead(statusCode");

/**
 * An answer of node:http that can be sent whole, in one write. The usual way checks and joins the same header fields for each
 * answer, and puts the bytes through two streams.
 */
export class DirectResponse<
	Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
	/** The system has all of it. */
	isSent = false;

	/** Sends the answer. `fields` are lines that end with CRLF; all text is Latin-1. Call it only if `isUntouched()`. */
	sendWhole(status: number, fields: string, body: string): void {
		const socket = this.socket as Socket;
		const internal = this as unknown as Undocumented;
		const message = STATUS_CODES[status] ?? "";
		const head = `HTTP/1.1 ${status} ${message}\r\n${fields}Date: ${date()}\r\n${this.#keepAlive()}\r\n`;
		this.statusCode = status;
		this.statusMessage = message;
		internal._header = head;
		internal._headerSent = true;
		// From here on, `write` and `end` fail.
		this.finished = true;
		socket.write(head + body, "latin1");
		internal._finish();
		if (socket.writableLength === 0) this.#finish();
		else
			socket.write("", (error) => {
				if (!error) this.#finish();
			});
	}

	/** Whether the connection is free and stays open, and no other code has touched the answer. */
	isUntouched(): boolean {
		const { socket } = this;
		const internal = this as unknown as Undocumented;
		return (
			socket?.writable === true &&
			this.shouldKeepAlive &&
			!this.headersSent &&
			!this.destroyed &&
			this.sendDate &&
			internal._hasBody &&
			// Then the answer says how many more are allowed.
			!internal._maxRequestsPerSocket &&
			// Middleware may change the head, hold the answer back, or replace methods to see it.
			this.getHeaderNames().length === 0 &&
			!internal._removedConnection &&
			this.statusMessage === undefined &&
			this.writableCorked === 0 &&
			socket.writableCorked === 0 &&
			IS_PLAIN &&
			this.write === write &&
			this.end === end &&
			this.writeHead === writeHead
		);
	}

	/** node:http goes on with the connection when it is told that the answer is finished. */
	#finish(): void {
		this.isSent = true;
		this.emit("finish");
	}

	#keepAlive(): string {
		const { _keepAliveTimeout: milliseconds = 0 } = this as unknown as Undocumented;
		if (milliseconds === 0) return "Connection: keep-alive\r\n";
		return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(milliseconds / 1_000)}\r\n`;
	}
}

const { get: isFinished } = Object.getOwnPropertyDescriptor(
	OutgoingMessage.prototype,
	"writableFinished",
) as {
	get(): boolean;
};

// node:http would count what the socket has not written. TypeScript knows only a property, which no class may override by a getter.
Object.defineProperty(DirectResponse.prototype, "writableFinished", {
	get(this: DirectResponse) {
		return this.isSent || isFinished.call(this);
	},
});

let second = 0;
let text = "";

/** The value of the Date field. */
function date(): string {
	const now = Math.floor(Date.now() / 1_000);
	if (now !== second) {
		second = now;
		text = new Date(now * 1_000).toUTCString();
	}
	return text;
}
