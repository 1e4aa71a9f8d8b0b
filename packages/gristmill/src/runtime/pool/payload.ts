import { asBuffer } from "../../core/as-buffer.js";
import type { ParameterValues } from "../../core/definition/mill.js";
import { isObject } from "../../core/schema/is-object.js";
import type { Call } from "../perform.js";
import type { CallAnswer, FromWorker, ToWorker } from "./messages.js";

/** A message as it goes through the pipe: JSON, and the bytes of all its bodies and results in one piece. */
export interface Payload {
	readonly message: unknown;
	readonly bytes?: Uint8Array;
}

const NONE = new Uint8Array(0);

/** Takes the bodies out of a message to a worker. */
export function packToWorker(message: ToWorker): Payload {
	if (message.type === "call") {
		const { call } = message;
		return { message: { ...message, call: { ...call, body: undefined } }, bytes: call.body };
	}
	if (message.type !== "batch") return { message };
	let before: Call | undefined;
	const calls = message.calls.map(({ id, call }): PackedCall => {
		const size = call.body.byteLength;
		const isSame = before !== undefined && differOnlyInBody(before, call);
		before = call;
		return isSame ? { id, size } : { id, size, call: { ...call, body: undefined } };
	});
	return { message: { ...message, calls }, bytes: joined(message.calls.map(({ call }) => call.body)) };
}

/** One call of a batch in the pipe. Without `call` it differs from the one before only in its body. */
interface PackedCall {
	readonly id: number;
	readonly size: number;
	readonly call?: Omit<Call, "body"> & { readonly body: undefined };
}

/** Whether two calls are surely the same but for their bodies. */
function differOnlyInBody(one: Call, other: Call): boolean {
	return (
		one.mediaType === other.mediaType &&
		one.charset === other.charset &&
		one.resultType === other.resultType &&
		one.links === other.links &&
		one.maxOutput === other.maxOutput &&
		hasNoMembers(one.parameters) &&
		hasNoMembers(other.parameters)
	);
}

/** Only calls without parameters share them: a mill could change those of another call. */
function hasNoMembers(parameters: ParameterValues): boolean {
	for (const _ in parameters) return false;
	return true;
}

/** Puts the bodies into a message from the server. Mills and decoders are faster with a Buffer. */
export function unpackToWorker(given: unknown, bytes: Uint8Array): ToWorker {
	const message = given as ToWorker;
	if (message.type === "call") return { ...message, call: { ...message.call, body: asBuffer(bytes) } };
	if (message.type !== "batch") return message;
	let at = 0;
	let facts: PackedCall["call"];
	const calls = (message.calls as readonly unknown[] as readonly PackedCall[]).map(({ id, size, call }) => {
		const body = asBuffer(bytes.subarray(at, at + size));
		at += size;
		facts = call ?? ({ ...facts, parameters: {} } as NonNullable<PackedCall["call"]>);
		return { id, call: { ...facts, body } };
	});
	return { ...message, calls };
}

/** Takes the results out of a message to the server. */
export function packFromWorker(message: FromWorker): Payload {
	if (message.type === "done") return packed(message);
	if (message.type !== "answers") return { message };
	const answers = message.answers.map((answer) => {
		if (answer.type !== "done") return answer;
		const { type, id, micros, content } = answer;
		return { type, id, micros, size: content.byteLength };
	});
	const contents = message.answers.flatMap((answer) => (answer.type === "done" ? answer.content : []));
	return { message: { ...message, answers }, bytes: joined(contents) };
}

function packed({ type, id, micros, content }: Extract<CallAnswer, { type: "done" }>) {
	return { message: { type, id, micros }, bytes: content };
}

/** Puts the results into a message from a worker. A mill may have written it: it can be anything. */
export function unpackFromWorker(given: unknown, bytes: Uint8Array): unknown {
	if (!isObject(given)) return given;
	if (given.type === "done") return { ...given, content: bytes };
	if (given.type !== "answers" || !Array.isArray(given.answers)) return given;
	let at = 0;
	const answers = given.answers.map((answer: unknown) => {
		if (!isObject(answer) || answer.type !== "done") return answer;
		const { type, id, micros, size } = answer;
		// Without content it is no answer, and the message is ignored.
		if (!Number.isSafeInteger(size) || (size as number) < 0 || at + (size as number) > bytes.byteLength)
			return answer;
		const content = bytes.subarray(at, at + (size as number));
		at += size as number;
		return { type, id, micros, content };
	});
	return { ...given, answers };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
	return pieces.length === 1 ? (pieces[0] ?? NONE) : Buffer.concat(pieces);
}
