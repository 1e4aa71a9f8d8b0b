import { UsageError } from "./errors.js";
import { isCertain, typeOfBytes, typeOfName } from "./file-types.js";

/** A stream or anything that yields chunks of bytes. */
export type Chunks = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * What a mill is given: a text, bytes, a Blob, a JSON value, a file (under Node), or a stream. A stream itself can
 * be sent once only; a function that opens one lets the call be repeated.
 */
export type Input =
	| string
	| Uint8Array
	| ArrayBuffer
	| Blob
	| { readonly json: unknown }
	| { readonly file: string }
	| Chunks
	| (() => Chunks | Promise<Chunks>);

/** An input that is ready to be sent, once or again and again. */
export interface Body {
	readonly mediaType: string;
	/** Whether the type is only a guess, so that a mill may be sent the type that it wants instead. */
	readonly guessed: boolean;
	readonly repeatable: boolean;
	/** The bytes where they are at hand; their number where it is known. */
	readonly bytes: Uint8Array | undefined;
	readonly size: number | undefined;
	open(): Promise<Uint8Array | Blob | ReadableStream<Uint8Array>>;
}

/** Makes an input ready; `chosen` is the media type that the caller named. */
export async function bodyOf(input: Input, chosen?: string): Promise<Body> {
	const typed = (guess: string) => ({
		mediaType: chosen ?? guess,
		guessed: chosen === undefined && !isCertain(guess),
	});
	if (typeof input === "string")
		return { ...held(new TextEncoder().encode(input)), ...typed("text/plain; charset=utf-8") };
	if (input instanceof Uint8Array) return { ...held(input), ...typed(typeOfBytes(input)) };
	if (input instanceof ArrayBuffer) return bodyOf(new Uint8Array(input), chosen);
	if (input instanceof Blob) {
		const type = chosen ?? (input.type || undefined);
		const name = "name" in input && typeof input.name === "string" ? input.name : "";
		const blob = { repeatable: true, bytes: undefined, size: input.size, open: async () => input };
		if (type !== undefined) return { ...blob, mediaType: type, guessed: false };
		return { ...blob, ...typed(typeOfName(name) ?? "application/octet-stream") };
	}
	if (typeof input === "function") {
		const open = async () => streamOf(await input());
		return {
			...typed("application/octet-stream"),
			repeatable: true,
			bytes: undefined,
			size: undefined,
			open,
		};
	}
	if ("json" in input) {
		const text = JSON.stringify(input.json);
		if (text === undefined) throw new UsageError("Give `json` a value that JSON can hold: undefined.");
		return {
			...held(new TextEncoder().encode(text)),
			mediaType: chosen ?? "application/json",
			guessed: false,
		};
	}
	if ("file" in input) {
		const { openFile } = await import("./node-file.js");
		const file = await openFile(input.file);
		const guess = typeOfName(input.file) ?? typeOfBytes(file.start);
		return { ...typed(guess), repeatable: true, bytes: undefined, size: file.size, open: file.open };
	}
	if (input instanceof ReadableStream || Symbol.asyncIterator in input) {
		const open = async () => streamOf(input);
		return {
			...typed("application/octet-stream"),
			repeatable: false,
			bytes: undefined,
			size: undefined,
			open,
		};
	}
	throw new UsageError(
		"Give the input as a string, bytes, a Blob, { json }, { file }, a stream or a function that opens one.",
	);
}

function held(bytes: Uint8Array) {
	return { repeatable: true, bytes, size: bytes.byteLength, open: async () => bytes };
}

function streamOf(chunks: Chunks): ReadableStream<Uint8Array> {
	if (chunks instanceof ReadableStream) return chunks;
	const iterator = chunks[Symbol.asyncIterator]();
	return new ReadableStream({
		async pull(controller) {
			const { done, value } = await iterator.next();
			if (done) controller.close();
			else controller.enqueue(value);
		},
		async cancel(reason) {
			await iterator.return?.(reason);
		},
	});
}

/**
 * The digest that names an input, `sha256:…` in hexadecimal as sha256sum prints it; undefined for a stream, which
 * would be used up, and where a browser offers no digests (a page that is not secure).
 */
export async function digestOf(input: Input): Promise<string | undefined> {
	if (typeof input === "object" && "file" in input) {
		const { digestOfFile } = await import("./node-file.js");
		return `sha256:${await digestOfFile(input.file)}`;
	}
	const { bytes, repeatable, open } = await bodyOf(input);
	const subtle = globalThis.crypto?.subtle;
	if (!repeatable || subtle === undefined) return undefined;
	const content = bytes ?? new Uint8Array(await new Response((await open()) as Blob).arrayBuffer());
	const hash = new Uint8Array(await subtle.digest("SHA-256", content as Uint8Array<ArrayBuffer>));
	return `sha256:${[...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
