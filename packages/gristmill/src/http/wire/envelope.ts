import type { IncomingHttpHeaders } from "node:http";
import type { RequestRecord } from "../../telemetry/request-record.js";
import { freshId } from "../fresh-id.js";
import type { HttpReply } from "./message.js";

/** What the transport adds to an answer. */
export interface Envelope {
	readonly id: string;
	/** The value of Server-Timing, if it is sent. */
	readonly timing: string | undefined;
}

/** The header fields of an answer: names and values in turn. */
export function fieldsOf({ id, timing }: Envelope, reply: HttpReply, length: number): string[] {
	const fields: string[] = [];
	for (const name in reply.headers) fields.push(name, reply.headers[name] as string);
	fields.push("Request-Id", id, "X-Content-Type-Options", "nosniff");
	if (timing !== undefined) fields.push("Server-Timing", timing);
	// RFC 9110 §8.6: no Content-Length on 204, and none is owed on 304.
	if (reply.status !== 204 && reply.status !== 304) fields.push("Content-Length", String(length));
	return fields;
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
