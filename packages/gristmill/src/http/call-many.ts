import { Buffer } from "node:buffer";
import { JSON_LINES, linesProblem } from "../codecs/parts.js";
import { MiB } from "../core/definition/limits.js";
import { weight } from "../core/http-words/accept.js";
import { parseMediaType } from "../core/http-words/media-type.js";
import { inputTooLarge } from "../core/input-too-large.js";
import type { ParameterValues } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { CallerGone } from "../runtime/failures.js";
import { ArrivingBytes } from "../runtime/pool/arriving.js";
import { type LineCounts, RequestRecord } from "../telemetry/request-record.js";
import { accepted } from "./flow/negotiate.js";
import type { MillPlace } from "./flow/route.js";
import type { Service } from "./host/host.js";
import { inOrder } from "./many/in-order.js";
import { inputLines } from "./many/input-lines.js";
import { longestLine, readLine } from "./many/line-input.js";
import { problemReply } from "./problem-reply.js";
import { type HeaderFields, type HttpReply, type HttpRequest, NO_BODY } from "./wire/message.js";
import { partBody } from "./wire/part-body.js";
import { Refusal, unsupportedCoding } from "./wire/refusal.js";

/** How many lines may be computed or wait for their turn. Enough for all workers; more would only take memory. */
const LEAST_LINES = 64;
/** The same in batches: one is computed, one waits in the worker, one is collected, and the answers to one are sent. */
const BATCHES = 4;

/** Whether a request has many inputs, one on each line. A mill whose own input is JSON lines gets them as one input. */
export function hasMany({ method, headers }: HttpRequest, { served }: MillPlace): boolean {
	const type = headers["content-type"];
	if (type === undefined || !/jsonl/i.test(type) || method === "HEAD") return false;
	return parseMediaType(type)?.essence === JSON_LINES && !Object.hasOwn(served.mill.input, JSON_LINES);
}

/**
 * Answers each line as a call of its own, in order. Lines are read only as fast as their answers are, so a request of any length takes
 * little memory.
 */
export async function callMany(
	service: Service,
	request: HttpRequest,
	place: MillPlace,
	query: string,
): Promise<HttpReply> {
	const { served } = place;
	if (weight(accepted(request), JSON_LINES) === 0)
		throw new Refusal(
			"not-acceptable",
			`The results of many inputs are ${JSON_LINES}, which Accept excludes.`,
			{
				members: { available: [JSON_LINES] },
			},
		);
	const coding = request.headers["content-encoding"];
	if (coding !== undefined) throw unsupportedCoding(coding, []);
	const parameters = served.parameters.readQuery(query, place.fromPath);
	const counts = { answered: 0, failed: 0 };
	if (request.record) request.record.lines = counts;
	const lines = inputLines(counted(request), longestLine(served.mill));
	const most = Math.min(
		Math.max(LEAST_LINES, BATCHES * (served.mill.batch?.most ?? 0)),
		request.principal?.limits?.concurrency ?? Infinity,
	);
	const ordered = inOrder(lines, (line) => answerLine(service, request, place, parameters, line), most);
	const answers = written(ordered, counts);
	const first = await answers.next();
	const failed = (error: Error) => problemReply(service, request.id, error, place);
	const told = (problem: string) => linesProblem(counts.answered, problem);
	const parts = partBody(first, answers, JSON_LINES, service.host.clock, failed, told);
	const own = served.headersAt(place.self, place.depth).results["application/json"] as HeaderFields;
	const headers = { ...own, "Content-Type": JSON_LINES, "X-Accel-Buffering": "no" };
	return { status: 200, headers, body: NO_BODY, parts };
}

/** The answer to a line, with its line break. */
interface LineAnswer {
	readonly bytes: Buffer;
	readonly failed: boolean;
}

