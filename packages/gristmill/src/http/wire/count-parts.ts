import { Buffer } from "node:buffer";
import { performance } from "node:perf_hooks";
import { EVENT_STREAM, JSON_LINES } from "../../codecs/parts.js";
import type { Piece } from "../../runtime/pool/part-stream.js";
import type { StreamCounts } from "../../telemetry/request-record.js";

const EVENT = Buffer.from("event: part\n");
const LINE_BREAK = Buffer.from("\n");

/** Counts the parts that are sent. Of text and bytes alone, which have no borders, each piece counts. */
export async function* countParts(
	pieces: AsyncGenerator<Piece, void, void>,
	type: string,
	counts: StreamCounts,
): AsyncGenerator<Piece, void, void> {
	const border = type === JSON_LINES ? LINE_BREAK : type === EVENT_STREAM ? EVENT : undefined;
	let last: Uint8Array | undefined;
	for await (const piece of pieces) {
		if (typeof piece !== "number") {
			const before = counts.parts;
			counts.parts += border ? occurrences(piece, border) : 1;
			note(counts, before);
			last = piece;
		}
		yield piece;
	}
	// The last line has the other members.
	if (!last || type !== JSON_LINES) return;
	counts.parts--;
	if ((counts.times.at(-1)?.parts ?? 0) > counts.parts) counts.times.pop();
}

/** Notes when the first part went, and then those whose number doubles: so a stream of any length has few times. */
function note({ parts, times }: StreamCounts, before: number): void {
	const last = times.at(-1);
	if (parts > before && (!last || parts >= 2 * last.parts)) times.push({ parts, at: performance.now() });
}

function occurrences(piece: Uint8Array, border: Buffer): number {
	const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
	let count = 0;
	for (let at = bytes.indexOf(border); at >= 0; at = bytes.indexOf(border, at + border.length)) count++;
	return count;
}
