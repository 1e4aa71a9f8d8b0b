import { Buffer } from "node:buffer";
import type { RunningParts } from "../runtime/lanes/runner.js";
import type { Call } from "../runtime/perform.js";
import { inflated } from "./body/inflate.js";
import { paced } from "./body/paced.js";
import type { MillPlace } from "./flow/route.js";
import type { Service } from "./host/host.js";
import { compressed, isWorthCompressing, WORTH_IT } from "./wire/compress.js";
import { type HeaderFields, type HttpReply, type HttpRequest, LARGE_ANSWER } from "./wire/message.js";

/** What a call with a long input has besides it. */
type LongCall = Omit<Call, "body" | "isLong">;

/** Calls a mill that gets its input while it comes. Gives the pieces of the result, which may come before the input ends. */
export function streamLong(
	{ runner, host }: Service,
	request: HttpRequest,
	{ served }: MillPlace,
	call: LongCall,
	coding: Parameters<typeof inflated>[0] | undefined,
): RunningParts {
	const pieces = paced(request, host.clock);
	const body = coding ? inflated(coding, pieces) : pieces;
	const whole = { ...call, body: new Uint8Array(0), isLong: true };
	return runner.stream(served.mill, whole, request.cancellation, request.id, body);
}

/** The result of such a call as a whole. */
export async function longReply(
	{ pieces }: RunningParts,
	request: HttpRequest,
	headers: HeaderFields,
): Promise<HttpReply> {
	const result: Uint8Array[] = [];
	for await (const piece of pieces) if (typeof piece !== "number") result.push(piece);
	const length = result.reduce((sum, piece) => sum + piece.byteLength, 0);
	if (length >= LARGE_ANSWER) request.hold?.(length);
	const reply = { status: 200, headers, body: Buffer.concat(result) };
	return reply.body.length >= WORTH_IT && isWorthCompressing(request, headers) ? compressed(reply) : reply;
}
