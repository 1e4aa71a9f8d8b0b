import type { Duplex } from "node:stream";
import { MiB } from "../core/definition/limits.js";

/** How each frame begins. What an author writes to the pipe by mistake begins in another way. */
const MARK = 0xf5475249;
/** The bytes before each frame: the mark, a number, the length of the head, and the length of the body. */
const PREFIX = 16;
const LARGE = 64 * 1024;
const MOST_HEAD = 16 * MiB;
/** A longer body could not be made into a string. */
const MOST_BODY = 512 * MiB;

/** One message between a worker and its Python process. */
export interface Frame {
	/** The number of the call; 0 for the first message of the process. */
	readonly id: number;
	/** Undefined if there is no head. */
	readonly head: unknown;
	readonly body: Buffer;
}

/** A frame as bytes. A large body is not copied; with a small one, one write is faster. */
export function frameParts(id: number, head: unknown, body: Uint8Array): Uint8Array[] {
	const text = JSON.stringify(head);
	const headLength = Buffer.byteLength(text);
	const isLarge = body.byteLength >= LARGE;
	const start = Buffer.allocUnsafe(PREFIX + headLength + (isLarge ? 0 : body.byteLength));
	start.writeUInt32BE(MARK, 0);
	start.writeUInt32BE(id, 4);
	start.writeUInt32BE(headLength, 8);
	start.writeUInt32BE(body.byteLength, 12);
	start.write(text, PREFIX);
	if (isLarge) return [start, body];
	start.set(body, PREFIX + headLength);
	return [start];
}

/** Reads frames from a pipe. Calls `onBroken` once, if the bytes are not a frame; then it reads no more. */
export function readFrames(pipe: Duplex, onFrame: (frame: Frame) => void, onBroken: () => void): void {
	let chunks: Buffer[] = [];
	let held = 0;
	let wanted = PREFIX;
	let isBroken = false;
	const fail = () => {
		isBroken = true;
		chunks = [];
		onBroken();
	};
	pipe.on("data", (chunk: Buffer) => {
		if (isBroken) return;
		chunks.push(chunk);
		held += chunk.length;
		while (held >= wanted && !isBroken) {
			const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, held);
			chunks = [bytes];
			const headLength = bytes.readUInt32BE(8);
			const bodyLength = bytes.readUInt32BE(12);
			if (bytes.readUInt32BE(0) !== MARK || headLength > MOST_HEAD || bodyLength > MOST_BODY) return fail();
			const start = PREFIX + headLength;
			const end = start + bodyLength;
			wanted = end;
			if (held < end) return;
			let head: unknown;
			try {
				if (headLength > 0) head = JSON.parse(bytes.toString("utf8", PREFIX, start));
			} catch {
				return fail();
			}
			const body = bytes.subarray(start, end);
			chunks = held > end ? [bytes.subarray(end)] : [];
			held -= end;
			wanted = PREFIX;
			onFrame({ id: bytes.readUInt32BE(4), head, body });
		}
	});
}
