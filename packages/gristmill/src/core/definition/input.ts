import { type JsonSchema, plain } from "../schema/json-schema.js";
import type { Sent } from "../schema/static.js";
import type { Schema } from "../schema/type.js";
import { DEFAULT_MAX_BYTES, LONGEST_WHOLE } from "./limits.js";

export type InputKind = "text" | "json" | "image" | "bytes" | "form";

/** How the bytes of one media type become the value that `run` receives. */
export interface InputForm<Value = unknown, Kind extends InputKind = InputKind> {
	readonly kind: Kind;
	readonly maxBytes: number;
	/** Says what to send. */
	readonly description?: string;
	/** The parameter that chooses `reject` or `replace` for invalid Unicode; only for `text` and `json`. */
	readonly invalidBy?: string;
	/** The schema of the decoded value; only for `json`. */
	readonly schema?: JsonSchema;
	/** The parts; only for `form`. */
	readonly parts?: Readonly<Record<string, InputForm>>;
	/** The media types of a part; only in a form. */
	readonly types?: readonly string[];
	/** Whether callers may leave out this part of a form. */
	readonly isOptional?: boolean;
	/** How `run` gets a long input while it comes: only for `text` and `bytes`. */
	readonly stream?: "lines" | "chunks";
	/** The most bytes of a line. */
	readonly maxLine?: number;
	/** Exists only in the type: the decoded value. */
	readonly yields?: Value;
}

interface InputOptions {
	/** Maximum size in bytes, after decompression. Default: 1 MiB. */
	readonly maxBytes?: number;
	readonly description?: string;
	/** The media types of a part of `form()`. Elsewhere the key of the input says it. */
	readonly types?: readonly string[];
}

interface TextOptions extends InputOptions {
	/**
	 * The name of a parameter `Type.Enum(["reject", "replace"], { default: "reject" })`. It decides whether invalid bytes,
	 * and lone surrogates in JSON, are rejected or replaced with U+FFFD.
	 */
	readonly invalidBy?: string;
}

/** The most bytes of an input that does not come in pieces, such as a line of many inputs or the text of an agent. */
export function mostWhole({ maxBytes }: InputForm): number {
	return maxBytes === Number.POSITIVE_INFINITY ? LONGEST_WHOLE : maxBytes;
}

/** How a long input comes. `maxBytes` may be Infinity. */
interface ChunkOptions {
	/** `run` gets an AsyncIterable of chunks of 64 KiB, also while the input still comes. */
	readonly stream: "chunks";
}

interface LineOptions {
	/** `run` gets an AsyncIterable of lines, without their line breaks, also while the input still comes. */
	readonly stream: "lines";
	/** Maximum size of a line in bytes. Default: 1 MiB. */
	readonly maxLine?: number;
}

/**
 * Text in any charset of TextDecoder. Default: UTF-8. With `stream`, `run` gets lines or chunks of it as they come.
 *
 * @example text({ maxBytes: 16 * MiB }), text({ stream: "lines", maxBytes: Infinity })
 */
export function text(options?: TextOptions & { readonly stream?: undefined }): InputForm<string, "text">;
export function text(
	options: TextOptions & (ChunkOptions | LineOptions),
): InputForm<AsyncIterable<string>, "text">;
export function text(options: TextOptions = {}): InputForm<string | AsyncIterable<string>, "text"> {
	return { kind: "text", maxBytes: DEFAULT_MAX_BYTES, ...options };
}

/** A JSON value that matches the schema. @example json(Type.Array(Type.Number())), json(z.array(z.number())) */
export function json<S extends Schema>(schema: S, options: TextOptions = {}): InputForm<Sent<S>, "json"> {
	return { kind: "json", maxBytes: DEFAULT_MAX_BYTES, ...options, schema: plain(schema) };
}

/** The bytes of a picture. The first bytes must match the media type. @example image({ maxBytes: 10 * MiB }) */
export function image(options: InputOptions = {}): InputForm<Uint8Array, "image"> {
	return { kind: "image", maxBytes: DEFAULT_MAX_BYTES, ...options };
}

/** Bytes, unchanged. With `stream: "chunks"`, `run` gets them as they come. @example bytes({ maxBytes: 16 * MiB }) */
export function bytes(
	options?: InputOptions & { readonly stream?: undefined },
): InputForm<Uint8Array, "bytes">;
export function bytes(options: InputOptions & ChunkOptions): InputForm<AsyncIterable<Uint8Array>, "bytes">;
export function bytes(
	options: InputOptions = {},
): InputForm<Uint8Array | AsyncIterable<Uint8Array>, "bytes"> {
	return { kind: "bytes", maxBytes: DEFAULT_MAX_BYTES, ...options };
}
