import { hash } from "node:crypto";
import { isObject } from "../../core/is-object.js";

/** A token as it is kept: nothing that could be sent. */
export interface TokenEntry {
	readonly name: string;
	readonly sha256: Buffer;
	readonly mills: ReadonlySet<string> | undefined;
}

/** 128 bits in base64url are 22 characters: shorter ones can be guessed by trying. */
const SHORTEST = 22;
const FEWEST_DIFFERENT = 8;
/** What RFC 6750 §2.1 lets stand behind `Bearer`. */
const B64TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;
const NAME = /^[^\s:,+]{1,100}$/u;

export function hashed(token: string): Buffer {
	return hash("sha256", token, "buffer");
}

/** Reads `TOKEN`, `NAME:TOKEN` or `NAME:TOKEN:MILL+MILL`. No message quotes any of it. */
export function readToken(word: string, place: string): TokenEntry {
	const parts = word.trim().split(":");
	const [name, token, mills] = parts.length === 1 ? [undefined, parts[0], undefined] : parts;
	if (parts.length > 3 || token === undefined)
		throw new RangeError(`Write each token as NAME:TOKEN or NAME:TOKEN:MILL+MILL: ${place} is another form.`);
	const weak = weakness(token);
	if (weak) throw new RangeError(`Make a token with "gristmill token NAME": ${place} ${weak}.`);
	const sha256 = hashed(token);
	return {
		// Without a name it must still be told from others in a log, and stay the same when the order changes.
		name: readName(name ?? `token-${sha256.toString("hex", 0, 4)}`, place),
		sha256,
		mills: mills === undefined ? undefined : new Set(mills.split("+").filter((mill) => mill !== "")),
	};
}

function weakness(token: string): string | undefined {
	if (token.length < SHORTEST)
		return `has ${token.length} characters, and fewer than ${SHORTEST} can be guessed`;
	if (!B64TOKEN.test(token)) return "holds characters that cannot stand behind Bearer";
	if (new Set(token).size < FEWEST_DIFFERENT) return "repeats a few characters, and can be guessed";
	return undefined;
}

function readName(name: string, place: string): string {
	if (NAME.test(name)) return name;
	throw new RangeError(`Name a token in 1 to 100 characters without spaces, ":", "," and "+": ${place}.`);
}

/** The line of a token for such a file. */
export function tokenLine(name: string, token: string, mills?: readonly string[]): string {
	const sha256 = hashed(token).toString("hex");
	return JSON.stringify({ name: readName(name, `"${name}"`), sha256, ...(mills && { mills }) });
}

/** Reads a file of tokens: a JSON object on each line, empty lines and lines that begin with # left out. */
export function readTokenLines(text: string, file: string): TokenEntry[] {
	const entries: TokenEntry[] = [];
	// Some editors put a byte order mark at the beginning.
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
	const { name, sha256, mills, ...more } = readObject(line, place);
	const [unknown] = Object.keys(more);
	if (unknown === "token")
		throw new RangeError(
			`Keep the hash of a token, not the token ("gristmill token NAME" writes the line): ${place}.`,
		);
	// A misspelt "mills" would otherwise let a token use them all.
	if (unknown !== undefined)
		throw new RangeError(`Write name, sha256 and mills, and nothing else, on a line of tokens: ${place}.`);
	if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/i.test(sha256))
		throw new RangeError(`Write "sha256" as 64 hexadecimal digits: ${place}.`);
	if (mills !== undefined && !(Array.isArray(mills) && mills.every((mill) => typeof mill === "string")))
		throw new RangeError(`Write "mills" as a list of names: ${place}.`);
	return {
		name: readName(typeof name === "string" ? name : "", place),
		sha256: Buffer.from(sha256, "hex"),
		mills: mills === undefined ? undefined : new Set(mills as string[]),
	};
}

function readObject(line: string, place: string): Record<string, unknown> {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		// What JSON.parse says quotes the line.
	}
	if (isObject(value)) return value;
	throw new RangeError(`Write a JSON object such as {"name":"alice","sha256":"…"}: ${place} is none.`);
}
