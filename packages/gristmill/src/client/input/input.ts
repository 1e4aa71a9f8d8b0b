import { InputError, UsageError } from "../errors/errors.js";
import { isCertain, typeOfBytes, typeOfName } from "./file-types.js";
import { contentOfForm, formBody, formOf, type PartInput, type Parts } from "./form.js";

/** A stream or anything that yields chunks of bytes. */
export type Chunks = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * The input of a call: a string, bytes, a Blob, a JSON value, a file (in Node), a stream, or several of them as `parts` of
 * a form. A stream can be sent only once. A function that opens a stream lets the client repeat the call.
 */
export type Input =
	| string
	| Uint8Array
	| ArrayBuffer
	| Blob
	| { readonly json: unknown }
	| { readonly file: string }
	| { readonly parts: Readonly<Record<string, PartInput>> }
	| FormData
	| Chunks
	| (() => Chunks | Promise<Chunks>);

/** An input that is ready to be sent. */
export interface Body {
	readonly mediaType: string;
	/** Whether the type is a guess. If so, the client may send the type that the mill asks for instead. */
	readonly guessed: boolean;
	readonly repeatable: boolean;
	/** The bytes and their number, if they are known. */
	readonly bytes: Uint8Array | undefined;
	readonly size: number | undefined;
	/** What is equal for equal inputs, if it is not what `open` gives: the boundary of a form is random. */
	readonly content?: () => Promise<Blob>;
	open(): Promise<Uint8Array | Blob | ReadableStream<Uint8Array>>;
}

/** The input failed while it was sent; `cause` says why. The network is not to blame, so there is no retry. */
export class BrokenInput extends Error {}

/** Prepares an input. `chosen` is the media type that the caller chose. */
export async function bodyOf(input: Input, chosen?: string): Promise<Body> {
	const typed = (guess: string) => ({
		mediaType: chosen ?? guess,
		guessed: chosen === undefined && !isCertain(guess),
	});
	const streamed = (source: () => Chunks | Promise<Chunks>, repeatable: boolean) => ({
		...typed("application/octet-stream"),
		repeatable,
		bytes: undefined,
		size: undefined,
		open: () => opened(source, undefined),
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
	if (typeof input === "function") return streamed(input, true);
	if (typeof input !== "object" || input === null) throw noInput();
	if (input instanceof FormData) return formBody(input);
	if ("parts" in input) return formBody(await formOf(input.parts));
	if ("json" in input) {
		const text = JSON.stringify(input.json);
		if (text === undefined) throw new UsageError("`json` is undefined, which JSON cannot hold.");
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
		const open = () => opened(file.open, file.size);
		return { ...typed(guess), repeatable: true, bytes: undefined, size: file.size, open };
	}
	if (input instanceof ReadableStream || Symbol.asyncIterator in input) return streamed(() => input, false);
	throw noInput();
}

function noInput(): UsageError {
	return new UsageError(
		"The input is of an unknown kind. Give a string, bytes, a Blob, { json }, { file }, { parts }, a stream or a function that opens one.",
	);
}

function held(bytes: Uint8Array) {
	return { repeatable: true, bytes, size: bytes.byteLength, open: async () => bytes };
}

/** Opens a source as a stream. Its failures are distinct from those of the connection. */
async function opened(
	source: () => Chunks | Promise<Chunks>,
	size: number | undefined,
): Promise<ReadableStream<Uint8Array>> {
	const broken = (cause: unknown): never => {
		throw new BrokenInput("The input cannot be read.", { cause });
	};
	const chunks = await Promise.resolve().then(source).catch(broken);
	const { next, end } = reading(chunks);
	let sent = 0;
	const mustFit = (is: boolean) => {
		if (!is) broken(new InputError(`The file changed during the call: it no longer has ${size} bytes.`));
	};
	return new ReadableStream({
		async pull(controller) {
			const { done, value } = await next().catch(broken);
			if (done) {
				mustFit(size === undefined || sent === size);
				return controller.close();
			}
			sent += value.byteLength;
			mustFit(size === undefined || sent <= size);
			// With its last bytes the request is whole, and may be answered. So they wait until it is sure that none follow.
			if (sent === size) mustFit((await next().catch(broken)).done === true);
			controller.enqueue(value);
			if (sent === size) controller.close();
		},
		cancel: end,
	});
}

function reading(chunks: Chunks) {
	if (chunks instanceof ReadableStream) {
		const reader = chunks.getReader();
		return { next: () => reader.read(), end: (reason: unknown) => reader.cancel(reason) };
	}
	const iterator = chunks[Symbol.asyncIterator]();
	return {
		next: async () => iterator.next(),
		end: async (reason: unknown) => void (await iterator.return?.(reason)),
	};
}

/**
 * The digest of an input: `sha256:` and the hexadecimal number that sha256sum prints. Undefined for a stream, which
 * can be read only once, and in browsers without a secure context.
 */
export async function digestOf(input: Input): Promise<string | undefined> {
	// The boundary of a form is random, so its parts are hashed.
	const form = "parts" in Object(input) ? await formOf((input as { parts: Parts }).parts) : input;
	const { bytes, repeatable, open } = await bodyOf(form instanceof FormData ? contentOfForm(form) : input);
	if (!repeatable) return undefined;
	const { sha256 } = await import("./sha256.js");
	try {
		const hash = await sha256(bytes ?? (await open()));
		return hash && `sha256:${hash}`;
	} catch (error) {
		throw error instanceof BrokenInput ? error.cause : error;
	}
}
