import { Buffer } from "node:buffer";
import { asBuffer } from "../core/as-buffer.js";
import type { InputForm } from "../core/definition/input.js";
import { DEFAULT_MAX_LINE } from "../core/definition/limits.js";
import { describeBytes } from "../core/describe-bytes.js";
import { inputTooLarge } from "../core/input-too-large.js";
import type { ParameterValues } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { decodeText, type InvalidInput, isUtf8Label, textDecoder } from "./formats/text.js";

/** The size of a chunk. Chunks depend on the input alone, and not on how it was cut on its way. */
export const CHUNK = 64 * 1024;
const LINE_BREAK = 10;
const RETURN = 13;

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** An input that `run` gets as lines or chunks, while its pieces come. */
export class LongInput implements AsyncIterable<string | Uint8Array> {
	readonly #values: AsyncGenerator<string | Uint8Array, void, void>;
	#failure: { readonly error: unknown } | undefined;

	constructor(form: InputForm, charset: string | undefined, pieces: Pieces, parameters: ParameterValues) {
		const { invalidBy, stream, maxLine = DEFAULT_MAX_LINE } = form;
		const replace = invalidBy !== undefined && parameters[invalidBy] === "replace";
		const invalid = { replace, invalidBy };
		const bounded = within(form.maxBytes, pieces);
		if (form.kind === "bytes") this.#values = chunksOf(bounded);
		else if (stream === "lines") this.#values = linesOf(bounded, charset, invalid, maxLine);
		else this.#values = textsOf(bounded, charset, invalid);
	}

	/** Throws what is wrong with the input, or why its end did not come: then whatever `run` has made of it is no answer. */
	demandRight(): void {
		if (this.#failure) throw this.#failure.error;
	}

	/** No more of it is needed. */
	close(): void {
		// Not awaited: a sender that sends nothing would hold up the answer.
		this.#values.return().catch(() => {});
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<string | Uint8Array, void, void> {
		try {
			yield* this.#values;
		} catch (error) {
			this.#failure ??= { error };
			throw error;
		}
	}
}

async function* within(most: number, pieces: Pieces): AsyncGenerator<Buffer, void, void> {
	let size = 0;
	for await (const piece of pieces) {
		size += piece.byteLength;
		if (size > most) throw inputTooLarge(most);
		yield asBuffer(piece);
	}
}

/** Chunks of one size, and a last one that is shorter. */
async function* chunksOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
	let chunk = Buffer.allocUnsafeSlow(CHUNK);
	let filled = 0;
	for await (const piece of pieces)
		for (let at = 0; at < piece.length; ) {
			const copied = piece.copy(chunk, filled, at);
			at += copied;
			filled += copied;
			if (filled < CHUNK) continue;
			yield chunk;
			// `run` may keep it.
			chunk = Buffer.allocUnsafeSlow(CHUNK);
			filled = 0;
		}
	if (filled > 0) yield chunk.subarray(0, filled);
}

/** The text of each chunk. A character on the border belongs to the second one. */
async function* textsOf(
	pieces: AsyncIterable<Buffer>,
	charset: string | undefined,
	invalid: InvalidInput,
): AsyncGenerator<string, void, void> {
	const decode = decoderOf(charset, invalid);
	for await (const chunk of chunksOf(pieces)) {
		const text = decode(chunk, false);
		if (text !== "") yield text;
	}
	const last = decode(Buffer.alloc(0), true);
	if (last !== "") yield last;
}

/** Lines without their line breaks, LF or CRLF. A line break at the end begins no further line. */
async function* linesOf(
	pieces: AsyncIterable<Buffer>,
	charset: string | undefined,
	invalid: InvalidInput,
	most: number,
): AsyncGenerator<string, void, void> {
	let begun: Buffer[] = [];
	let size = 0;
	let offset = 0;
	const isUtf8Text = isUtf8Label(charset);
	const source = isUtf8Text ? pieces : inUtf8(textsOf(pieces, charset, invalid));
	const add = (piece: Buffer) => {
		size += piece.length;
		if (size > most)
			throw new Problem(
				"content-too-large",
				`A line of the input has more than ${describeBytes(most)}. Send shorter lines.`,
				{ maxLine: most },
			);
		// A copy: a few bytes must not keep a large piece.
		if (piece.length > 0) begun.push(Buffer.from(piece));
	};
	const text = (line: Buffer) => {
		const end = line[line.length - 1] === RETURN ? line.length - 1 : line.length;
		const bytes = line.subarray(0, end);
		const decoded = decodedAt(offset, bytes, isUtf8Text ? invalid : REPLACED);
		offset += line.length + 1;
		return decoded;
	};
	for await (const piece of source) {
		let at = 0;
		for (;;) {
			const end = piece.indexOf(LINE_BREAK, at);
			if (end < 0) break;
			if (size === 0 && end - at <= most) yield text(piece.subarray(at, end));
			else {
				add(piece.subarray(at, end));
				yield text(Buffer.concat(begun));
				begun = [];
				size = 0;
			}
			at = end + 1;
		}
		add(piece.subarray(at));
	}
	if (size > 0) yield text(Buffer.concat(begun));
}

const REPLACED: InvalidInput = { replace: true, invalidBy: undefined };

/** Text that was decoded already, so that lines of any charset are found in the same way. */
async function* inUtf8(texts: AsyncIterable<string>): AsyncGenerator<Buffer, void, void> {
	for await (const text of texts) yield Buffer.from(text);
}

/** The problem of invalid text names its offset in the whole input. */
function decodedAt(start: number, bytes: Buffer, invalid: InvalidInput, charset?: string): string {
	try {
		return decodeText(bytes, charset, invalid);
	} catch (error) {
		if (!Problem.is(error)) throw error;
		const offset = start + Number(error.members.offset ?? 0);
		throw new Problem(error.code, error.detail?.replace(/byte \d+/, `byte ${offset}`), { offset });
	}
}

/** Decodes one chunk after the other. */
function decoderOf(
	charset: string | undefined,
	invalid: InvalidInput,
): (chunk: Buffer, isLast: boolean) => string {
	let offset = 0;
	if (isUtf8Label(charset)) {
		let held: Buffer = Buffer.alloc(0);
		return (chunk, isLast) => {
			const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
			const end = isLast ? bytes.length : wholeCharacters(bytes);
			held = Buffer.from(bytes.subarray(end));
			const text = decodedAt(offset, bytes.subarray(0, end), invalid);
			offset += end;
			return text;
		};
	}
	const decode = textDecoder(charset ?? "", invalid);
	return (chunk, isLast) => {
		try {
			return decode(chunk, isLast);
		} catch {
			// Says where. Of a charset with states, it may be some bytes off.
			decodedAt(offset, chunk, invalid, charset);
			throw new Problem("unreadable-input", `The input is not valid ${charset} near byte ${offset}.`, {
				offset,
			});
		} finally {
			offset += chunk.length;
		}
	};
}

/** The length without a character of UTF-8 that has begun and may go on. */
function wholeCharacters(bytes: Buffer): number {
	for (let back = 1; back <= Math.min(3, bytes.length); back++) {
		const byte = bytes[bytes.length - back] as number;
		if (byte < 0x80) return bytes.length;
		if (byte < 0xc0) continue;
		const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
		return length > back ? bytes.length - back : bytes.length;
	}
	return bytes.length;
}
