import { encodeForm, formParts } from "../codecs/multipart/form-body.js";
import { FormScanner } from "../codecs/multipart/form-scanner.js";
import type { InputForm } from "../core/definition/input.js";
import { CallTimings } from "../runtime/admission/call-timings.js";
import type { Call } from "../runtime/perform.js";
import { ArrivingBytes } from "../runtime/pool/arriving.js";
import { decompress } from "./body/inflate.js";
import type { MillPlace } from "./flow/route.js";
import type { Service } from "./host/host.js";
import { problemReply } from "./problem-reply.js";
import { compressed, isWorthCompressing, WORTH_IT } from "./wire/compress.js";
import { knownTag, zippedTag } from "./wire/entity-tag.js";
import {
	type HeaderFields,
	type HttpReply,
	type HttpRequest,
	LARGE_ANSWER,
	NO_BODY,
} from "./wire/message.js";

/** Calls a mill: limits the rate, judges the header fields and parameters, reads the body and runs the call. */
export async function callMill(
	service: Service,
	request: HttpRequest,
	place: MillPlace,
	query: string,
): Promise<HttpReply> {
	const counted = service.host.rateLimit?.take(request);
	if (counted) await counted;
	const { served } = place;
	const { mediaType, charset, boundary, coding, resultType, maxBytes } = served.negotiate(request);
	const parameters = served.parameters.readQuery(query, place.fromPath);
	const form = served.mill.input[mediaType];
	const scanner = form && boundary !== undefined ? new FormScanner(boundary, form) : undefined;
	const scan = (piece: Uint8Array) => {
		scanner?.push(piece);
		return undefined;
	};
	const raw = await request.read(maxBytes, scanner && !coding ? scan : undefined);
	const { record } = request;
	if (record) record.bytesIn = raw.byteLength;
	const whole = coding
		? await decompress(coding, raw, maxBytes, (piece) => {
				request.hold?.(piece.byteLength);
				return scan(piece);
			})
		: raw;
	const body = form && scanner ? sameForm(form, scanner, whole) : whole;
	if (scanner) request.hold?.(body.byteLength);
	const own = served.headersAt(place.self, place.depth);
	const links = resultType === "application/hal+json" || service.info.linksInJson ? own.hal : undefined;
	const call: Call = {
		mediaType,
		charset,
		parameters,
		resultType,
		links,
		body,
		maxOutput: served.mill.maxOutput,
	};
	const fields = own.results[resultType] as HeaderFields;
	const headers = served.mill.method === "QUERY" ? tagged(service, place, call, fields) : fields;
	const known =
		headers.ETag && knownTag(request.headers["if-none-match"], [headers.ETag, zippedTag(headers.ETag)]);
	if (known) return { status: 304, headers: { ...headers, ETag: known }, body: NO_BODY };
	const passage = new CallTimings();
	if (record) record.passage = passage;
	const given = service.runner.run(served.mill, call, request.cancellation, passage);
	const content = given instanceof Promise ? await given : given;
	if (content.length >= LARGE_ANSWER) request.hold?.(content.length);
	const isZipped = content.length >= WORTH_IT && isWorthCompressing(request, headers);
	if (content instanceof ArrivingBytes && request.takesArriving && !isZipped) {
		const failed = (error: Error) => problemReply(service, request.id, error, place);
		return { status: 200, headers, body: NO_BODY, arriving: { bytes: content, failed } };
	}
	const reply = {
		status: 200,
		headers,
		body: content instanceof ArrivingBytes ? await content.whole() : content,
	};
	return isZipped ? compressed(reply) : reply;
}

/** The same form with a boundary that depends on its parts alone: so equal forms are equal calls. */
function sameForm(form: InputForm, scanner: FormScanner, body: Uint8Array): Uint8Array {
	return encodeForm(formParts(form, scanner.finish(), body));
}

/**
 * The answer to QUERY depends on the call alone, so its tag is known before the answer is computed. `If-None-Match: *` never
 * matches: the caller may have another answer of this mill.
 */
function tagged({ runner }: Service, { served }: MillPlace, call: Call, fields: HeaderFields): HeaderFields {
	return { ...fields, ETag: `"${runner.key(served.mill, call)}"` };
}
