import { parseAccept, weight } from "../core/http-words/accept.js";
import type { Check } from "./answer-validator.js";
import { decodeMembers, type Encoded } from "./base64/encoded.js";
import { AnswerError } from "./errors/errors.js";
import type { RetriedAnswer } from "./transport/exchange.js";
import { essenceOf, isJson, jsonOf, textOf } from "./transport/json-answer.js";
import type { RawAnswer } from "./transport/message.js";

/** The result of a call. */
export interface Answer<Output = unknown> {
	/** The value of a JSON result, the text of a textual one, the bytes of any other. */
	readonly output: Output;
	/** Without parameters. */
	readonly mediaType: string;
	readonly headers: Headers;
	/** The URL that answered. */
	readonly url: string;
	/** The number of requests that were sent. */
	readonly attempts: number;
	/** The body as received. */
	readonly bytes: Uint8Array;
	/** The trace that the call is in. Only with `trace`. */
	readonly traceId?: string;
}

/** What a call expects of its answer. */
export interface Expected {
	/** The value of Accept, if the caller chose it. */
	readonly accept?: string | undefined;
	/** Omitted if answers are not validated. */
	readonly check?: Check | undefined;
	/** Where a JSON answer has base64 that the caller wants as bytes. */
	readonly encoded?: Encoded | undefined;
}

/** Reads a successful answer. Throws if it is not what the call expects. */
export function readAnswer<Output>(
	{ answer, attempts }: RetriedAnswer,
	{ accept, check, encoded }: Expected,
): Answer<Output> {
	const { headers, url, bytes } = answer;
	const refuse = (message: string): never => {
		throw new AnswerError(message, { url, attempts });
	};
	const mediaType = essenceOf(headers);
	if (accept !== undefined && weight(parseAccept(accept), mediaType) === 0)
		refuse(
			`The answer of ${url} is ${mediaType || "of no stated type"}, and the call accepts ${accept}. Accept another type, or report this to the operator.`,
		);
	const broken = (how: string) => refuse(`The answer of ${url} ${how}. Report this to the operator.`);
	const isValue = isJson(headers);
	const output = outputOf(answer, mediaType, isValue);
	if (isValue && output === undefined) broken("is not the JSON that its Content-Type promises");
	const complaint = isValue ? check?.(output) : check && "the answer is not JSON";
	if (complaint !== undefined) broken(`does not match the mill's schema: ${complaint}`);
	const decoded = isValue && encoded ? decodeMembers(output, encoded, broken) : output;
	return { output: decoded as Output, mediaType, headers, url, attempts, bytes };
}

function outputOf(answer: RawAnswer, mediaType: string, isValue: boolean): unknown {
	if (isValue) return jsonOf(answer);
	return isText(mediaType) ? textOf(answer) : answer.bytes;
}

function isText(mediaType: string): boolean {
	return /^(?:x-)?text\//.test(mediaType) || mediaType.endsWith("+xml") || mediaType === "application/xml";
}
