import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { codingWeight } from "../../core/http-words/encodings.js";
import { zippedTag } from "./entity-tag.js";
import type { HeaderFields, HttpReply, HttpRequest } from "./message.js";

const zip = promisify<Uint8Array | string, { level: number }, Uint8Array>(gzip);

/** A smaller answer fits into a few packets anyway, so compressing it only costs time. */
export const WORTH_IT = 8 * 1024;

/** Media types whose content is not compressed yet. Pictures, sound, archives and most documents are. */
const COMPRESSIBLE = /^text\/|[/+](?:jsonl?|xml|javascript|wasm|rtf|bmp|wav)$/;

/** Whether a large answer is compressible, and its caller accepts gzip. */
export function isWorthCompressing(request: HttpRequest, headers: HeaderFields): boolean {
	if (codingWeight(request.headers["accept-encoding"], "gzip") === 0) return false;
	return isCompressible(headers["Content-Type"]);
}

/** Whether content of this Content-Type is not compressed yet. */
export function isCompressible(contentType = ""): boolean {
	const [type = ""] = contentType.split(";");
	return COMPRESSIBLE.test(type);
}

/** Compresses in a thread of the pool, off the event loop. */
export function zipped(body: Uint8Array | string): Promise<Uint8Array> {
	return zip(body, { level: constants.Z_BEST_SPEED });
}

/** Compresses an answer. */
export async function compressed(reply: HttpReply): Promise<HttpReply> {
	const body = await zipped(reply.body);
	return { ...reply, headers: zippedHeaders(reply.headers), body };
}

/** The header fields of an answer that is compressed. */
export function zippedHeaders(headers: HeaderFields): HeaderFields {
	const { ETag } = headers;
	const tag: HeaderFields = ETag === undefined ? {} : { ETag: zippedTag(ETag) };
	return { ...headers, ...tag, "Content-Encoding": "gzip" };
}
