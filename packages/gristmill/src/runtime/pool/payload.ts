import { Buffer } from "node:buffer";
import { asBuffer } from "../../core/as-buffer.js";
import type { ParameterValues } from "../../core/parameters.js";
import { isObject } from "../../core/schema/is-object.js";
import type { Call } from "../perform.js";
import type { CallAnswer, FromWorker, GivenCall, ToWorker } from "./messages.js";

/** A message as it goes through the pipe: JSON, and the bytes of all its bodies and results in one piece. */
interface Payload {
	readonly message: unknown;
	readonly bytes?: Uint8Array;
}

const NONE = new Uint8Array(0);

/** Takes the bodies out of a message to a worker. */
export function packToWorker(message: ToWorker): Payload {
	if (message.type === "input") {
		const { content, ...rest } = message;
		return { message: rest, bytes: content };
	}
	if (message.type !== "calls") return { message };
	const groups: CallGroup[] = [];
	let before: Call | undefined;
	for (const { id, call } of message.calls) {
		if (!before || !differOnlyInBody(before, call))
			groups.push({ call: { ...call, body: undefined }, ids: [], sizes: [] });
		const group = groups.at(-1) as CallGroup;
		group.ids.push(id);
		group.sizes.push(call.body.byteLength);
		before = call;
	}
	return {
		message: { ...message, calls: groups },
		bytes: joined(message.calls.map(({ call }) => call.body)),
	};
}

/** Calls in the pipe that differ only in their ids and bodies: writing and reading each by itself takes longer. */
interface CallGroup {
	readonly call: Omit<Call, "body"> & { readonly body: undefined };
	readonly ids: number[];
	/** The sizes of their bodies. */
	readonly sizes: number[];
}

/** Whether two calls are surely the same but for their bodies. */
function differOnlyInBody(one: Call, other: Call): boolean {
	return (
		one.mediaType === other.mediaType &&
		one.charset === other.charset &&
		one.resultType === other.resultType &&
		one.links === other.links &&
		one.maxOutput === other.maxOutput &&
		one.from === other.from &&
		one.isLong === other.isLong &&
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
	if (message.type === "input") return { ...message, content: asBuffer(bytes) };
	if (message.type !== "calls") return message;
	let at = 0;
	const calls: GivenCall[] = [];
	for (const { call, ids, sizes } of message.calls as readonly unknown[] as readonly CallGroup[]) {
		const { mediaType, charset, resultType, links, maxOutput, from, isLong } = call;
		for (const [i, id] of ids.entries()) {
			const end = at + (sizes[i] ?? 0);
			const body = asBuffer(bytes.subarray(at, end));
			at = end;
			const parameters = i === 0 ? call.parameters : {};
			const facts = { mediaType, charset, parameters, resultType, links, maxOutput, from };
			calls.push({ id, call: { ...facts, body, ...(isLong && { isLong }) } });
		}
	}
	return { ...message, calls };
}

/** Takes the results out of a message to the server. */
export function packFromWorker(message: FromWorker): Payload {
	if (message.type === "part") return { message: { type: "part", id: message.id }, bytes: message.content };
	if (message.type !== "answers") return { message };
	const done: DoneAnswers = { ids: [], micros: [], sizes: [] };
	const contents: Uint8Array[] = [];
	const answers: CallAnswer[] = [];
	for (const answer of message.answers)
		if (answer.type === "done") {
			done.ids.push(answer.id);
			done.micros.push(answer.micros);
			done.sizes.push(answer.content.byteLength);
			contents.push(answer.content);
		} else answers.push(answer);
	return { message: { ...message, answers, done }, bytes: joined(contents) };
}

/** The results in the pipe, in the order of their bytes. */
interface DoneAnswers {
	readonly ids: number[];
	readonly micros: number[];
	readonly sizes: number[];
}

/** Puts the results into a message from a worker. A mill may have written it: it can be anything. */
export function unpackFromWorker(given: unknown, bytes: Uint8Array): unknown {
	if (!isObject(given)) return given;
	if (given.type === "part") return { ...given, content: bytes };
	if (given.type !== "answers" || !Array.isArray(given.answers)) return given;
	const { type, answers, done } = given;
	return { type, answers: [...answers, ...doneAnswers(done, bytes)] };
}

/** The results of a message. One that does not fit has no content, so the message is ignored. */
function doneAnswers(given: unknown, bytes: Uint8Array): unknown[] {
	const { ids, micros, sizes } = isObject(given) ? given : {};
	if (!Array.isArray(ids) || !Array.isArray(micros) || !Array.isArray(sizes)) return [];
	let at = 0;
	return ids.map((id: unknown, i) => {
		const size: unknown = sizes[i];
		const isRight = typeof size === "number" && size >= 0 && at + size <= bytes.byteLength;
		const content = isRight ? bytes.subarray(at, at + size) : undefined;
		if (isRight) at += size;
		return { type: "done", id, micros: micros[i], content };
	});
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
	return pieces.length === 1 ? (pieces[0] ?? NONE) : Buffer.concat(pieces);
}
