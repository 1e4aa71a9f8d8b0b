import { JSON_LINES, linesProblem } from "../codecs/parts.js";
import { MiB } from "../core/definition/limits.js";
import { weight } from "../core/http-words/accept.js";
import { parseMediaType } from "../core/http-words/media-type.js";
import type { LineCounts } from "../telemetry/request-record.js";
import { type LineAnswer, lineAnswerer } from "./answer-lines.js";
import { readVerified, verifiedPieces } from "./body/content-digest.js";
import { accepted } from "./flow/negotiate.js";
import type { MillPlace } from "./flow/route.js";
import type { Service } from "./host/host.js";
import { together } from "./many/answer-writer.js";
import { inOrder } from "./many/in-order.js";
import { inputLines } from "./many/input-lines.js";
import { longestLine } from "./many/line-input.js";
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
	const { clock } = service.host;
	const answer = lineAnswerer(service, request, place, parameters);
	const answers = written(inOrder(lines, answer, most, clock), counts);
	const first = await answers.next();
	const failed = (error: Error) => problemReply(service, request.id, error, place);
	const told = (problem: string) => linesProblem(counts.answered, problem);
	const parts = partBody(first, answers, JSON_LINES, clock, failed, told);
	const own = served.headersAt(place.self, place.depth).results["application/json"] as HeaderFields;
	// Any line may be a problem, which must not be kept.
	const kept = { "Content-Type": JSON_LINES, "Cache-Control": "no-store", "X-Accel-Buffering": "no" };
	const headers = { ...own, ...kept };
	return { status: 200, headers, body: NO_BODY, parts };
}

async function* written(
	answers: AsyncGenerator<readonly LineAnswer[], void, void>,
	counts: LineCounts,
): AsyncGenerator<Uint8Array, void, void> {
	for await (const some of answers) {
		counts.answered += some.length;
		for (const { failed } of some) if (failed) counts.failed++;
		yield together(some.map(({ line }) => line));
	}
}

/** A request of this size is read whole before it is answered: nginx sends nothing more of a request once its answer has begun. */
const READ_FIRST = 8 * MiB;

/** The pieces of the body. The record of the request counts them. */
async function* counted(request: HttpRequest): AsyncGenerator<Uint8Array, void, void> {
	const { record } = request;
	if (Number(request.headers["content-length"] ?? Number.NaN) <= READ_FIRST) {
		const whole = await readVerified(request, READ_FIRST);
		if (record) record.bytesIn = whole.byteLength;
		yield whole;
		return;
	}
	for await (const piece of verifiedPieces(request)) {
		if (record) record.bytesIn += piece.byteLength;
		yield piece;
	}
}
