import { asBuffer } from "../../core/as-buffer.js";
import { isObject } from "../../core/schema/is-object.js";
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
	const calls = message.calls.map(({ id, call }) => ({
		id,
		call: { ...call, body: undefined },
		size: call.body.byteLength,
	}));
	return { message: { ...message, calls }, bytes: joined(message.calls.map(({ call }) => call.body)) };
}

/** Puts the bodies into a message from the server. Mills and decoders are faster with a Buffer. */
export function unpackToWorker(given: unknown, bytes: Uint8Array): ToWorker {
	const message = given as ToWorker;
	if (message.type === "call") return { ...message, call: { ...message.call, body: asBuffer(bytes) } };
	if (message.type !== "batch") return message;
	let at = 0;
	const calls = message.calls.map((one) => {
		const { size = 0 } = one as { readonly size?: number };
		const body = asBuffer(bytes.subarray(at, at + size));
		at += size;
		return { id: one.id, call: { ...one.call, body } };
	});
	return { ...message, calls };
}

/** Takes the results out of a message to the server. */
export function packFromWorker(message: FromWorker): Payload {
	if (message.type === "done") return packed(message);
	if (message.type !== "answers") return { message };
	const answers = message.answers.map((answer) =>
		answer.type === "done" ? { ...packed(answer).message, size: answer.content.byteLength } : answer,
	);
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
		const { size } = answer;
		// Without content it is no answer, and the message is ignored.
		if (!Number.isSafeInteger(size) || (size as number) < 0 || at + (size as number) > bytes.byteLength)
			return answer;
		const content = bytes.subarray(at, at + (size as number));
		at += size as number;
		return { ...answer, content };
	});
	return { ...given, answers };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
	return pieces.length === 1 ? (pieces[0] ?? NONE) : Buffer.concat(pieces);
}
