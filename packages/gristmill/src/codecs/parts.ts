import { Buffer } from "node:buffer";
import { type Growth, growingMember } from "../core/definition/growing-member.js";
import type { Mill } from "../core/definition/mill.js";
import { type ResultType, rawTypes } from "./encode.js";
import { stringify } from "./formats/long-lists.js";

/** One part a line. */
export const JSON_LINES = "application/jsonl";
/** One part an event, for `EventSource`. */
export const EVENT_STREAM = "text/event-stream";
const TEXT = "text/plain";

/** The media types in which a mill's results come part by part; none if its definition has no `parts`. */
export function streamTypes(mill: Mill): readonly ResultType[] {
	if (mill.parts === undefined) return [];
	const { growth } = growingMember(mill.output, mill.parts);
	const bare = growth === "bytes" ? rawTypes(mill) : growth === "text" ? [TEXT] : [];
	return [JSON_LINES, EVENT_STREAM, ...bare];
}

/** Writes the parts of one result. */
interface PartWriter {
	/** `n` counts from 0. Undefined if the part waits for the next one. */
	part(part: unknown, n: number): Buffer | undefined;
	/** `rest` are the other members. */
	end(parts: number, rest: object): Buffer | undefined;
}

/** Makes the writer of a media type. */
export function partWriter(type: ResultType, growth: Growth): PartWriter {
	if (type === JSON_LINES)
		return {
			part: (part) => Buffer.from(`${json(part)}\n`),
			end: (parts, rest) => Buffer.from(`{"$end":${json({ parts, ...rest })}}\n`),
		};
	if (type === EVENT_STREAM)
		return {
			part: (part, n) => event("part", json(part), n),
			end: (parts, rest) => event("end", json({ parts, ...rest })),
		};
	return growth === "bytes" ? bareBytes : bareText();
}

const bareBytes: PartWriter = {
	// A copy: the mill may write to its array again.
	part: (part) => Buffer.from(part as Uint8Array),
	end: () => undefined,
};

/** A part may end between the halves of a character. UTF-8 cannot write half a character, so that half waits. */
function bareText(): PartWriter {
	let half = "";
	return {
		part: (part) => {
			const text = half + (part as string);
			const isHalf = /[\ud800-\udbff]$/.test(text);
			half = isHalf ? text.slice(-1) : "";
			const whole = isHalf ? text.slice(0, -1) : text;
			return whole === "" ? undefined : Buffer.from(whole);
		},
		end: () => (half === "" ? undefined : Buffer.from(half)),
	};
}

function json(value: unknown): string {
	if (value instanceof Uint8Array)
		return `"${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64")}"`;
	return typeof value === "object" && value !== null ? String(stringify(value)) : JSON.stringify(value);
}

function event(name: string, data: string, id?: number): Buffer {
	return Buffer.from(`event: ${name}\n${id === undefined ? "" : `id: ${id}\n`}data: ${data}\n\n`);
}

/** What stands in place of the rest of a stream that failed; undefined if only a broken connection can say it. */
export function streamProblem(type: ResultType, problem: string): Buffer | undefined {
	if (type === JSON_LINES) return Buffer.from(`{"$problem":${problem}}\n`);
	return type === EVENT_STREAM ? event("problem", problem) : undefined;
}

/** The last line of answers to many inputs, if their request failed as a whole: it must not look like the answer to a line. */
export function linesProblem(answered: number, problem: string): Buffer {
	return Buffer.from(`{"$end":{"answered":${answered},"problem":${problem}}}\n`);
}

/** The event that tells progress. Undefined for media types that cannot carry it. */
export function progressEvent(type: ResultType, done: number): Buffer | undefined {
	return type === EVENT_STREAM ? event("progress", JSON.stringify({ done })) : undefined;
}

/** A comment that keeps the connection open. Undefined for media types that have no comments. */
export function heartbeat(type: ResultType): Buffer | undefined {
	return type === EVENT_STREAM ? Buffer.from(":\n\n") : undefined;
}
