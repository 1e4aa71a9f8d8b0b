import type { Buffer } from "node:buffer";
import { parseMediaType } from "../../core/media-type.js";
import { readJson } from "../json.js";

/** What is asked: nothing is added to it but Host, the framing of the body and `Connection: close`. */
export interface Question {
	readonly method: string;
	readonly url: URL;
	/** Fields without a value are left out. */
	readonly headers?: Readonly<Record<string, string | undefined>>;
	readonly body?: Uint8Array;
	readonly chunked?: boolean;
	/** The whole head, where a well-formed one would not do; the empty line behind it is added. */
	readonly rawHead?: readonly string[];
	/** Breaks off in the middle of the body. */
	readonly abort?: boolean;
	/** Sends the head, and the body only when it is asked for with 100 Continue. */
	readonly patient?: boolean;
	/** Asks to find out how it goes now: being told to come later is an answer. */
	readonly hasty?: boolean;
	/** Without the credentials that were given for the calls. */
	readonly bare?: boolean;
	/** How long to wait for the answer, in milliseconds, where it is less than usual. */
	readonly patience?: number;
}

/** How an answer came to its end. */
export type Ending = "whole" | "closed" | "timeout" | "too-long" | "garbage" | "unreachable";

/** What came back. A status of 0 says that there was no answer; `ending` and `trouble` say why. */
export interface Reply {
	readonly status: number;
	readonly fields: readonly (readonly [name: string, value: string])[];
	readonly body: Buffer;
	/** The 1xx answers before it. */
	readonly interim: readonly number[];
	readonly ending: Ending;
	readonly trouble?: string;
	/** Bytes of content behind the head of an answer that may have none: to HEAD, with 204, with 304. */
	readonly stray: number;
	/** Whether the server closed the connection behind the answer. */
	readonly closed: boolean;
	/** From the first byte sent to the last one received. */
	readonly milliseconds: number;
}

/** A question with its reply, and the ways to look at it. */
export class Exchange {
	readonly question: Question;
	readonly reply: Reply;
	/** The rows that looked at it. */
	readonly rows = new Set<string>();
	readonly #fields = new Map<string, string>();
	#json: { readonly value: unknown } | undefined;

	constructor(question: Question, reply: Reply) {
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

	/** The media type without parameters; "" where there is none. */
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

	/** The body as JSON; undefined where it is none. */
	get json(): unknown {
		this.#json ??= { value: readJson(this.reply.body) };
		return this.#json.value;
	}

	/** A line for a report: what was asked and what came. */
	get line(): string {
		const { method, url, headers = {}, rawHead } = this.question;
		const accept = headers.Accept === undefined ? "" : ` with Accept: ${headers.Accept}`;
		const asked = rawHead?.[0] ?? `${method} ${url.pathname}${url.search}`;
		return `${asked}${accept} was answered with ${this.answer}`;
	}

	/** The status and the type, or why there is none. */
	get answer(): string {
		if (this.status === 0) return `nothing (${this.reply.trouble ?? this.reply.ending})`;
		const type = printable(this.field("content-type") ?? "");
		const end = this.reply.ending === "whole" ? "" : `, broken: ${this.reply.trouble ?? this.reply.ending}`;
		return `${this.status}${type ? ` ${type}` : ""}${end}`;
	}
}

/** A stranger's text for a terminal: short, and without control characters. */
export function printable(text: string, most = 120): string {
	const short = text.length > most ? `${text.slice(0, most)}…` : text;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
	return short.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, " ");
}
