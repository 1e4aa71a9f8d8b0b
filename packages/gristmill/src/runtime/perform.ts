import { Buffer } from "node:buffer";
import { decodeInput } from "../codecs/decode.js";
import { type Content, type ResultType, resultFormat } from "../codecs/encode.js";
import { LongInput } from "../codecs/long-input.js";
import type { Mill } from "../core/definition/mill.js";
import { describeBytes } from "../core/describe-bytes.js";
import type { ParameterValues } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import type { Circumstances } from "./circumstances.js";
import { compute, type MaybePromise, UNREADABLE } from "./compute.js";
import { tooLong } from "./compute-parts.js";
import { Crash } from "./failures.js";
import type { ReadyMill } from "./ready-mill.js";
import { checkSchema } from "./step-input.js";

export type { MaybePromise } from "./compute.js";

/** One call of a mill as plain data: everything that the result depends on, and nothing else. */
export interface Call {
	readonly mediaType: string;
	readonly charset: string | undefined;
	readonly parameters: ParameterValues;
	readonly resultType: ResultType;
	/** `_links` as JSON; undefined if the result has none. */
	readonly links: string | undefined;
	readonly body: Uint8Array;
	/** The operator's limit on the size of the result. Default: the mill's own. It decides whether a call fails, never its result. */
	readonly maxOutput?: number;
	/** Whether its body comes piece by piece, beside the call. */
	readonly isLong?: boolean;
	/** The first part that is wanted, if the result is wanted part by part. Default: 0. */
	readonly from?: number | undefined;
}

/**
 * The whole of a call, in a worker or on the event loop:
 *
 *     decode ─► check ─► run ─► check ─► encode
 *
 * Throws a Problem or a Crash. Returns a promise only if the mill does: each promise would cost a turn of the microtask queue.
 */
export function perform(
	ready: ReadyMill,
	call: Call,
	signal: () => AbortSignal,
	pieces?: AsyncIterable<Uint8Array>,
): MaybePromise<Content> {
	const output = compute(ready, readInput(ready, call, pieces), factsOf(ready, call), signal);
	return output instanceof Promise
		? output.then((value) => encode(ready, value, call))
		: encode(ready, output, call);
}

/** The input of a call, decoded and checked. The `pieces` of a long one are decoded while they come. */
export function readInput(ready: ReadyMill, call: Call, pieces?: AsyncIterable<Uint8Array>): unknown {
	if (pieces) {
		const form = ready.mill.input[call.mediaType];
		if (form?.stream) return new LongInput(form, call.charset, pieces, call.parameters);
		throw new Crash(`${ready.mill.name} has no long input ${call.mediaType}`);
	}
	const input = decode(ready.mill, call);
	checkSchema(ready, call.mediaType, input);
	return input;
}

/** What the output of a call depends on besides its input. */
export function factsOf(ready: ReadyMill, call: Call): Circumstances {
	const { parameters, mediaType } = call;
	return { parameters, mediaType, outputType: outputTypeOf(ready, call) };
}

function decode(mill: Mill, { mediaType, charset, body, parameters }: Call): unknown {
	const form = mill.input[mediaType];
	if (!form) throw new Crash(`${mill.name} has no input ${mediaType}`);
	return decodeInput(form, mediaType, charset, body, parameters);
}

/** The media type of the bytes that a call wants. Without a choice of bytes it is constant. */
function outputTypeOf({ rawTypes }: ReadyMill, { resultType }: Call): string {
	if (rawTypes.length === 0) return "application/json";
	return rawTypes.includes(resultType) ? resultType : (rawTypes[0] as string);
}

/** Whether the result of a call consists of the mill's bytes alone. */
export function isRaw({ rawTypes }: ReadyMill, { resultType }: Call): boolean {
	return rawTypes.includes(resultType);
}

/** The result of a call as bytes or text. */
export function encode(ready: ReadyMill, output: object, call: Call): Content {
	const write = ready.encoders.get(call.resultType);
	if (!write) throw new Crash(`${ready.mill.name} has no result ${call.resultType}`);
	let content: Content | undefined;
	try {
		content = write(output, call.links);
	} catch (error) {
		// A getter in the result can throw anything that `run` can throw, with the input in its message.
		throw new Crash(UNREADABLE, { cause: error });
	}
	if (content === undefined) throw new Problem("not-acceptable", resultFormat(call.resultType).unencodable);
	const isLong = ready.growing !== undefined && ready.mill.input[call.mediaType]?.stream !== undefined;
	checkSize(content, call.maxOutput ?? ready.mill.maxOutput, isLong);
	return content;
}

function checkSize(content: Content, most: number, isLong: boolean): void {
	// A character takes at most three bytes.
	if (content.length * 3 <= most) return;
	const size = typeof content === "string" ? Buffer.byteLength(content) : content.byteLength;
	if (size > most && isLong) throw tooLong(most);
	if (size > most)
		throw new Crash(
			`the result has ${describeBytes(size)}, and maxOutput allows ${describeBytes(most)}: return less, or raise maxOutput`,
		);
}
