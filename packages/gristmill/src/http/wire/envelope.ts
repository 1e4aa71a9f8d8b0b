import { randomBytes } from "node:crypto";
import { type IncomingHttpHeaders, validateHeaderName, validateHeaderValue } from "node:http";
import type { RequestRecord } from "../../telemetry/request-record.js";
import type { HeaderFields, HttpReply } from "./message.js";

/** What the transport adds to an answer. */
export interface Envelope {
	readonly id: string;
	/** The value of Server-Timing, if it is sent. */
	readonly timing: string | undefined;
}

/** The header fields of an answer: names and values in turn. `length` is undefined if it is not known yet. */
export function fieldsOf({ id, timing }: Envelope, reply: HttpReply, length: number | undefined): string[] {
	const fields: string[] = [];
	for (const name in reply.headers) fields.push(name, reply.headers[name] as string);
	if (!reply.isLasting) fields.push("Request-Id", id);
	fields.push("X-Content-Type-Options", "nosniff");
	if (timing !== undefined && !reply.isLasting) fields.push("Server-Timing", timing);
	// RFC 9110 §8.6: no Content-Length on 204, and none is owed on 304.
	if (length !== undefined && reply.status !== 204 && reply.status !== 304)
		fields.push("Content-Length", String(length));
	return fields;
}

const known = new WeakMap<HeaderFields, string>();

/** Makes the lines of fields that many answers have. Returns the fields. */
export function withLines(fields: HeaderFields): HeaderFields {
	known.set(fields, linesOf(fields));
	return fields;
}

/** Whether these are fields that many answers have. */
export function hasLines(fields: HeaderFields): boolean {
	return known.has(fields);
}

/** The same as `fieldsOf`, as lines that end with CRLF. */
export function fieldLines(
	{ id, timing }: Envelope,
	{ headers, isLasting }: HttpReply,
	length: number,
): string {
	const lines = known.get(headers) ?? linesOf(headers);
	if (isLasting) return `${lines}X-Content-Type-Options: nosniff\r\nContent-Length: ${length}\r\n`;
	const timed = timing === undefined ? "" : `Server-Timing: ${timing}\r\n`;
	return `${lines}Request-Id: ${id}\r\nX-Content-Type-Options: nosniff\r\n${timed}Content-Length: ${length}\r\n`;
}

/** Throws for a name or value that would break the lines, as node:http does. */
function linesOf(fields: HeaderFields): string {
	let lines = "";
	for (const name in fields) {
		const value = fields[name] as string;
		validateHeaderName(name);
		validateHeaderValue(name, value);
		lines += `${name}: ${value}\r\n`;
	}
	return lines;
}

/** Distinguishes this process from all others. */
const PROCESS = randomBytes(9).toString("base64url");
let count = 0;

/** A unique request id. It is short, because it is sent with every answer. */
export function freshId(): string {
	return `${PROCESS}-${++count}`;
}

const OWN_ID = /^[A-Za-z0-9._~-]{1,128}$/;

/** The caller's own id if it is safe for a log, otherwise a new one. */
export function requestId(headers: Readonly<IncomingHttpHeaders>): string {
	const own = headers["request-id"];
	return typeof own === "string" && OWN_ID.test(own) ? own : freshId();
}

/** The waiting time, run time and total time of a call in milliseconds (W3C Server Timing); undefined for documents. */
export function serverTiming({ passage, began, ended }: RequestRecord): string | undefined {
	if (!passage?.lane) return undefined;
	const ran = passage.ran(ended);
	const stages = [`queue;dur=${passage.waited(ended).toFixed(3)}`];
	if (ran !== undefined) stages.push(`run;dur=${ran.toFixed(3)}`);
	return [...stages, `total;dur=${(ended - began).toFixed(3)}`].join(", ");
}
