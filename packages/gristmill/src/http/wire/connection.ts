import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Clock } from "../../core/clock.js";
import type { RequestRecord } from "../../telemetry/request-record.js";

/** One request and its answer, as their connection sees them. */
export interface Turn {
	readonly message: IncomingMessage;
	readonly response: ServerResponse;
	/** Whether the answer comes part by part, which may take long. */
	readonly isStream: boolean;
	/** Called once: the answer is sent, or nothing can be sent any more. */
	over(): void;
	/** Leaves the answer to the code that ends the connection. Returns the request record, which that code completes. */
	handOver(): RequestRecord;
}

/**
 * A caller that ends its side within this time after its request still waits for the answer, as `nc -N` does. A caller that
 * ends it later has given up: it sends the same FIN, but after a timeout or a user action.
 */
export const HALF_CLOSE_MS = 100;

/** How many bytes are read and dropped after a broken request while earlier answers are pending. */
const MOST_BEHIND = 8 * 1024 * 1024;

const known = new WeakMap<Duplex, Connection>();

/** The requests of one connection whose answers are not out yet, and how the connection ends. */
export class Connection {
	readonly #socket: Duplex & { bytesRead?: number };
	readonly #clock: Clock;
	/** In the order of the requests. Mostly there is one. */
	#open: Turn[] = [];
	/** The last request, until its answer is sent and its body is complete. */
	#last: Turn | undefined;
	/** When the last byte of a request was read. */
	#askedAt = 0;
	#lastMessage: (() => void) | undefined;
	#readBefore = 0;

	static of(socket: Duplex, clock: Clock): Connection {
		let connection = known.get(socket);
		if (!connection) {
			connection = new Connection(socket, clock);
			known.set(socket, connection);
		}
		return connection;
	}

	constructor(socket: Duplex, clock: Clock) {
		this.#socket = socket;
		this.#clock = clock;
		// After node:http, which keeps its own side open while answers are due.
		socket.once("end", () => {
			// An answer that has begun is sent to its end, unless that may be far. Then node:http closes the connection.
			const [first] = this.#open;
			if (first?.response.headersSent && !first.isStream) return;
			if (clock.now() - this.#askedAt > HALF_CLOSE_MS) socket.end();
		});
		// Node 20 tells only the first of several waiting answers that the connection is gone.
		socket.once("close", () => {
			const open = this.#open;
			// At once: there may be many, and to remove one takes time in proportion to their number.
			this.#open = [];
			for (const turn of open) turn.over();
			this.#settle();
		});
	}

	enter(turn: Turn): void {
		// An application may have passed the request on too late.
		if (this.#socket.destroyed) {
			turn.over();
			return;
		}
		this.#open.push(turn);
		this.#last = turn;
		this.#askedAt = this.#clock.now();
		// Not `once`, which wraps the listener: the event comes once.
		turn.response.on("close", () => this.#leave(turn));
	}

	/** Notes that a request has been read to its end. */
	asked(): void {
		this.#askedAt = this.#clock.now();
	}

	/** Whether a body is read that may come for longer than the limit for requests. Who reads it limits the silence. */
	isLong = false;

	/** Whether nothing more is read as a request. */
	get hasFailed(): boolean {
		return this.#lastMessage !== undefined;
	}

	/**
	 * Nothing that follows can be read as a request. Earlier requests get their answers first; then `refuse` is called with the
	 * record of the request whose body is broken, if there is one. If that request has its answer already, `hangUp` is called.
	 */
	fail(refuse: (record: RequestRecord | undefined) => void, hangUp: () => void): void {
		const broken = this.#last?.message.complete === false ? this.#last : undefined;
		this.#readBefore = this.#socket.bytesRead ?? 0;
		if (broken?.response.headersSent) {
			this.#lastMessage = hangUp;
			// Its answer waits for the rest of the body, which will not come.
			if (this.isLong) broken.message.destroy();
		} else {
			const record = broken?.handOver();
			if (broken) this.#remove(broken);
			this.#lastMessage = () => refuse(record);
		}
		this.#settle();
	}

	/** Limits the bytes that are read after the failure. */
	ignoreMore(): void {
		if ((this.#socket.bytesRead ?? 0) - this.#readBefore > MOST_BEHIND) this.#socket.pause();
	}

	#leave(turn: Turn): void {
		if (this.#last === turn && turn.message.complete) this.#last = undefined;
		if (!this.#remove(turn)) return;
		turn.over();
		this.#settle();
	}

	#remove(turn: Turn): boolean {
		const at = this.#open.indexOf(turn);
		if (at === 0) this.#open.shift();
		else if (at > 0) this.#open.splice(at, 1);
		return at >= 0;
	}

	#settle(): void {
		if (this.#open.length > 0 || !this.#lastMessage || !this.#socket.writable) return;
		this.#lastMessage();
	}
}
