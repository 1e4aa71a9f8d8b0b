import { performance } from "node:perf_hooks";
import type { Content } from "../codecs/encode.js";
import { asBuffer } from "../core/as-buffer.js";
import { inputTooLarge } from "../core/input-too-large.js";
import type { ParameterValues } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { CallerGone } from "../runtime/failures.js";
import type { Call, MaybePromise } from "../runtime/perform.js";
import { wholeOf } from "../runtime/pool/arriving.js";
import { CLIENT_CLOSED_REQUEST, RequestRecord } from "../telemetry/request-record.js";
import type { MillPlace } from "./flow/route.js";
import type { Service } from "./host/host.js";
import type { Sought } from "./keep/keep.js";
import { keeperOf } from "./keep-answer.js";
import { AnswerWriter } from "./many/answer-writer.js";
import { type LineInput, lineReader, longestLine } from "./many/line-input.js";
import { problemReply } from "./problem-reply.js";
import type { HttpRequest, Leave } from "./wire/message.js";

/** The answer to a line, with its line break. */
export interface LineAnswer {
	readonly line: Uint8Array;
	readonly failed: boolean;
}

/**
 * Makes what answers the lines of a request, each as a call of its own: with its result or its problem. A promise only if the line
 * waits for something: a promise would cost more than a small call. It fails only if the caller has gone.
 */
export function lineAnswerer(
	service: Service,
	request: HttpRequest,
	place: MillPlace,
	parameters: ParameterValues,
): (line: Uint8Array | undefined) => MaybePromise<LineAnswer> {
	const read = lineReader(place.served.mill, parameters);
	const shared = { service, request, place, parameters, read, writer: new AnswerWriter() };
	return (line) => new LineCall(shared, line).answer();
}

/** What the lines of a request have in common. */
interface Lines {
	readonly service: Service;
	readonly request: HttpRequest;
	readonly place: MillPlace;
	readonly parameters: ParameterValues;
	readonly read: (line: Uint8Array) => LineInput;
	readonly writer: AnswerWriter;
}

/** The call of one line. */
class LineCall {
	readonly #lines: Lines;
	readonly #line: Uint8Array | undefined;
	readonly #record: RequestRecord;
	#leave: Leave | undefined;
	#held = 0;

	constructor(lines: Lines, line: Uint8Array | undefined) {
		const { service, request } = lines;
		this.#lines = lines;
		this.#line = line;
		const record = new RequestRecord(request.id, request.method);
		record.mill = request.record?.mill ?? "";
		record.bytesIn = line?.byteLength ?? 0;
		record.status = 200;
		this.#record = record;
		service.host.telemetry.meters?.entered(record);
	}

	answer(): MaybePromise<LineAnswer> {
		try {
			const allowed = enter(this.#lines.service, this.#lines.request);
			const content =
				allowed instanceof Promise ? allowed.then((leave) => this.#run(leave)) : this.#run(allowed);
			if (!(content instanceof Promise)) return this.#end(content, false);
			return content.then(
				(come) => this.#end(come, false),
				(error) => this.#fail(error),
			);
		} catch (error) {
			return this.#fail(error);
		}
	}

	#run(leave: Leave | undefined): MaybePromise<Content> {
		this.#leave = leave;
		const { service, request, place, parameters, read } = this.#lines;
		const { mill } = place.served;
		if (!this.#line) throw inputTooLarge(longestLine(mill));
		const { byteLength } = this.#line;
		service.host.load.hold(byteLength);
		this.#held = byteLength;
		const { mediaType, body } = read(this.#line);
		const call: Call = {
			mediaType,
			charset: undefined,
			parameters,
			resultType: "application/json",
			links: undefined,
			body,
			maxOutput: mill.maxOutput,
		};
		const seeking = service.keep?.seek(mill, call, request.headers, false);
		if (seeking === undefined) return this.#compute(call);
		return seeking instanceof Promise
			? seeking.then((sought) => this.#found(call, sought))
			: this.#found(call, seeking);
	}

	#compute(call: Call): MaybePromise<Content> {
		const { service, request, place } = this.#lines;
		const { timings, result } = service.runner.run(place.served.mill, call, request.cancellation, request.id);
		this.#record.passage = timings;
		return result instanceof Promise ? result.then(wholeOf) : wholeOf(result);
	}

	/** Gives a kept answer, or computes it and keeps it. */
	#found(call: Call, sought: Sought): MaybePromise<Content> {
		this.#record.kept = sought.kind;
		if (sought.kind === "hit") return sought.kept.body;
		const keep = (content: Content) => {
			keeperOf(sought, content)?.keep(content, "application/json");
			return content;
		};
		const content = this.#compute(call);
		return content instanceof Promise ? content.then(keep) : keep(content);
	}

	#fail(error: unknown): LineAnswer {
		const { service, request, place } = this.#lines;
		if (error instanceof CallerGone) {
			this.#record.status = CLIENT_CLOSED_REQUEST;
			this.#end("", true);
			throw error;
		}
		const { status, problem, body } = problemReply(service, request.id, error, place);
		this.#record.status = status;
		this.#record.code = problem;
		return this.#end(`{"$problem":${asBuffer(body as Uint8Array).toString()}}`, true);
	}

	#end(content: Content, failed: boolean): LineAnswer {
		const { service, writer } = this.#lines;
		const { host } = service;
		const line = writer.line(content);
		const record = this.#record;
		this.#leave?.(this.#record.passage);
		host.load.release(this.#held);
		record.bytesOut = line.byteLength;
		record.ended = performance.now();
		host.telemetry.meters?.record(record);
		return { line, failed };
	}
}

/** Counts a line as a call of its caller. The sender of many lines waits for its turn. */
function enter(service: Service, request: HttpRequest): MaybePromise<Leave | undefined> {
	const { rateLimit } = service.host;
	if (!rateLimit) return undefined;
	let leave: Leave | undefined;
	const later = (error: unknown) => {
		leave?.(undefined);
		return enterLater(service, request, error);
	};
	try {
		leave = rateLimit.enter(request);
		const counted = rateLimit.take(request);
		return counted ? counted.then(() => leave, later) : leave;
	} catch (error) {
		return later(error);
	}
}

/** Waits for as long as the refusal says, and tries again. */
async function enterLater(
	service: Service,
	request: HttpRequest,
	refusal: unknown,
): Promise<Leave | undefined> {
	const mayWait = Problem.is(refusal) && refusal.code === "too-many-requests";
	// A sender is not kept waiting for hours.
	if (!mayWait || refusal.members.limit === "secondsPerDay") throw refusal;
	const { clock } = service.host;
	const { cancellation } = request;
	if (cancellation.aborted) throw new CallerGone();
	await new Promise<void>((resolve) => {
		const over = () => {
			clock.clearTimeout(timer);
			cancellation.removeEventListener("abort", over);
			resolve();
		};
		const timer = clock.setTimeout(over, Number(refusal.members.retryAfter ?? 1) * 1000);
		cancellation.addEventListener("abort", over);
	});
	return enter(service, request);
}
