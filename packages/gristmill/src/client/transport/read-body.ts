import { AnswerError } from "../errors/errors.js";
import type { RawResponse } from "./message.js";

/** Reads the whole body of a response, at most `maxBytes`. */
export async function readBody(
	{ body, headers, whole }: RawResponse,
	maxBytes: number,
	url: URL,
): Promise<Uint8Array> {
	if (whole) return whole;
	if (body === null) return new Uint8Array();
	const reader = body.getReader();
	const refuse = async (): Promise<never> => {
		await reader.cancel().catch(() => {});
		throw tooLarge(maxBytes, url);
	};
	const stated = statedSize(headers);
	if (stated !== undefined && stated > maxBytes) return refuse();
	// An answer of known size is written where it stays. Joining its pieces at the end would take the memory twice.
	const room = stated === undefined ? undefined : new Uint8Array(stated);
	const chunks: Uint8Array[] = [];
	let size = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		const at = size;
		size += value.byteLength;
		if (size > maxBytes) return refuse();
		if (room && size <= room.byteLength) room.set(value, at);
		// More than was stated, from a fetch of the caller's own.
		else if (room && chunks.length === 0) chunks.push(room.subarray(0, at), value);
		else chunks.push(value);
	}
	if (chunks.length > 0) return joined(chunks, size);
	return room?.subarray(0, size) ?? new Uint8Array();
}

/** The error for an answer that has more bytes than the caller takes. */
export function tooLarge(maxBytes: number, url: URL): AnswerError {
	return new AnswerError(`The answer has more than ${maxBytes} bytes. Raise maxAnswerBytes.`, {
		url: url.href,
	});
}

/** The size that the header fields state. That of a compressed body says nothing, because fetch decompresses it. */
function statedSize(headers: Headers): number | undefined {
	const length = headers.get("content-length");
	const isPlain = !headers.has("content-encoding") && /^\d{1,15}$/.test(length ?? "");
	return isPlain ? Number(length) : undefined;
}

export function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
	const [first] = chunks;
	if (chunks.length === 1 && first) return first;
	const whole = new Uint8Array(size);
	let at = 0;
	for (const chunk of chunks) {
		whole.set(chunk, at);
		at += chunk.byteLength;
	}
	return whole;
}
