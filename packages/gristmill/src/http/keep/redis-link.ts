import { connect, type Socket } from "node:net";
import type { Clock, Timer } from "../../core/clock.js";
import { MiB } from "../../core/definition/limits.js";
import type { RedisPlace } from "./place.js";
import { command, RedisError, type Reply, ReplyReader } from "./resp.js";

/** How long a connection may take until it can be used, in milliseconds. */
const CONNECT_MS = 1_000;
/** A call waits for an answer at most this long, in milliseconds. Then the server counts as gone, and no other call waits for it. */
export const ANSWER_MS = 100;
/** When it is tried again, in milliseconds: each time that it is lost soon, after twice the time. */
export const AGAIN_MS = 1_000;
const LONGEST_MS = 30_000;
const STEADY_MS = 60_000;
/** If this much waits to be sent, nothing is added: an answer would come too late. */
const MOST_UNSENT = 2 * MiB;

/** The connection was lost before the answer came. */
export class LinkLost extends RedisError {}

/** Tells when the server can be used, and why it no longer can. */
export interface LinkEvents {
	up(): void;
	down(reason: string): void;
}

/**
 * A connection to a server that speaks the Redis protocol. It comes back by itself. Commands are sent at once, one after the other, and
 * are answered in their order.
 */
export class RedisLink {
	readonly #place: RedisPlace;
	readonly #most: number;
	readonly #clock: Clock;
	readonly #events: LinkEvents;
	#socket: Socket | undefined;
	#waiting: ((reply: Reply) => void)[] = [];
	/** When it could be used; undefined if it cannot be now. */
	#upSince: number | undefined;
	#delay = AGAIN_MS;
	/** Until it must be connected, or is tried again. */
	#timer: Timer;
	#isClosed = false;

	/** `most` limits the bytes of a value. */
	constructor(place: RedisPlace, most: number, clock: Clock, events: LinkEvents) {
		this.#place = place;
		this.#most = most;
		this.#clock = clock;
		this.#events = events;
	}

	get isUp(): boolean {
		return this.#upSince !== undefined;
	}

	/** Sends a command. Undefined at once if the server cannot be used. It never rejects. */
	ask(words: readonly (string | Uint8Array)[]): Promise<Reply> | undefined {
		const socket = this.#socket;
		if (!socket || !this.isUp || socket.writableLength > MOST_UNSENT) return undefined;
		return this.#send(socket, words);
	}

	/** The same, but the server is gone if the answer takes too long. */
	askSoon(words: readonly (string | Uint8Array)[]): Promise<Reply> | undefined {
		const socket = this.#socket;
		const asked = this.ask(words);
		if (!asked || !socket) return undefined;
		const late = () => this.#lose(socket, `it did not answer within ${ANSWER_MS} ms`);
		let judging: NodeJS.Immediate | undefined;
		const timer = this.#clock.setTimeout(() => {
			// If this process was busy for so long, the answer waits. It is read before the immediate runs.
			judging = setImmediate(late);
		}, ANSWER_MS);
		return asked.then((reply) => {
			this.#clock.clearTimeout(timer);
			clearImmediate(judging);
			return reply;
		});
	}

	connect(): void {
		const { host, port, user, password, database } = this.#place;
		const socket = connect({ host, port });
		this.#socket = socket;
		socket.setNoDelay(true);
		// It does not keep a program alive.
		socket.unref();
		const reader = new ReplyReader(this.#most, (reply) => this.#waiting.shift()?.(reply));
		socket.on("data", (chunk) => {
			if (socket !== this.#socket) return;
			try {
				reader.push(chunk);
			} catch (error) {
				this.#lose(socket, (error as Error).message);
			}
		});
		// The message of several failures together, one for each address of the host, is empty.
		socket.on("error", (error: NodeJS.ErrnoException) => this.#lose(socket, error.code ?? error.message));
		socket.on("close", () => this.#lose(socket, "it closed the connection"));
		this.#after(CONNECT_MS, () => this.#lose(socket, `it did not answer within ${CONNECT_MS / 1_000} s`));
		const hello = [
			...(password === "" ? [] : [["AUTH", ...(user === "" ? [] : [user]), password]]),
			...(database === 0 ? [] : [["SELECT", `${database}`]]),
			["PING"],
		];
		socket.once("connect", () => {
			void Promise.all(hello.map((words) => this.#send(socket, words))).then((replies) => {
				if (socket !== this.#socket) return;
				const refusal = replies.find((reply) => reply instanceof RedisError);
				if (refusal) return this.#lose(socket, refusal.message);
				this.#clock.clearTimeout(this.#timer);
				this.#upSince = this.#clock.now();
				this.#events.up();
			});
		});
	}

	close(): void {
		this.#isClosed = true;
		this.#clock.clearTimeout(this.#timer);
		if (this.#socket) this.#lose(this.#socket, "the store is closed");
	}

	#send(socket: Socket, words: readonly (string | Uint8Array)[]): Promise<Reply> {
		return new Promise((resolve) => {
			this.#waiting.push(resolve);
			socket.write(command(words));
		});
	}

	#lose(socket: Socket, reason: string): void {
		if (socket !== this.#socket) return;
		this.#socket = undefined;
		socket.destroy();
		this.#clock.clearTimeout(this.#timer);
		const waiting = this.#waiting;
		this.#waiting = [];
		const wasSteady = this.#upSince !== undefined && this.#clock.now() - this.#upSince >= STEADY_MS;
		this.#upSince = undefined;
		for (const tell of waiting) tell(new LinkLost(reason));
		if (this.#isClosed) return;
		this.#events.down(reason);
		const delay = wasSteady ? AGAIN_MS : this.#delay;
		this.#delay = Math.min(LONGEST_MS, 2 * delay);
		this.#after(delay, () => this.connect());
	}

	#after(milliseconds: number, callback: () => void): void {
		this.#timer = this.#clock.setTimeout(callback, milliseconds);
		this.#clock.unref(this.#timer);
	}
}
