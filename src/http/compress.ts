import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { codingWeight } from "../core/encodings.js";
import type { Reply, Request } from "./message.js";

const zip = promisify<Uint8Array, { level: number }, Uint8Array>(gzip);

/** Below this a packet or two carry the answer anyway, and compressing it only costs time. */
const WORTH_IT = 8 * 1024;

/** Compresses a large answer off the loop, where the caller can read that. */
export async function compressed(request: Request, reply: Reply): Promise<Reply> {
	if (reply.body.byteLength < WORTH_IT) return reply;
	if (codingWeight(request.headers["accept-encoding"], "gzip") === 0) return reply;
	const body = await zip(reply.body, { level: constants.Z_BEST_SPEED });
	return { ...reply, headers: { ...reply.headers, "Content-Encoding": "gzip" }, body };
}
