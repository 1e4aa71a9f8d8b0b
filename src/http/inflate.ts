import { constants } from "node:buffer";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { Problem } from "../core/problem.js";
import { tooLarge } from "./refusal.js";

const INFLATERS = {
	gzip: promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(gunzip),
	deflate: promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(inflate),
	br: promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(brotliDecompress),
};

/** A content coding that a request's body may have. */
export type Coding = keyof typeof INFLATERS;

export const CODINGS = Object.keys(INFLATERS) as Coding[];

/** Reads Content-Encoding: one coding, none, or something that we do not undo. */
export function parseCoding(header: string | undefined): Coding | undefined | "unknown" {
	const coding = header?.trim().toLowerCase() ?? "identity";
	if (coding === "identity" || coding === "") return undefined;
	if (coding === "x-gzip") return "gzip"; // RFC 9110 §8.4.1.3
	return CODINGS.find((known) => known === coding) ?? "unknown";
}

/** Undoes a content coding off the loop; the inflated body is bounded as the plain one is. */
export async function undo(coding: Coding, body: Uint8Array, limit: number): Promise<Uint8Array> {
	try {
		return await INFLATERS[coding](body, { maxOutputLength: Math.min(limit, constants.MAX_LENGTH) });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(limit);
		throw new Problem("unreadable-input", `Send a whole body in the coding ${coding}: it cannot be undone.`);
	}
}
