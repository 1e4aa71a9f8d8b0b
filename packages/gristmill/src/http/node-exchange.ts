import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { CallerGone } from "../runtime/failures.js";
import type { RequestRecord } from "../telemetry/request-record.js";
import { hasBody, readBody } from "./body/body.js";
import { bodyPieces } from "./body/body-pieces.js";
import { Exchange } from "./exchange.js";
import { answerOf } from "./handle.js";
import type { Host } from "./host/host.js";
import { problemReply } from "./problem-reply.js";
import { Connection, type Turn } from "./wire/connection.js";
import type { Envelope } from "./wire/envelope.js";
import { framingProblem } from "./wire/framing.js";
import {
	type ArrivingBody,
	type HttpReply,
	LARGE_ANSWER,
	type PartBody,
	type Watch,
} from "./wire/message.js";
import type { Listener } from "./wire/node-http.js";
import { Refusal } from "./wire/refusal.js";
import { sendAndClose, sendReply } from "./wire/send.js";
import { sendArriving } from "./wire/send-arriving.js";
import { sendParts } from "./wire/send-parts.js";
import { dropsBytesBehind } from "./wire/upgrade.js";

/** An unread body up to this size is read and dropped to keep the connection. For a larger one, closing is cheaper. */
const READ_AWAY = 64 * 1024;

/** How long a caller may go on sending after the end of its answer. */
const LINGER_MS = 2_000;

/** One request and its answer on a node:http connection. */
class NodeExchange extends Exchange implements Turn {
	readonly takesArriving = true;
	readonly message: IncomingMessage;
	readonly response: ServerResponse;
	isStream = false;
	readonly #connection: Connection;
	/** Says whether node:http has dropped bytes after the request; undefined if it drops none. */
	readonly #hasDropped: (() => boolean) | undefined;
	#awaitsContinue: boolean;
	/** Nothing can be sent any more. */
	#isOver = false;
	/** Other code answers the request and records it. */
	#isHandedOver = false;
	/** This flow has answered. */
	#isAnswered = false;
	/** The answer stays in memory, and counted, until it is over. */
	#isLargeAnswer = false;

	constructor(host: Host, message: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) {
		super(host, {
			method: message.method ?? "GET",
			// Express and similar frameworks remove the mount path from `url` and keep the original in `originalUrl`.
			target: (message as { originalUrl?: string }).originalUrl ?? message.url ?? "/",
			headers: message.headers,
		});
		this.message = message;
		this.response = response;
		this.#awaitsContinue = awaitsContinue;
		this.#hasDropped = message.headers.upgrade === undefined ? undefined : dropsBytesBehind(message);
		this.#connection = Connection.of(message.socket, host.clock);
		this.#connection.enter(this);
	}

	/** A getter, because reading it is a system call. */
	get peer(): string | undefined {
		return this.message.socket.remoteAddress;
	}

