import { once } from "node:events";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { joinInSlices } from "../../core/in-slices.js";
import { Problem } from "../../core/problem.js";
import type { Watch } from "../wire/message.js";
import { tooLarge } from "../wire/refusal.js";

const INFLATERS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** A content coding that a request's body may have. */
export type Coding = keyof typeof INFLATERS;

export const CODINGS = Object.keys(INFLATERS) as Coding[];

/** Reads Content-Encoding: one supported coding, undefined for none, or "unknown". */
export function parseCoding(header: string | undefined): Coding | undefined | "unknown" {
	const coding = header?.trim().toLowerCase() ?? "identity";
	if (coding === "identity" || coding === "") return undefined;
	if (coding === "x-gzip") return "gzip"; // RFC 9110 §8.4.1.3
	return CODINGS.find((known) => known === coding) ?? "unknown";
}

const PIECE = { chunkSize: 64 * 1024 };

/** Decompresses a long body while it comes. */
export async function* inflated(
	coding: Coding,
	pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
	const inflater = INFLATERS[coding](PIECE);
	let failure: unknown;
	let size = 0;
	const feed = async () => {
		for await (const piece of pieces) {
			size += piece.byteLength;
			if (inflater.write(piece)) continue;
			await Promise.race([once(inflater, "drain"), once(inflater, "close")]);
			// Its reader wants no more.
			if (inflater.destroyed) return;
		}
		inflater.end();
	};
	const feeding = feed().catch((error: unknown) => {
		failure = error;
		inflater.destroy();
	});
	try {
		yield* inflater as AsyncIterable<Buffer>;
		await feeding;
		// Only gunzip reports bytes after the end.
		if (failure === undefined && inflater.bytesWritten < size) throw new RangeError("bytes are left over");
	} catch (error) {
		throw failure ?? undecompressable(coding, error);
	} finally {
		inflater.destroy();
	}
	if (failure !== undefined) throw failure;
}

function undecompressable(coding: Coding, error: unknown): unknown {
	if (Problem.is(error)) return error;
	return new Problem("unreadable-input", `Send a valid ${coding} body. This one cannot be decompressed.`);
}

/**
 * Decompresses a body off the event loop, up to the limit. `take` is called with each piece and may throw. If it returns a promise,
 * the next piece waits for it.
 */
export async function decompress(
	coding: Coding,
	body: Uint8Array,
	limit: number,
	take: Watch,
): Promise<Uint8Array> {
	const pieces: Buffer[] = [];
	let total = 0;
	const inflater = INFLATERS[coding](PIECE);
	inflater.end(body);
	try {
		for await (const piece of inflater as AsyncIterable<Buffer>) {
			total += piece.length;
			if (total > limit) throw tooLarge(limit);
			const later = take(piece);
			if (later) await later;
			pieces.push(piece);
		}
		// Only gunzip reports bytes after the end.
		if (inflater.bytesWritten < body.byteLength) throw new RangeError("bytes are left over");
	} catch (error) {
		throw undecompressable(coding, error);
	}
	return joinInSlices(pieces);
}
