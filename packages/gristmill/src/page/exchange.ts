import type { InputValue } from "./inputs/input.js";
import { scanJson } from "./inputs/json-scan.js";
import type { PageSession } from "./session.js";
import { events } from "./stream.js";
import type { Grows } from "./views/facts.js";
import { joinedBase64 } from "./views/files.js";

/** The answer to a call. */
export interface CallReply {
	readonly status: number;
	readonly milliseconds: number;
	/** The body, or its first part if it is long. */
	readonly text: string;
	/** Undefined if it is not JSON. */
	readonly json: unknown;
	/** The whole body, if `text` and `json` are only its first part. */
	readonly whole: Blob | undefined;
	readonly digest: string | undefined;
	/** The seconds after which another try makes sense. */
	readonly retryAfter: number | undefined;
	/** Whether it is remembered: an equal call was answered before. */
	readonly isKept?: boolean;
}

/** Parsing a longer body would stop the page for a noticeable time. */
const LONGEST_PARSED = 8 * 1024 * 1024;
/** The characters that are shown of a longer one. */
const FIRST_PART = 128 * 1024;
/** A long string is quick to parse. A file in Base64 is one. */
const LONGEST_WITH_FILE = 128 * 1024 * 1024;

export interface ExchangeOrder {
	readonly method: string;
	readonly address: string;
	readonly given: InputValue;
	/** Whether the result has a file in Base64. */
	readonly hasFile: boolean;
	/** The member that comes part by part, if the mill streams. */
	readonly grows?: Grows | undefined;
}

/**
 * Makes a call and waits for the whole answer. Throws an AbortError, or a TypeError if there is no answer. `growing` gets what
 * has come of a stream; of a file nothing, because half a file cannot be shown.
 */
export async function exchange(
	session: PageSession,
	{ method, address, given, hasFile, grows }: ExchangeOrder,
	signal: AbortSignal,
	growing: (reply: CallReply | undefined, share: number | undefined) => void = () => {},
): Promise<CallReply> {
	const began = performance.now();
	const accept = grows === undefined ? "application/json" : "text/event-stream, application/json;q=0.9";
	const headers = { "Content-Type": given.mediaType, Accept: accept };
	const response = await session.fetch(address, { method, headers, body: given.content, signal });
	const reply = (body: Partial<CallReply> & Pick<CallReply, "text" | "json">): CallReply => ({
		status: response.status,
		milliseconds: performance.now() - began,
		whole: undefined,
		digest: response.headers.get("Mill-Digest") ?? undefined,
		retryAfter: retryAfterOf(response),
		...body,
	});
	if (grows !== undefined && response.body && response.headers.get("Content-Type")?.startsWith("text/event"))
		return joined(response.body, grows, reply, growing);
	const body = await response.blob();
	const isLong = body.size > (hasFile ? LONGEST_WITH_FILE : LONGEST_PARSED);
	const text = isLong ? scanJson(await body.slice(0, FIRST_PART).text()).kept : await body.text();
	return reply({ text, json: parsed(text), whole: isLong ? body : undefined });
}

/** The milliseconds between two looks at a stream. */
const LOOK = 100;

/** Joins the parts of a stream to the answer that others get whole. */
async function joined(
	body: ReadableStream<Uint8Array>,
	{ name, kind }: Grows,
	reply: (body: Partial<CallReply> & Pick<CallReply, "text" | "json">) => CallReply,
	growing: (reply: CallReply | undefined, share: number | undefined) => void,
): Promise<CallReply> {
	const parts: unknown[] = [];
	let share: number | undefined;
	let due: ReturnType<typeof setTimeout> | undefined;
	let last: CallReply | undefined;
	const whole = () =>
		kind === "text" ? parts.join("") : kind === "bytes" ? joinedBase64(parts as string[]) : parts;
	const look = () => {
		due = undefined;
		growing(kind === "bytes" ? undefined : reply({ text: "", json: { [name]: whole() } }), share);
	};
	try {
		for await (const { event, data } of events(body)) {
			if (event === "part") parts.push(data);
			else if (event === "progress") share = (data as { readonly done?: number }).done;
			else if (event === "problem") {
				const { status = 500 } = data as { status?: number };
				last = reply({ text: JSON.stringify(data), json: data, status });
			} else if (event === "end") {
				const { parts: _, ...rest } = data as Readonly<Record<string, unknown>>;
				const json = { [name]: whole(), ...rest };
				last = reply({ text: JSON.stringify(json), json });
			}
			// What follows the last event is read, too: leaving before would close the connection.
			if (!last) due ??= setTimeout(look, LOOK);
		}
	} finally {
		clearTimeout(due);
	}
	if (last) return last;
	// A stream without an end is no answer: it is asked for again.
	throw new TypeError("the stream broke off");
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Eleven days. A timer that waits for more than 24 days fires at once. */
const LONGEST_PAUSE = 999_999;

/** The seconds after which another try makes sense, if the server says so: in seconds or as a date (RFC 9110 §10.2.3). */
export function retryAfterOf({ headers }: Response): number | undefined {
	const field = headers.get("Retry-After") ?? "";
	if (/^\d{1,6}$/.test(field)) return Number(field);
	// Date.parse takes "-1" for a date, too.
	const until = field.endsWith(" GMT") ? Date.parse(field) : Number.NaN;
	if (Number.isNaN(until)) return undefined;
	// The clock of the visitor may be wrong.
	const sent = Date.parse(headers.get("Date") ?? "");
	const seconds = Math.ceil((until - (Number.isNaN(sent) ? Date.now() : sent)) / 1_000);
	return Math.min(LONGEST_PAUSE, Math.max(0, seconds));
}

/** A time for people: `1.3 ms`, `240 ms`, `2.4 s`. */
export function describeTime(milliseconds: number): string {
	if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
	return `${milliseconds >= 10 ? Math.round(milliseconds) : milliseconds.toFixed(1)} ms`;
}
