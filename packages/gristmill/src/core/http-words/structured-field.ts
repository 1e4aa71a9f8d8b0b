import { Buffer } from "node:buffer";
import { asBuffer } from "../as-buffer.js";

/** A token of a structured field, such as `sugar` in `tea=sugar`. A string has quotes. */
export class Token {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

/** The values that fields of signatures and digests have. */
export type BareItem = string | number | boolean | Token | Uint8Array;

type Parameters = ReadonlyMap<string, BareItem>;

export interface Item {
	readonly value: BareItem;
	readonly parameters: Parameters;
}

export interface InnerList {
	readonly items: readonly Item[];
	readonly parameters: Parameters;
}

export type Dictionary = ReadonlyMap<string, Item | InnerList>;

/** The header fields of a message have 16 KiB together. Nothing longer is parsed. */
const LONGEST = 16 * 1024;

/** Parses a Dictionary (RFC 9651 §4.2.2). Undefined if it is malformed, or has dates or display strings. */
export function parseDictionary(text: string): Dictionary | undefined {
	if (text.length > LONGEST) return undefined;
	try {
		return new Reader(text).dictionary();
	} catch (error) {
		if (error instanceof Malformed) return undefined;
		throw error;
	}
}

export function isInnerList(member: Item | InnerList | undefined): member is InnerList {
	return member !== undefined && "items" in member;
}

class Malformed extends Error {}

const KEY = /[a-z*][a-z0-9_.*-]*/y;
const STRING = /"((?:[ !#-[\]-~]|\\["\\])*)"/y;
const NUMBER = /-?(?:\d{1,12}\.\d{1,3}|\d{1,15})(?![\d.])/y;
const TOKEN = /[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*/y;
const BYTES = /:([A-Za-z0-9+/]*={0,2}):/y;
const BOOLEAN = /\?([01])/y;
const SPACES = / */y;
/** RFC 9651 §4.2.2 allows tabs between members alone. */
const GAP = /[ \t]*/y;

class Reader {
	readonly #text: string;
	#at = 0;

	constructor(text: string) {
		this.#text = text.trim();
	}

	dictionary(): Dictionary {
		const members = new Map<string, Item | InnerList>();
		while (this.#at < this.#text.length) {
			const key = this.#must(KEY);
			// Of two members with one key, the last one counts, at its place.
			members.delete(key);
			members.set(key, this.#take("=") ? this.#member() : { value: true, parameters: this.#parameters() });
			this.#match(GAP);
			if (this.#at === this.#text.length) return members;
			if (!this.#take(",")) throw new Malformed();
			this.#match(GAP);
			if (this.#at === this.#text.length) throw new Malformed();
		}
		return members;
	}

	#member(): Item | InnerList {
		if (!this.#take("(")) return this.#item();
		const items: Item[] = [];
		for (;;) {
			this.#match(SPACES);
			if (this.#take(")")) return { items, parameters: this.#parameters() };
			items.push(this.#item());
			const next = this.#text[this.#at];
			if (next !== " " && next !== ")") throw new Malformed();
		}
	}

	#item(): Item {
		return { value: this.#bareItem(), parameters: this.#parameters() };
	}

	#parameters(): Parameters {
		const parameters = new Map<string, BareItem>();
		while (this.#take(";")) {
			this.#match(SPACES);
			const key = this.#must(KEY);
			parameters.delete(key);
			parameters.set(key, this.#take("=") ? this.#bareItem() : true);
		}
		return parameters;
	}

	#bareItem(): BareItem {
		const text = this.#match(STRING);
		if (text) return (text[1] ?? "").replace(/\\(.)/g, "$1");
		const number = this.#match(NUMBER);
		if (number) return Number(number[0]);
		const bytes = this.#match(BYTES);
		if (bytes) return decoded(bytes[1] ?? "");
		const boolean = this.#match(BOOLEAN);
		if (boolean) return boolean[1] === "1";
		return new Token(this.#must(TOKEN));
	}

	#take(character: string): boolean {
		if (this.#text[this.#at] !== character) return false;
		this.#at++;
		return true;
	}

	#match(pattern: RegExp): RegExpExecArray | null {
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text);
		if (found) this.#at = pattern.lastIndex;
		return found;
	}

	#must(pattern: RegExp): string {
		const found = this.#match(pattern);
		if (!found) throw new Malformed();
		return found[0];
	}
}

/** Bytes have one spelling: otherwise a changed character could mean the same. */
function decoded(base64: string): Uint8Array {
	const bytes = Buffer.from(base64, "base64");
	if (bytes.toString("base64") !== base64) throw new Malformed();
	return bytes;
}

/** Writes an inner list with its parameters (RFC 9651 §4.1.1.1). */
export function writeInnerList({ items, parameters }: InnerList): string {
	return `(${items.map(writeItem).join(" ")})${writeParameters(parameters)}`;
}

export function writeItem({ value, parameters }: Item): string {
	return writeBare(value) + writeParameters(parameters);
}

function writeParameters(parameters: Parameters): string {
	let text = "";
	for (const [key, value] of parameters) text += value === true ? `;${key}` : `;${key}=${writeBare(value)}`;
	return text;
}

/** Writes a value. A text has printable ASCII alone. */
export function writeBare(value: BareItem): string {
	if (typeof value === "string") return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, "\\$&") : value}"`;
	if (typeof value === "boolean") return value ? "?1" : "?0";
	if (typeof value === "number") return String(value);
	if (value instanceof Token) return value.text;
	return `:${asBuffer(value).toString("base64")}:`;
}