	read(limit: number, watch?: Watch): Promise<Uint8Array> {
		if (this.#awaitsContinue) this.response.writeContinue();
		this.#awaitsContinue = false;
		return readBody(this.message, limit, this, watch);
	}

	async *pieces(): AsyncGenerator<Uint8Array, void, void> {
		if (this.#awaitsContinue) this.response.writeContinue();
		this.#awaitsContinue = false;
		yield* bodyPieces(this.message, this.#connection, this.host.clock);
	}

	/** The body has been read to its end. */
	ended(): void {
		this.#connection.asked();
	}

	over(): void {
		this.#isOver = true;
		// Not on the response's own "close": Node 20 does not emit it for an answer that waits behind another one.
		if (this.#isLargeAnswer) this.release();
		this.host.load.leave();
		// Other code may have answered, such as a timeout of the application.
		if (!this.#isAnswered || !this.response.writableFinished) this.cancellation.abort();
	}

	handOver(): RequestRecord {
		this.#isHandedOver = true;
		this.over();
		return this.record;
	}

	/** With `closes`, the connection ends: the bytes that follow cannot be trusted. */
	finish(reply: HttpReply, closes = false): void {
		if (this.#isHandedOver) {
			this.leave?.(this.record.passage);
			this.release();
			return;
		}
		this.#isAnswered = true;
		this.isStream = reply.parts !== undefined;
		const sent = this.#send(this.seal(), reply, closes);
		// A large answer stays in memory until its caller has read it.
		if (sent === undefined || sent < LARGE_ANSWER) this.release();
		else this.#isLargeAnswer = true;
		if (reply.arriving && sent !== undefined) void this.#sendArriving(reply, reply.arriving);
		else if (reply.parts && sent !== undefined) void this.#sendParts(reply, reply.parts);
		else this.conclude(reply, sent);
	}

	/** Sends a body part by part. The request is recorded at the end. */
	async #sendParts(reply: HttpReply, body: PartBody): Promise<void> {
		let sent: number | undefined;
		try {
			sent = await sendParts(this.response, body, this.cancellation.signal());
			this.#endSender();
			// The rest of a request that failed is not read.
			if (!this.message.complete) this.message.socket.end();
		} catch {
			// A part must not look like the whole.
			this.response.destroy();
			if (body.failure()) sent = 0;
		}
		this.record.ended = performance.now();
		this.conclude(body.failure() ?? reply, sent);
	}

	/** Cuts off a caller that still sends what nobody needs, when it has had time to read its answer. */
	#endSender(): void {
		const { message } = this;
		if (message.complete || !hasBody(message)) return;
		const { clock } = this.host;
		const timer = clock.setTimeout(() => message.complete || message.socket.destroy(), LINGER_MS);
		message.socket.once("close", () => clock.clearTimeout(timer));
	}

	/** Sends a body as it arrives. The request is recorded at the end: only then is it known how it went. */
	async #sendArriving(reply: HttpReply, { bytes, failed }: ArrivingBody): Promise<void> {
		let told = reply;
		let sent: number | undefined = bytes.length;
		try {
			await sendArriving(this.response, bytes, this.cancellation.signal());
		} catch (error) {
			const isGone = error instanceof CallerGone;
			if (!isGone) told = failed(error as Error);
			this.response.destroy();
			sent = isGone ? undefined : bytes.arrived;
		}
		this.record.ended = performance.now();
		this.conclude(told, sent);
	}

	#send(envelope: Envelope, reply: HttpReply, closes: boolean): number | undefined {
		const { message } = this;
		if (this.#isOver) return undefined;
		if (closes) return sendAndClose(message, this.response, envelope, reply);
		// A caller that waits for 100 Continue may or may not send its body now. Only closing is unambiguous.
		if (this.#awaitsContinue) return sendReply(this.response, envelope, reply, true);
		if (!reply.arriving && !reply.parts && !message.complete && hasBody(message) && !isSmall(message))
			return sendAndClose(message, this.response, envelope, reply);
		// The rest of a small body is read and dropped. Otherwise the next request would wait behind it.
		if (!message.complete) message.resume();
		const isLast = this.host.draining || this.#hasDropped?.() === true;
		return sendReply(this.response, envelope, reply, isLast);
	}
}

function isSmall({ headers }: IncomingMessage): boolean {
	return Number(headers["content-length"] ?? Number.POSITIVE_INFINITY) <= READ_AWAY;
}

/** Makes the listener of a host. */
export function listenerFor(host: Host): Listener & { continued: Listener; expecting: Listener } {
	const listener = (message: IncomingMessage, response: ServerResponse, awaitsContinue = false): void => {
		const exchange = new NodeExchange(host, message, response, awaitsContinue);
		const refusal = framingProblem(message);
		if (refusal) exchange.finish(problemReply(host.main, exchange.id, refusal, undefined), true);
		else answerOf(host, exchange).then((reply) => exchange.finish(reply));
	};
	return Object.assign((message: IncomingMessage, response: ServerResponse) => listener(message, response), {
		/** For the `checkContinue` event. */
		continued: (message: IncomingMessage, response: ServerResponse) => listener(message, response, true),
		/** For the `checkExpectation` event. */
		expecting: (message: IncomingMessage, response: ServerResponse) => {
			const exchange = new NodeExchange(host, message, response, true);
			const refusal = new Refusal(
				"expectation-failed",
				"The Expect field has an unknown value. Only 100-continue is supported.",
			);
			exchange.finish(problemReply(host.main, exchange.id, refusal, undefined));
		},
	});
}
