import { type IncomingMessage, OutgoingMessage, ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/** Parts of node:http that are not documented. A test compares every answer with that of node:http. */
interface Undocumented {
	readonly _keepAliveTimeout?: number;
	readonly _maxRequestsPerSocket?: number | null;
}

const { write, end, writeHead } = ServerResponse.prototype;

/**
 * An answer of node:http that can be sent whole, in one write. The usual way checks and joins the same header fields for each
 * answer, and puts the bytes through two streams.
 */
export class DirectResponse<
	Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
	/** The answer was sent whole. */
	isSentWhole = false;
	/** The system has all of it. */
	isGivenAway = false;

	/** Sends the answer. `fields` are lines that end with CRLF; all text is Latin-1. Call it only if `isUntouched()`. */
	sendWhole(status: number, fields: string, body: string): void {
		const socket = this.socket as Socket;
		this.statusCode = status;
		this.isSentWhole = true;
		// From here on, `write` and `end` fail.
		this.finished = true;
		socket.write(
			`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields}Date: ${date()}\r\n${this.#keepAlive()}\r\n${body}`,
			"latin1",
		);
		if (socket.writableLength === 0) this.#finish();
		else
			socket.write("", (error) => {
				if (!error) this.#finish();
			});
	}

	/** Whether the connection is free and stays open, and no other code has touched the answer. */
	isUntouched(): boolean {
		return (
			this.socket?.writable === true &&
			this.shouldKeepAlive &&
			!this.headersSent &&
			!this.destroyed &&
			this.sendDate &&
			// Then the answer says how many more are allowed.
			!(this as Undocumented)._maxRequestsPerSocket &&
			// Middleware may add fields, or replace methods to see the answer.
			this.getHeaderNames().length === 0 &&
			this.write === write &&
			this.end === end &&
			this.writeHead === writeHead
		);
	}

	/** node:http goes on with the connection when it is told that the answer is finished. */
	#finish(): void {
		this.isGivenAway = true;
		this.emit("finish");
	}

	#keepAlive(): string {
		const { _keepAliveTimeout: milliseconds = 0 } = this as Undocumented;
		if (milliseconds === 0) return "Connection: keep-alive\r\n";
		return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(milliseconds / 1_000)}\r\n`;
	}
}

// TypeScript knows only properties, which no class may override by getters.
overrideGetter("headersSent", ({ isSentWhole }) => isSentWhole);
overrideGetter("writableFinished", ({ isGivenAway }) => isGivenAway);

/** Makes a getter of node:http return true where it cannot know it. */
function overrideGetter(
	name: "headersSent" | "writableFinished",
	isTrue: (response: DirectResponse) => boolean,
): void {
	const { get } = Object.getOwnPropertyDescriptor(OutgoingMessage.prototype, name) as { get(): boolean };
	Object.defineProperty(DirectResponse.prototype, name, {
		get(this: DirectResponse) {
			return isTrue(this) || get.call(this);
		},
	});
}

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
