import { Buffer } from "node:buffer";
import { performance } from "node:perf_hooks";
import { CallerGone } from "../runtime/failures.js";
import { CLIENT_CLOSED_REQUEST } from "../telemetry/request-record.js";
import { readStream, streamPieces } from "./body/stream-body.js";
import { Exchange } from "./exchange.js";
import { answerOf } from "./handle.js";
import type { Host } from "./host/host.js";
import type { FetchCaller } from "./mounts.js";
import { fieldsOf } from "./wire/envelope.js";
import type { HttpReply, PartBody, Watch } from "./wire/message.js";
import { streamParts } from "./wire/send-parts.js";
import { PIECE, streamOut } from "./wire/stream-out.js";

/** One fetch request and its answer. */
class FetchExchange extends Exchange {
	readonly peer: string | undefined;
	readonly #request: Request;
	readonly #stopListening: () => void;

	constructor(host: Host, request: Request, peer: string | undefined) {
		const { pathname, search } = new URL(request.url);
		super(host, {
			method: request.method,
			target: pathname + search,
			headers: Object.fromEntries(request.headers),
		});
		this.peer = peer;
		this.#request = request;
		this.#stopListening = this.cancellation.follow(request.signal);
	}

	read(limit: number, watch?: Watch): Promise<Uint8Array> {
		return readStream(this.#request, limit, this, watch);
	}

	pieces(): AsyncIterable<Uint8Array> {
		return streamPieces(this.#request);
	}

	finish(reply: HttpReply): Response {
		const envelope = this.seal();
		if (this.#request.signal.aborted) {
			void reply.parts?.pieces.return();
			this.conclude(reply, undefined);
			this.#over();
			// The caller has gone, but the framework still waits for a Response.
			return new Response(null, { status: CLIENT_CLOSED_REQUEST });
		}
		const bytes = typeof reply.body === "string" ? Buffer.from(reply.body) : reply.body;
		const headers = new Headers();
		const fields = fieldsOf(envelope, reply, reply.parts ? undefined : bytes.length);
		for (let i = 0; i < fields.length; i += 2) headers.append(fields[i] as string, fields[i + 1] as string);
		if (reply.parts)
			return new Response(this.#partsOf(reply, reply.parts), { status: reply.status, headers });
		this.conclude(reply, bytes.length);
		return new Response(this.#bodyOf(reply.status, bytes), { status: reply.status, headers });
	}

	/** A body that is read part by part. The request is recorded at the end. */
	#partsOf(reply: HttpReply, body: PartBody): ReadableStream<Uint8Array> {
		return streamParts(body, (sent, error) => {
			this.record.ended = performance.now();
			// A mill that waits for something learns it at once.
			if (error instanceof CallerGone) this.cancellation.abort();
			this.conclude(body.failure() ?? reply, error instanceof CallerGone ? undefined : sent);
			this.#over();
		});
	}

	/** Small answers are copied by `Response`; large ones stay in memory, and counted, until they are read. */
	#bodyOf(status: number, bytes: Uint8Array): Uint8Array | ReadableStream<Uint8Array> | null {
		const hasNone = this.method === "HEAD" || status === 204 || status === 304;
		if (!hasNone && bytes.length > PIECE) return streamOut(bytes, () => this.#over());
		this.#over();
		return hasNone ? null : bytes;
	}

	#over(): void {
		// Node keeps some signals, with their listeners, until they are aborted.
		this.#stopListening();
		this.release();
		this.host.load.leave();
	}
}

/** Makes the function of a host that answers fetch requests. */
export function fetchHandlerFor(host: Host): (request: Request, caller?: FetchCaller) => Promise<Response> {
	let hasWarned = false;
	return async (request, caller) => {
		// Frameworks may pass something of their own here.
		const peer = typeof caller?.peer === "string" ? caller.peer : undefined;
		if (peer === undefined && host.rateLimit?.countsAddresses && !hasWarned) {
			hasWarned = true;
			host.log("warn", "callers without credentials share one rate: pass { peer } to the handler");
		}
		const exchange = new FetchExchange(host, request, peer);
		return exchange.finish(await answerOf(host, exchange));
	};
}
