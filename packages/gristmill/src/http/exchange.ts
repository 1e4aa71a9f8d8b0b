import type { IncomingMessage, ServerResponse } from "node:http";
import { CLIENT_CLOSED_REQUEST, RequestRecord } from "../telemetry/request-record.js";
import { recordRequest } from "../telemetry/telemetry.js";
import { freshId } from "./fresh-id.js";
import type { Host } from "./service/service.js";
import { hasBody, readBody } from "./wire/body.js";
import { Connection, type Turn } from "./wire/connection.js";
import { type HttpReply, type HttpRequest, LARGE_ANSWER } from "./wire/message.js";
import { type Envelope, sendAndClose, sendReply } from "./wire/send.js";
import { dropsBytesBehind } from "./wire/upgrade.js";

/** An unread body up to this size is read and dropped to keep the connection. For a larger one, closing is cheaper. */
const READ_AWAY = 64 * 1024;

/** One request and its answer on a node:http connection. */
export class HttpExchange implements HttpRequest, Turn {
	readonly id: string;
	readonly method: string;
	readonly target: string;
	readonly headers: IncomingMessage["headers"];
	principal: HttpRequest["principal"];
	readonly record: RequestRecord;
	readonly #host: Host;
	readonly message: IncomingMessage;
	readonly response: ServerResponse;
	readonly #connection: Connection;
	/** Says whether node:http has dropped bytes after the request; undefined if it drops none. */
	readonly #hasDropped: (() => boolean) | undefined;
	#awaitsContinue: boolean;
	#abort: AbortController | undefined;
	#held = 0;
	/** Nothing can be sent any more. */
	#isOver = false;
	/** Other code answers the request and records it. */
	#isHandedOver = false;

	constructor(host: Host, message: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) {
		this.id = requestId(message);
		this.method = message.method ?? "GET";
		// Express and similar frameworks remove the mount path from `url` and keep the original in `originalUrl`.
		this.target = (message as { originalUrl?: string }).originalUrl ?? message.url ?? "/";
		this.headers = message.headers;
		this.record = new RequestRecord(this.id, this.method);
		this.#host = host;
		this.message = message;
		this.response = response;
		this.#awaitsContinue = awaitsContinue;
		this.#hasDropped = message.headers.upgrade === undefined ? undefined : dropsBytesBehind(message);
		this.#connection = Connection.of(message.socket);
		this.#connection.enter(this);
	}

	/** A getter, because reading it is a system call. */
	get peer(): string | undefined {
		return this.message.socket.remoteAddress;
	}

	async read(limit: number, watch?: (piece: Uint8Array) => void): Promise<Uint8Array> {
		if (this.#awaitsContinue) this.response.writeContinue();
		this.#awaitsContinue = false;
		const body = await readBody(this.message, limit, (bytes) => this.hold(bytes), watch);
		this.#connection.asked();
		return body;
	}

	hold(bytes: number): void {
		this.#host.bodyBudget.hold(bytes);
		this.#held += bytes;
	}

	signal(): AbortSignal {
		this.#abort ??= new AbortController();
		if (this.#isOver) this.#abort.abort();
		return this.#abort.signal;
	}

	over(): void {
		this.#isOver = true;
		if (!this.response.writableFinished) this.#abort?.abort();
	}

	handOver(): RequestRecord {
		this.#isHandedOver = true;
		this.over();
		return this.record;
	}

	/** Answers and closes the connection: the bytes that follow cannot be trusted. */
	refuse(reply: HttpReply): void {
		this.finish(reply, true);
	}

	finish(reply: HttpReply, closes = false): void {
		if (this.#isHandedOver) {
			this.#release();
			return;
		}
		const { record } = this;
		record.ended = performance.now();
		const timing = this.#host.serverTiming ? serverTiming(record) : undefined;
		const sent = this.#send({ id: this.id, timing }, reply, closes);
		// A large answer stays in memory until its caller has read it.
		if (sent === undefined || sent < LARGE_ANSWER) this.#release();
		else this.response.once("close", () => this.#release());
		record.status = sent === undefined ? CLIENT_CLOSED_REQUEST : reply.status;
		record.code = sent === undefined ? undefined : reply.problem;
		record.bytesOut = this.method === "HEAD" ? 0 : (sent ?? 0);
		recordRequest(this.#host.telemetry, record, this.headers);
	}

	#release(): void {
		this.#host.bodyBudget.release(this.#held);
		this.#held = 0;
	}

	#send(envelope: Envelope, reply: HttpReply, closes: boolean): number | undefined {
		const { message } = this;
		if (this.#isOver) return undefined;
		if (closes) return sendAndClose(message, this.response, envelope, reply);
		// A caller that waits for 100 Continue may or may not send its body now. Only closing is unambiguous.
		if (this.#awaitsContinue) return sendReply(this.response, envelope, reply, true);
		if (!message.complete && hasBody(message) && !isSmall(message))
			return sendAndClose(message, this.response, envelope, reply);
		const isLast = this.#host.draining || this.#hasDropped?.() === true;
		return sendReply(this.response, envelope, reply, isLast);
	}
}

function isSmall({ headers }: IncomingMessage): boolean {
	return Number(headers["content-length"] ?? Number.POSITIVE_INFINITY) <= READ_AWAY;
}

const OWN_ID = /^[A-Za-z0-9._~-]{1,128}$/;

/** The caller's own id if it is safe for a log, otherwise a new one. */
function requestId({ headers }: IncomingMessage): string {
	const own = headers["request-id"];
	return typeof own === "string" && OWN_ID.test(own) ? own : freshId();
}

/** The waiting time, run time and total time of a call in milliseconds (W3C Server Timing); undefined for documents. */
function serverTiming({ passage, began, ended }: RequestRecord): string | undefined {
	if (!passage?.lane) return undefined;
	const ran = passage.ran(ended);
	const stages = [`queue;dur=${passage.waited(ended).toFixed(3)}`];
	if (ran !== undefined) stages.push(`run;dur=${ran.toFixed(3)}`);
	return [...stages, `total;dur=${(ended - began).toFixed(3)}`].join(", ");
}
