import { Buffer } from "node:buffer";
import { alternatives } from "../../core/alternatives.js";
import { asBuffer } from "../../core/as-buffer.js";
import { MOST_PART_HEAD } from "../../core/definition/form.js";
import type { InputForm } from "../../core/definition/input.js";
import { describeBytes } from "../../core/describe-bytes.js";
import { inputTooLarge } from "../../core/input-too-large.js";
import { Problem } from "../../core/problem.js";
import { shown } from "../../core/schema/declared-text.js";
import { knowsCharset } from "../formats/text.js";
import { broken } from "./broken-form.js";
import { readPartHead } from "./part-head.js";

/** A part of a form: where its content is in the body, and what its header fields say. */
export interface ScannedPart {
	readonly name: string;
	readonly form: InputForm;
	/** Undefined if the part does not say what it is. */
	readonly mediaType: string | undefined;
	/** Undefined for UTF-8. */
	readonly charset: string | undefined;
	readonly start: number;
	readonly end: number;
}

const LINE = Buffer.from("\r\n");
const BLANK = Buffer.from("\r\n\r\n");

/**
 * Scans `multipart/form-data` (RFC 7578) piece by piece, while it arrives. It keeps only what may be part of a boundary, and
 * throws a Problem at the first byte that is too much: of a part, of its header fields, or of a part that the form does not have.
 */
export class FormScanner {
	readonly #forms: Readonly<Record<string, InputForm>>;
	/** What ends a part: a line break, two dashes and the boundary. */
	readonly #delimiter: Buffer;
	readonly #parts: ScannedPart[] = [];
	#state: "start" | "after" | "head" | "content" | "end" = "start";
	#window: Buffer = Buffer.alloc(0);
	/** Where the window is in the body. */
	#at = 0;
	#current: Omit<ScannedPart, "end"> | undefined;

	constructor(boundary: string, { parts = {} }: InputForm) {
		this.#forms = parts;
		this.#delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
	}

	/** Takes the next piece of the body. */
	push(piece: Uint8Array): void {
		const fresh = asBuffer(piece);
		this.#window = this.#window.length === 0 ? fresh : Buffer.concat([this.#window, fresh]);
		while (this.#advance());
		// The caller may use the memory of its piece again.
		this.#window = Buffer.from(this.#window);
	}

	/** The parts, after the last piece. */
	finish(): readonly ScannedPart[] {
		if (this.#state !== "end")
			throw broken(this.#at + this.#window.length === 0 ? "it is empty" : "it ends before its last boundary");
		for (const [name, { isOptional }] of Object.entries(this.#forms))
			if (!isOptional && !this.#parts.some((part) => part.name === name))
				throw new Problem("invalid-input", `The part "${name}" is missing.`, { part: name });
		return this.#parts;
	}

	/** Does one step. Returns false if it needs more bytes. */
	#advance(): boolean {
		switch (this.#state) {
			case "start":
				return this.#begin();
			case "after":
				return this.#afterBoundary();
			case "head":
				return this.#head();
			case "content":
				return this.#content();
			case "end":
				if (!LINE.subarray(0, this.#window.length).equals(this.#window))
					throw broken("bytes follow its last boundary");
				return false;
		}
	}

	#begin(): boolean {
		// The first boundary has no line break before it.
		const first = this.#delimiter.subarray(LINE.length);
		const seen = this.#window.subarray(0, first.length);
		if (!seen.equals(first.subarray(0, seen.length)))
			throw broken("it does not begin with the boundary of Content-Type");
		if (seen.length < first.length) return false;
		this.#drop(first.length);
		this.#state = "after";
		return true;
	}

	#afterBoundary(): boolean {
		if (this.#window.length < 2) return false;
		const next = this.#window.toString("latin1", 0, 2);
		if (next !== "--" && next !== "\r\n") throw broken("other bytes follow a boundary");
		this.#state = next === "--" ? "end" : "head";
		this.#drop(2);
		return true;
	}

	#head(): boolean {
		const isBare = this.#window.subarray(0, 2).equals(LINE);
		const end = isBare ? 0 : this.#window.subarray(0, MOST_PART_HEAD + BLANK.length).indexOf(BLANK);
		if (end < 0) {
			if (this.#window.length <= MOST_PART_HEAD) return false;
			throw broken(`the header fields of a part are larger than ${describeBytes(MOST_PART_HEAD)}`);
		}
		const head = this.#window.toString("latin1", 0, end);
		this.#drop(end + (isBare ? LINE : BLANK).length);
		this.#current = { ...this.#accepted(head), start: this.#at };
		this.#state = "content";
		return true;
	}

	#content(): boolean {
		const current = this.#current as Omit<ScannedPart, "end">;
		const found = this.#window.indexOf(this.#delimiter);
		if (found < 0) {
			// The last bytes may be the beginning of a boundary.
			this.#drop(Math.max(0, this.#window.length - this.#delimiter.length + 1));
			mustFit(current, this.#at);
			return false;
		}
		const end = this.#at + found;
		mustFit(current, end);
		this.#parts.push({ ...current, end });
		this.#drop(found + this.#delimiter.length);
		this.#state = "after";
		return true;
	}

	/** What the header fields of a part say, if the form has such a part. */
	#accepted(head: string): Omit<ScannedPart, "start" | "end"> {
		const { name, type } = readPartHead(head);
		const form = Object.hasOwn(this.#forms, name) ? this.#forms[name] : undefined;
		const known = Object.keys(this.#forms);
		if (!form)
			throw new Problem("invalid-input", `Unknown part ${shown(name)}. The form has ${known.join(", ")}.`, {
				known,
			});
		if (this.#parts.some((part) => part.name === name))
			throw new Problem("invalid-input", `The part "${name}" is there more than once.`, { part: name });
		const { types = [] } = form;
		// Programs that do not know a type send nothing or application/octet-stream, and text/plain for every text.
		const isText = form.kind === "text" || form.kind === "json";
		const vague = ["application/octet-stream", ...(isText ? ["text/plain"] : [])];
		const isUnsaid = type === undefined || vague.includes(type.essence);
		if (!isUnsaid && !types.includes(type.essence) && !types.includes("application/octet-stream"))
			throw new Problem(
				"unsupported-media-type",
				`The part "${name}" must be ${alternatives(types)}, and is ${shown(type.essence)}.`,
				{ part: name },
			);
		const label = form.kind === "text" ? type?.parameters.get("charset") : undefined;
		if (label !== undefined && !knowsCharset(label))
			throw new Problem(
				"unsupported-media-type",
				`The charset ${shown(label)} of the part "${name}" is unknown. Use utf-8.`,
				{
					part: name,
				},
			);
		// A known label may have blanks around it, in quotes (Encoding standard, "get an encoding").
		const charset = label?.trim().toLowerCase();
		const isUtf8 = charset === undefined || charset === "utf-8" || charset === "utf8";
		return {
			name,
			form,
			mediaType: isUnsaid ? undefined : type.essence,
			charset: isUtf8 ? undefined : charset,
		};
	}

	#drop(count: number): void {
		this.#window = this.#window.subarray(count);
		this.#at += count;
	}
}

function mustFit({ name, form, start }: Omit<ScannedPart, "end">, end: number): void {
	const { maxBytes } = form;
	if (end - start > maxBytes) throw inputTooLarge(maxBytes, `The part "${name}"`, { part: name });
}
