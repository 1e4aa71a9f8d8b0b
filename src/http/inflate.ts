import { Buffer } from "node:buffer";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Problem } from "../core/problem.js";
import { tooLarge } from "./refusal.js";

const INFLATERS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

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

const PIECE = { chunkSize: 64 * 1024 };

/** Undoes a content coding off the loop; the inflated body is bounded as the plain one is, piece by piece. */
export async function undo(
	coding: Coding,
	body: Uint8Array,
	limit: number,
	hold: (bytes: number) => void,
): Promise<Uint8Array> {
	const pieces: Buffer[] = [];
	let total = 0;
	const inflater = INFLATERS[coding](PIECE);
	inflater.end(body);
	try {
		for await (const piece of inflater as AsyncIterable<Buffer>) {
			total += piece.length;
			if (total > limit) throw tooLarge(limit);
			hold(piece.length);
			pieces.push(piece);
		}
		// Only gzip itself complains of what lies behind its end.
		if (inflater.bytesWritten < body.byteLength) throw new RangeError("bytes are left over");
	} catch (error) {
		if (Problem.is(error)) throw error;
		throw new Problem("unreadable-input", `Send a whole body in the coding ${coding}: it cannot be undone.`);
	}
	return Buffer.concat(pieces, total);
}