async function* written(
	answers: AsyncGenerator<readonly LineAnswer[], void, void>,
	counts: LineCounts,
): AsyncGenerator<Uint8Array, void, void> {
	for await (const some of answers) {
		counts.answered += some.length;
		for (const { failed } of some) if (failed) counts.failed++;
		yield Buffer.concat(some.map(({ bytes }) => bytes));
	}
}

/** A request of this size is read whole before it is answered: nginx sends nothing more of a request once its answer has begun. */
const READ_FIRST = 8 * MiB;

/** The pieces of the body. The record of the request counts them. */
async function* counted(request: HttpRequest): AsyncGenerator<Uint8Array, void, void> {
	const { record } = request;
	if (Number(request.headers["content-length"] ?? Number.NaN) <= READ_FIRST) {
		const whole = await request.read(READ_FIRST);
		if (record) record.bytesIn = whole.byteLength;
		yield whole;
		return;
	}
	for await (const piece of request.pieces?.() ?? []) {
		if (record) record.bytesIn += piece.byteLength;
		yield piece;
	}
}

/** The answer to one line, or its problem. Throws only if the caller has gone. */
async function answerLine(
	service: Service,
	request: HttpRequest,
	place: MillPlace,
	parameters: ParameterValues,
	line: Buffer | undefined,
): Promise<LineAnswer> {
	const { host, runner } = service;
	const { mill } = place.served;
	const record = new RequestRecord(request.id, request.method);
	record.mill = request.record?.mill ?? "";
	record.bytesIn = line?.byteLength ?? 0;
	record.status = 200;
	host.telemetry.meters?.entered(record);
	let held = 0;
	let leave: (() => void) | undefined;
	try {
		leave = await allowed(service, request);
		if (!line) throw inputTooLarge(longestLine(mill));
		host.load.hold(line.byteLength);
		held = line.byteLength;
		const call = {
			...readLine(mill, line, parameters),
			charset: undefined,
			parameters,
			resultType: "application/json" as const,
			links: undefined,
			maxOutput: mill.maxOutput,
		};
		const running = runner.run(mill, call, request.cancellation, request.id);
		record.passage = running.timings;
		const result = await running.result;
		const content = result instanceof ArrivingBytes ? await result.whole() : result;
		const bytes =
			typeof content === "string" ? Buffer.from(`${content}\n`) : Buffer.concat([content, LINE_BREAK]);
		record.bytesOut = bytes.byteLength;
		return { bytes, failed: false };
	} catch (error) {
		if (error instanceof CallerGone) throw error;
		const { status, problem, body } = problemReply(service, request.id, error, place);
		record.status = status;
		record.code = problem;
		const bytes = Buffer.from(`{"$problem":${Buffer.from(body as Uint8Array).toString()}}\n`);
		record.bytesOut = bytes.byteLength;
		return { bytes, failed: true };
	} finally {
		leave?.();
		host.load.release(held);
		record.ended = performance.now();
		host.telemetry.meters?.record(record);
	}
}

const LINE_BREAK = Buffer.from("\n");

/** Counts a line as a call of its caller; returns what gives its place back. The sender of many lines waits for its turn. */
async function allowed(
	{ host: { rateLimit, clock } }: Service,
	request: HttpRequest,
): Promise<(() => void) | undefined> {
	for (;;) {
		let leave: (() => void) | undefined;
		try {
			leave = rateLimit?.enter(request);
			await rateLimit?.take(request);
			return leave;
		} catch (error) {
			leave?.();
			if (!Problem.is(error) || error.code !== "too-many-requests") throw error;
			const { cancellation } = request;
			if (cancellation.aborted) throw new CallerGone();
			await new Promise<void>((resolve) => {
				const over = () => {
					clock.clearTimeout(timer);
					cancellation.removeEventListener("abort", over);
					resolve();
				};
				const timer = clock.setTimeout(over, Number(error.members.retryAfter ?? 1) * 1000);
				cancellation.addEventListener("abort", over);
			});
		}
	}
}
