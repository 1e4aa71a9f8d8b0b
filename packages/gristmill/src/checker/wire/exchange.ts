import type { Buffer } from "node:buffer";
import { parseMediaType } from "../../core/http-words/media-type.js";
import { readJson } from "./json.js";

/** A request. Only Host, User-Agent, the framing of the body and Connection are added. */
export interface ProbeRequest {
	readonly method: string;
	readonly url: URL;
	/** Fields with the value undefined are omitted. */
	readonly headers?: Readonly<Record<string, string | undefined>>;
	readonly body?: Uint8Array;
	readonly chunked?: boolean;
	/** The lines of a malformed head. The empty line at the end is added. */
	readonly rawHead?: readonly string[];
	/** Closes the connection in the middle of the body. */
	readonly abort?: boolean;
	/** Sends the body only after 100 Continue. */
	readonly patient?: boolean;
	/** Accepts 429 and 503 as answers, without a retry. */
	readonly hasty?: boolean;
	/** Omits the credentials. */
	readonly bare?: boolean;
	/** Milliseconds to wait for the answer, if less than usual. */
	readonly patience?: number;
}

/** How an answer ended. */
export type Ending = "whole" | "closed" | "timeout" | "too-long" | "garbage" | "unreachable";

/** An answer. A status of 0 means that there was none; `ending` and `trouble` say why. */
export interface ProbeReply {
	readonly status: number;
	readonly fields: readonly (readonly [name: string, value: string])[];
	readonly body: Buffer;
	/** The 1xx answers before it. */
	readonly interim: readonly number[];
	readonly ending: Ending;
	readonly trouble?: string;
	/** Bytes after an answer that has no content: to HEAD, with 204, with 304. */
	readonly stray: number;
	/** Whether the server closed the connection after the answer. */
	readonly closed: boolean;
	/** From the first byte sent to the last one received. */
	readonly milliseconds: number;
}

/** A request with its answer. */
export class ProbeExchange {
	readonly question: ProbeRequest;
	readonly reply: ProbeReply;
	/** The rows that used it. */
	readonly rows = new Set<string>();
	readonly #fields = new Map<string, string>();
	#json: { readonly value: unknown } | undefined;

	constructor(question: ProbeRequest, reply: ProbeReply) {
		this.question = question;
		this.reply = reply;
		for (const [name, value] of reply.fields) {
			const key = name.toLowerCase();
			const before = this.#fields.get(key);
			this.#fields.set(key, before === undefined ? value : `${before}, ${value}`);
		}
	}

	get status(): number {
		return this.reply.status;
	}

	get url(): URL {
		return this.question.url;
	}

	/** Whether this is a result of which only the beginning was read. */
	get isCut(): boolean {
		return this.status === 200 && this.reply.ending === "too-long";
	}

	field(name: string): string | undefined {
		return this.#fields.get(name);
	}

	/** The members of a list field in lower case, such as those of Vary. */
	list(name: string): string[] {
		const value = this.field(name);
		if (value === undefined) return [];
		return value
			.split(",")
			.map((member) => member.trim().toLowerCase())
			.filter((member) => member !== "");
	}

	/** The media type without parameters; "" if there is none. */
	get type(): string {
		return parseMediaType(this.field("content-type") ?? "")?.essence ?? "";
	}

	get charset(): string | undefined {
		return parseMediaType(this.field("content-type") ?? "")
			?.parameters.get("charset")
			?.toLowerCase();
	}

	get text(): string {
		return this.reply.body.toString("utf8");
	}

	/** The body as JSON; undefined if it is invalid. */
	get json(): unknown {
		this.#json ??= { value: readJson(this.reply.body) };
		return this.#json.value;
	}

	/** A line for the report: the request and the answer. */
	get line(): string {
		const { method, url, headers = {}, rawHead } = this.question;
		const accept = headers.Accept === undefined ? "" : ` with Accept: ${headers.Accept}`;
		const asked = rawHead?.[0] ?? `${method} ${url.pathname}${url.search}`;
		return `${asked}${accept} was answered with ${this.answer}`;
	}

	/** The status and the media type, or why there is no answer. */
	get answer(): string {
		if (this.status === 0) return `nothing (${this.reply.trouble ?? this.reply.ending})`;
		const type = printable(this.field("content-type") ?? "");
		const end = this.reply.ending === "whole" ? "" : `, broken: ${this.reply.trouble ?? this.reply.ending}`;
		return `${this.status}${type ? ` ${type}` : ""}${end}`;
	}
}

/** Untrusted text for a terminal: truncated, without control characters. */
export function printable(text: string, most = 120): string {
	const short = text.length > most ? `${text.slice(0, most)}…` : text;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
	return short.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, " ");
}

/** Milliseconds for a 429 without Retry-After. */
const USUAL_DELAY = 1_000;

/**
 * The milliseconds after which a server wants the request again: 429, or 502 or 503 with Retry-After. Without it, the
 * server may fail for good.
 */
export function retryDelay({ status, fields }: Pick<ProbeReply, "status" | "fields">): number | undefined {
	const value = fields.find(([name]) => name.toLowerCase() === "retry-after")?.[1];
	if (status !== 429 && !((status === 502 || status === 503) && value !== undefined)) return undefined;
	if (value === undefined) return USUAL_DELAY;
	if (/^\d{1,9}$/.test(value)) return 1000 * Number(value);
	const date = Date.parse(value);
	return Number.isNaN(date) ? USUAL_DELAY : Math.max(0, date - Date.now());
}
