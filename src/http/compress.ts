import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { codingWeight } from "../core/encodings.js";
import { zippedTag } from "./entity-tag.js";
import type { Fields, Reply, Request } from "./message.js";

const zip = promisify<Uint8Array | string, { level: number }, Uint8Array>(gzip);

/** Below this a packet or two carry the answer anyway, and compressing it only costs time. */
const WORTH_IT = 8 * 1024;

/** Whether an answer is large, and its caller can read it compressed. */
export function isWorthCompressing(request: Request, { body }: Reply): boolean {
	return body.length >= WORTH_IT && codingWeight(request.headers["accept-encoding"], "gzip") > 0;
}

/** Compresses a large answer off the loop, where the caller can read that. */
export async function compressed(reply: Reply): Promise<Reply> {
	const body = await zip(reply.body, { level: constants.Z_BEST_SPEED });
	const { ETag } = reply.headers;
	const tag: Fields = ETag === undefined ? {} : { ETag: zippedTag(ETag) };
	return { ...reply, headers: { ...reply.headers, ...tag, "Content-Encoding": "gzip" }, body };
}
