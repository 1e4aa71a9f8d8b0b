import type { ResultType } from "../codecs/encode.js";
import { CHUNK } from "../codecs/long-input.js";
import { formParts, formPieces } from "../codecs/multipart/form-body.js";
import { FormScanner } from "../codecs/multipart/form-scanner.js";
import type { InputForm } from "../core/definition/input.js";
import { digestInThreads, joinInSlices } from "../core/in-slices.js";
import { Problem } from "../core/problem.js";
import type { RunningParts } from "../runtime/lanes/runner.js";
import type { Call } from "../runtime/perform.js";
import { ArrivingBytes } from "../runtime/pool/arriving.js";
import { readVerified } from "./body/content-digest.js";
import { decompress } from "./body/inflate.js";
import { longReply, streamLong } from "./call-long.js";
import { callMany, hasMany } from "./call-many.js";
import { takeMember } from "./flow/own-members.js";
import { lastingFields, mustBeWanted, unkeptFields } from "./flow/pin.js";
import type { MillPlace } from "./flow/route.js";
import type { Service } from "./host/host.js";
import { withCacheStatus } from "./keep/cache-status.js";
import { BYPASS, forbidsKeeping } from "./keep/keep.js";
import { keepArriving, keeperOf, keptReply } from "./keep-answer.js";
import { problemReply } from "./problem-reply.js";
import { wantedReceipt, withReceipt } from "./receipts.js";
import { compressed, isWorthCompressing, WORTH_IT, zippedHeaders } from "./wire/compress.js";
import { countParts } from "./wire/count-parts.js";
import { knownTag, zippedTag } from "./wire/entity-tag.js";
import {
	type HeaderFields,
	type HttpReply,
	type HttpRequest,
	LARGE_ANSWER,
	NO_BODY,
} from "./wire/message.js";
import { partBody, zippedPieces } from "./wire/part-body.js";

/** Calls a mill: limits the rate, judges the header fields and parameters, reads the body and runs the call. */
export async function callMill(
	service: Service,
	request: HttpRequest,
	place: MillPlace,
	query: string,
): Promise<HttpReply> {
	const { isPinned, others: unpinned } = mustBeWanted(service.info.digest(place.served.mill), request, query);
	if (hasMany(request, place)) return callMany(service, request, place, unpinned);
	const { rateLimit } = service.host;
	request.leave = rateLimit?.enter(request);
	const counted = rateLimit?.take(request);
	if (counted) await counted;
	const { served } = place;
	const { mediaType, charset, boundary, coding, resultType, maxBytes } = served.negotiate(request);
	const isStream = served.streamTypes.includes(resultType);
	const { from, others } = isStream ? takeFrom(request, unpinned) : { from: undefined, others: unpinned };
	const parameters = served.parameters.readQuery(others, place.fromPath);
	const form = served.mill.input[mediaType];
	const own = served.headersAt(place.self, place.depth);
	const links = resultType === "application/hal+json" || service.info.linksInJson ? own.hal : undefined;
	const { maxOutput } = served.mill;
	const facts = { mediaType, charset, parameters, resultType, links, maxOutput, ...(isStream && { from }) };
	const fields = own.results[resultType] as HeaderFields;
	if (form?.stream && !comesAtOnce(request, form, coding)) {
		const running = streamLong(service, request, place, facts, coding);
		if (request.record) request.record.passage = running.timings;
		// It has no tag: it would be known when the input has gone by. It is never kept: if the mill has not read all of the input, its
		// Content-Digest is not verified.
		const unkept = unkeptFields(fields);
		const headers = service.keep ? withCacheStatus(unkept, "bypass") : unkept;
		if (!isStream) return longReply(running, request, headers);
		return replyInParts(service, request, place, resultType, headers, running);
	}
	const scanner = form && boundary !== undefined ? new FormScanner(boundary, form) : undefined;
	const scan = (piece: Uint8Array) => {
		scanner?.push(piece);
		return undefined;
	};
	const raw = await readVerified(request, maxBytes, scanner && !coding ? scan : undefined);
	const { record } = request;
	if (record) record.bytesIn = raw.byteLength;
	const whole = coding
		? await decompress(coding, raw, maxBytes, (piece) => {
				request.hold?.(piece.byteLength);
				return scan(piece);
			})
		: raw;
	const body = form && scanner ? await sameForm(form, scanner, whole) : whole;
	if (scanner) request.hold?.(body.byteLength);
	const call: Call = { ...facts, body };
	const receipt = form?.kind === "form" || isStream ? undefined : wantedReceipt(service, request);
	// The author or the caller may forbid it. A stream may end with a problem, and a receipt is for one caller.
	const isKeepable = served.mill.keep && !forbidsKeeping(request.headers) && !isStream && !receipt;
	// A cache ignores the body of a GET.
	const isLasting = isPinned && isKeepable && served.mill.method !== "GET";
	const kept = isLasting
		? lastingFields(fields, service.host.guard, served.mill.name)
		: isKeepable && !form?.stream
			? fields
			: unkeptFields(fields);
	let headers =
		served.mill.method === "QUERY" && !form?.stream ? await tagged(service, place, call, kept) : kept;
	const known =
		headers.ETag && knownTag(request.headers["if-none-match"], [headers.ETag, zippedTag(headers.ETag)]);
	if (known) return { status: 304, headers: { ...headers, ETag: known }, body: NO_BODY, isLasting };
	// Whoever wants proof wants it computed.
	const seeking = receipt ? service.keep && BYPASS : service.keep?.seek(served.mill, call, request.headers);
	const sought = seeking instanceof Promise ? await seeking : seeking;
	if (record) record.kept = sought?.kind;
	if (sought?.kind === "hit") return keptReply(request, headers, sought.kept, isLasting);
	// What lasts must be the same for each call.
	if (sought?.kind === "bypass" && !isLasting) headers = withCacheStatus(headers, "bypass");
	if (isStream) {
		const running = service.runner.stream(served.mill, call, request.cancellation, request.id);
		if (record) record.passage = running.timings;
		return replyInParts(service, request, place, resultType, headers, running);
	}
	const { timings, result: given } = service.runner.run(served.mill, call, request.cancellation, request.id);
	if (record) record.passage = timings;
	const content = given instanceof Promise ? await given : given;
	if (content.length >= LARGE_ANSWER) request.hold?.(content.length);
	if (receipt) {
		const whole = content instanceof ArrivingBytes ? await content.whole() : content;
		return withReceipt(service, request, place, call, receipt, { status: 200, headers, body: whole });
	}
	const keeper = keeperOf(sought, content);
	if (sought?.kind === "miss" && !isLasting) headers = withCacheStatus(headers, keeper ? "stored" : "miss");
	const isZipped = content.length >= WORTH_IT && isWorthCompressing(request, headers);
	if (content instanceof ArrivingBytes && request.takesArriving && !isZipped) {
		keepArriving(keeper, content, headers["Content-Type"]);
		const failed = (error: Error) => problemReply(service, request.id, error, place);
		return { status: 200, headers, body: NO_BODY, arriving: { bytes: content, failed }, isLasting };
	}
	const result = content instanceof ArrivingBytes ? await content.whole() : content;
	const plain: HttpReply = { status: 200, headers, body: result, isLasting };
	const reply = isZipped ? await compressed(plain) : plain;
	keeper?.keep(result, headers["Content-Type"], isZipped ? reply.body : undefined);
	return reply;
}

