import { Buffer } from "node:buffer";
import type { Result } from "../runtime/lanes/lane.js";
import type { ArrivingBytes } from "../runtime/pool/arriving.js";
import type { Kept } from "./keep/answer-store.js";
import { withAge } from "./keep/cache-status.js";
import type { Miss, Sought } from "./keep/keep.js";
import { zippedHeaders } from "./wire/compress.js";
import { type HeaderFields, type HttpReply, type HttpRequest, LARGE_ANSWER } from "./wire/message.js";

/** The reply with a kept answer: only its body was kept, so the fields are those of today. One that lasts is the same for each call. */
export function keptReply(
	request: HttpRequest,
	fields: HeaderFields,
	kept: Kept,
	isLasting: boolean,
): HttpReply {
	const { body, isZipped, since } = kept;
	if (body.length >= LARGE_ANSWER) request.hold?.(body.length);
	const headers = isLasting ? fields : withAge(fields, since);
	return { status: 200, headers: isZipped ? zippedHeaders(headers) : headers, body, isLasting };
}

/** What keeps this result; undefined if it is not kept. */
export function keeperOf(sought: Sought | undefined, result: Result): Miss | undefined {
	if (sought?.kind !== "miss") return undefined;
	const length = typeof result === "string" ? Buffer.byteLength(result) : result.length;
	return sought.takes(length) ? sought : undefined;
}

/** Keeps a result that its caller gets while it arrives. If the rest does not come, there is nothing to keep. */
export function keepArriving(
	keeper: Miss | undefined,
	bytes: ArrivingBytes,
	contentType: string | undefined,
): void {
	if (!keeper) return;
	bytes.expectMore();
	bytes.whole().then(
		(body) => keeper.keep(body, contentType),
		() => {},
	);
}
