import { Buffer } from "node:buffer";
import { performance } from "node:perf_hooks";
import type { Content } from "../codecs/encode.js";
import { asBuffer } from "../core/as-buffer.js";
import { inputTooLarge } from "../core/input-too-large.js";
import type { ParameterValues } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { CallTimings } from "../runtime/admission/call-timings.js";
import { CallerGone } from "../runtime/failures.js";
import type { MaybePromise } from "../runtime/perform.js";
import { wholeOf } from "../runtime/pool/arriving.js";
import { CLIENT_CLOSED_REQUEST, RequestRecord } from "../telemetry/request-record.js";
import type { MillPlace } from "./flow/route.js";
import type { Service } from "./host/host.js";
import { lineReader, longestLine } from "./many/line-input.js";
import { problemReply } from "./problem-reply.js";
import type { HttpRequest } from "./wire/message.js";

/** The answer to a line, without its line break. */
export interface LineAnswer {
	readonly content: Content;
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
	const { host, runner } = service;
	const { mill } = place.served;
	const { meters } = host.telemetry;
	const read = lineReader(mill, parameters);
	const longest = longestLine(mill);
	const facts = {
		charset: undefined,
		parameters,
		resultType: "application/json",
		links: undefined,
		maxOutput: mill.maxOutput,
	};

	return (line) => {
		const record = new RequestRecord(request.id, request.method);
		record.mill = request.record?.mill ?? "";
		const passage = new CallTimings(request.id);
		record.passage = passage;
		record.bytesIn = line?.byteLength ?? 0;
		record.status = 200;
		meters?.entered(record);
		let leave: Leave;
		let held = 0;
		const ended = (content: Content, failed: boolean): LineAnswer => {
			leave?.();
			host.load.release(held);
			record.bytesOut = Buffer.byteLength(content) + 1;
			record.ended = performance.now();
			meters?.record(record);
			return { content, failed };
		};
		const done = (content: Content) => ended(content, false);
		const failed = (error: unknown): LineAnswer => {
			if (error instanceof CallerGone) {
				record.status = CLIENT_CLOSED_REQUEST;
				ended("", true);
				throw error;
			}
			const { status, problem, body } = problemReply(service, request.id, error, place);
			record.status = status;
			record.code = problem;
			return ended(`{"$problem":${asBuffer(body as Uint8Array).toString()}}`, true);
		};
		const run = (given: Leave): MaybePromise<Content> => {
			leave = given;
			if (!line) throw inputTooLarge(longest);
			host.load.hold(line.byteLength);
			held = line.byteLength;
			const result = runner.run(mill, { ...facts, ...read(line) }, request.cancellation, passage);
			return result instanceof Promise ? result.then(wholeOf) : wholeOf(result);
		};
		try {
			const allowed = enter(service, request);
			const content = allowed instanceof Promise ? allowed.then(run) : run(allowed);
			return content instanceof Promise ? content.then(done, failed) : done(content);
		} catch (error) {
			return failed(error);
		}
	};
}

/** Gives back the place of a call among those of its caller; undefined if places are not counted. */
type Leave = (() => void) | undefined;

/** Counts a line as a call of its caller. The sender of many lines waits for its turn. */
function enter(service: Service, request: HttpRequest): MaybePromise<Leave> {
	const { rateLimit } = service.host;
	if (!rateLimit) return undefined;
	let leave: Leave;
	const later = (error: unknown) => {
		leave?.();
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
async function enterLater(service: Service, request: HttpRequest, refusal: unknown): Promise<Leave> {
	if (!Problem.is(refusal) || refusal.code !== "too-many-requests") throw refusal;
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