/** An input of one chunk is computed like any other: `run` would wait for all of it anyway. So it may run on the event loop. */
function comesAtOnce({ headers }: HttpRequest, { stream }: InputForm, coding: string | undefined): boolean {
	if (stream !== "chunks" || coding !== undefined) return false;
	return Number(headers["content-length"] ?? Number.NaN) <= CHUNK;
}

/** Sends the result part by part. A failure before the first part has its own status. */
async function replyInParts(
	service: Service,
	request: HttpRequest,
	place: MillPlace,
	resultType: ResultType,
	fields: HeaderFields,
	running: RunningParts,
): Promise<HttpReply> {
	const counts = { parts: 0, times: [] };
	const pieces = countParts(running.pieces, resultType, counts);
	const first = await pieces.next();
	if (request.record) request.record.stream = counts;
	const failed = (error: Error) => problemReply(service, request.id, error, place);
	const body = partBody(first, pieces, resultType, service.host.clock, failed);
	// nginx would collect the parts.
	const headers = { ...fields, "X-Accel-Buffering": "no" };
	if (request.method === "HEAD") {
		await pieces.return();
		return { status: 200, headers, body: NO_BODY };
	}
	if (!isWorthCompressing(request, headers)) return { status: 200, headers, body: NO_BODY, parts: body };
	const parts = { pieces: zippedPieces(body.pieces), failure: body.failure };
	return { status: 200, headers: zippedHeaders(headers), body: NO_BODY, parts };
}

/** The first part that a caller wants: the one behind the last that it has, or the one that the address names. */
function takeFrom(request: HttpRequest, query: string): { from: number; others: string } {
	const { value: named, others } = takeMember(query, "$from");
	const last = request.headers["last-event-id"];
	if (named === undefined && (last === undefined || last === "")) return { from: 0, others };
	const text = String(named ?? last);
	if (!/^\d{1,15}$/.test(text))
		throw new Problem(
			"bad-parameter",
			`${named !== undefined ? "$from" : "Last-Event-ID"} must be the number of a part, such as 12.`,
		);
	return { from: Number(text) + (named !== undefined ? 0 : 1), others };
}

/** The same form with a boundary that depends on its parts alone: so equal forms are equal calls. */
async function sameForm(form: InputForm, scanner: FormScanner, body: Uint8Array): Promise<Uint8Array> {
	const parts = formParts(form, scanner.finish(), body);
	for (const { content } of parts) await digestInThreads(content);
	return joinInSlices(formPieces(parts));
}

/**
 * The answer to QUERY depends on the call alone, so its tag is known before the answer is computed. `If-None-Match: *` never
 * matches: the caller may have another answer of this mill.
 */
async function tagged(
	{ runner }: Service,
	{ served }: MillPlace,
	call: Call,
	fields: HeaderFields,
): Promise<HeaderFields> {
	return { ...fields, ETag: `"${await runner.key(served.mill, call)}"` };
}
