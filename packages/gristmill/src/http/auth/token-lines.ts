import { hash } from "node:crypto";
import { isObject } from "../../core/schema/is-object.js";
import type { CallerLimits } from "../wire/message.js";
import { LIMIT_KEYS, readLimits } from "./caller-limits.js";

/** A token as it is stored. It holds nothing that could be sent as a credential. */
export interface TokenEntry {
	readonly name: string;
	readonly sha256: Buffer;
	readonly mills: ReadonlySet<string> | undefined;
	readonly limits?: CallerLimits | undefined;
}

/** 128 bits in base64url are 22 characters. A shorter token could be found by trying. */
const SHORTEST = 22;
const FEWEST_DIFFERENT = 8;
/** The characters that RFC 6750 §2.1 allows after `Bearer`. */
const B64TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;
const NAME = /^[^\s:,+]{1,100}$/u;

export function hashed(token: string): Buffer {
	return hash("sha256", token, "buffer");
}

/** Parses `TOKEN`, `NAME:TOKEN` or `NAME:TOKEN:MILL+MILL`. No error message quotes any of it. */
export function readToken(word: string, place: string): TokenEntry {
	const parts = word.trim().split(":");
	const [name, token, mills] = parts.length === 1 ? [undefined, parts[0], undefined] : parts;
	if (parts.length > 3 || token === undefined)
		throw new RangeError(`${place} is not of the form NAME:TOKEN or NAME:TOKEN:MILL+MILL.`);
	const weak = weakness(token);
	if (weak) throw new RangeError(`${place} ${weak}. Make a token with "gristmill token NAME".`);
	const sha256 = hashed(token);
	return {
		// A token without a name needs a distinct name in the log that does not change with the order of tokens.
		name: readName(name ?? `token-${sha256.toString("hex", 0, 4)}`, place),
		sha256,
		mills: mills === undefined ? undefined : new Set(mills.split("+").filter((mill) => mill !== "")),
	};
}

function weakness(token: string): string | undefined {
	if (token.length < SHORTEST)
		return `has ${token.length} characters, and fewer than ${SHORTEST} can be guessed`;
	if (!B64TOKEN.test(token)) return "has characters that are not allowed after Bearer";
	if (new Set(token).size < FEWEST_DIFFERENT) return "repeats a few characters, so it can be guessed";
	return undefined;
}

function readName(name: string, place: string): string {
	if (NAME.test(name)) return name;
	throw new RangeError(
		`${place}: the name of a token must have 1 to 100 characters, and no spaces, ":", "," or "+".`,
	);
}

/** What the line of a token may say of its caller. */
interface TokenOptions {
	readonly mills?: readonly string[];
	readonly rate?: string;
	readonly burst?: number;
	readonly concurrency?: number;
	readonly secondsPerDay?: number;
}

/** Returns the line of a token for a token file. */
export function tokenLine(name: string, token: string, options: TokenOptions = {}): string {
	const { mills, rate, burst, concurrency, secondsPerDay } = options;
	const limits = { rate, burst, concurrency, secondsPerDay };
	readLimits(limits, `The token of "${name}"`);
	const sha256 = hashed(token).toString("hex");
	return JSON.stringify({ name: readName(name, `"${name}"`), sha256, mills, ...limits });
}

/** Parses a token file: one JSON object per line. Empty lines and lines that begin with # are skipped. */
export function readTokenLines(text: string, file: string): TokenEntry[] {
	const entries: TokenEntry[] = [];
	// Some editors write a byte order mark at the beginning.
	for (const [i, line] of text
		.replace(/^\ufeff/, "")
		.split("\n")
		.entries()) {
		if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
		entries.push(readLine(line, `${file}, line ${i + 1}`));
	}
	return entries;
}

function readLine(line: string, place: string): TokenEntry {
	const { name, sha256, mills, rate, burst, concurrency, secondsPerDay, ...more } = readObject(line, place);
	const [unknown] = Object.keys(more);
	if (unknown === "token")
		throw new RangeError(
			`${place} has a token, and must have its hash instead. "gristmill token NAME" writes such a line.`,
		);
	// Otherwise a misspelt "mills" would let a token use all mills.
	if (unknown !== undefined)
		throw new RangeError(
			`${place} has an unknown key. Known keys: name, sha256, mills, ${LIMIT_KEYS.join(", ")}.`,
		);
	if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/i.test(sha256))
		throw new RangeError(`${place}: "sha256" must be 64 hexadecimal digits.`);
	if (mills !== undefined && !(Array.isArray(mills) && mills.every((mill) => typeof mill === "string")))
		throw new RangeError(`${place}: "mills" must be a list of names.`);
	return {
		name: readName(typeof name === "string" ? name : "", place),
		sha256: Buffer.from(sha256, "hex"),
		mills: mills === undefined ? undefined : new Set(mills as string[]),
		limits: readLimits({ rate, burst, concurrency, secondsPerDay }, place),
	};
}

function readObject(line: string, place: string): Record<string, unknown> {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		// The message of JSON.parse quotes the line, so it is discarded.
	}
	if (isObject(value)) return value;
	throw new RangeError(`${place} is not a JSON object such as {"name":"alice","sha256":"…"}.`);
}
