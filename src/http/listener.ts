import type { IncomingMessage, ServerResponse } from "node:http";
import { record } from "../telemetry/telemetry.js";
import { GONE, Visit } from "../telemetry/visit.js";
import { hasBody, readBody } from "./body.js";
import { misframed } from "./framing.js";
import { freshId } from "./fresh-id.js";
import { handle } from "./handle.js";
import type { Reply, Request } from "./message.js";
import { problemReply } from "./problem-reply.js";
import { Refusal } from "./refusal.js";
import { type Envelope, sendAndClose, sendReply } from "./send.js";
import { serverTiming } from "./server-timing.js";
import type { Service } from "./service.js";
import { serviceAt } from "./versions.js";

/** A function for node:http, and for whatever mounts such functions. */
export type Listener = (message: IncomingMessage, response: ServerResponse) => void;

/** An unread body up to this size is read away to keep the connection; beyond, closing it is cheaper. */
const READ_AWAY = 64 * 1024;

/** Makes the listener; `beforeReading` is what must happen before a body comes (100 Continue). */
export function listenerFor(service: Service): Listener & { continued: Listener; expecting: Listener } {
	const answer = (message: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void => {
		const exchange = new Exchange(service, message, response, awaitsContinue);
		const refusal = misframed(message);
		if (refusal) exchange.refuse(problemReply(service, exchange.id, refusal, undefined));
		else
			handle(serviceAt(service, exchange.target), exchange).then(
				(reply) => exchange.finish(reply),
				(error: unknown) => exchange.finish(problemReply(service, exchange.id, error, undefined)),
			);
	};
	return Object.assign(
		(message: IncomingMessage, response: ServerResponse) => answer(message, response, false),
		{
			/** For the `checkContinue` event. */
			continued: (message: IncomingMessage, response: ServerResponse) => answer(message, response, true),
			/** For the `checkExpectation` event. */
			expecting: (message: IncomingMessage, response: ServerResponse) => {
				const exchange = new Exchange(service, message, response, true);
				const refusal = new Refusal(
					"expectation-failed",
					"Leave the Expect field out, or send 100-continue.",
				);
				exchange.finish(problemReply(service, exchange.id, refusal, undefined));
			},
		},
	);
}

/** One request and its answer on a node:http connection. */
class Exchange implements Request {
	readonly id: string;
	readonly method: string;
	readonly target: string;
	readonly headers: IncomingMessage["headers"];
	principal: Request["principal"];
	readonly visit: Visit;
	readonly #service: Service;
	readonly #message: IncomingMessage;
	readonly #response: ServerResponse;
	#awaitsContinue: boolean;
	#abort: AbortController | undefined;
	#held = 0;

	constructor(service: Service, message: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) {
		this.id = requestId(message);
		this.method = message.method ?? "GET";
		// Express and its kin take the mount path off `url` and keep the whole in `originalUrl`.
		this.target = (message as { originalUrl?: string }).originalUrl ?? message.url ?? "/";
		this.headers = message.headers;
		this.visit = new Visit(this.id, this.method);
		this.#service = service;
		this.#message = message;
		this.#response = response;
		this.#awaitsContinue = awaitsContinue;
	}

	/** Asked of the system only where somebody wants to know. */
	get peer(): string | undefined {
		return this.#message.socket.remoteAddress;
	}

	read(limit: number): Promise<Uint8Array> {
		if (this.#awaitsContinue) this.#response.writeContinue();
		this.#awaitsContinue = false;
		return readBody(this.#message, limit, (bytes) => this.hold(bytes));
	}

	hold(bytes: number): void {
		this.#service.intake.hold(bytes);
		this.#held += bytes;
	}

	signal(): AbortSignal {
		if (!this.#abort) {
			const controller = new AbortController();
			this.#response.once("close", () => {
				if (!this.#response.writableFinished) controller.abort();
			});
			if (this.#response.destroyed) controller.abort();
			this.#abort = controller;
		}
		return this.#abort.signal;
	}

	/** Answers what should not have come, and closes: who knows what lies behind it. */
	refuse(reply: Reply): void {
		this.finish(reply, true);
	}

	finish(reply: Reply, closes = false): void {
		this.#service.intake.release(this.#held);
		this.#held = 0;
		const { visit } = this;
		visit.ended = performance.now();
		const timing = this.#service.serverTiming ? serverTiming(visit) : undefined;
		const sent = this.#send({ id: this.id, timing }, reply, closes);
		visit.status = sent === undefined ? GONE : reply.status;
		visit.code = sent === undefined ? undefined : reply.problem;
		visit.bytesOut = this.method === "HEAD" ? 0 : (sent ?? 0);
		record(this.#service.telemetry, visit, this.headers);
	}

	#send(envelope: Envelope, reply: Reply, closes: boolean): number | undefined {
		const message = this.#message;
		if (closes) return sendAndClose(message, this.#response, envelope, reply);
		// A caller that waits for 100 Continue may or may not send its body now: only closing is unambiguous.
		if (this.#awaitsContinue) return sendReply(this.#response, envelope, reply, true);
		if (!message.complete && hasBody(message) && !isSmall(message))
			return sendAndClose(message, this.#response, envelope, reply);
		return sendReply(this.#response, envelope, reply, this.#service.draining);
	}
}

function isSmall({ headers }: IncomingMessage): boolean {
	return Number(headers["content-length"] ?? Number.POSITIVE_INFINITY) <= READ_AWAY;
}

const OWN_ID = /^[A-Za-z0-9._~-]{1,128}$/;

/** The caller's own id where it is fit for a log, else a fresh one. */
function requestId({ headers }: IncomingMessage): string {
	const own = headers["request-id"];
	return typeof own === "string" && OWN_ID.test(own) ? own : freshId();
}
