import { type JsonSchema, plain } from "./json-schema.js";
import { DEFAULT_MAX_BYTES } from "./limits.js";
import type { Static, TSchema } from "./typebox.js";

/** How the bytes of one media type become the value that `run` receives. */
export interface InputForm<Value = unknown> {
	readonly kind: "text" | "json" | "image" | "bytes";
	readonly maxBytes: number;
	/** For people: what to send. */
	readonly description?: string;
	/** The parameter that says `reject` or `replace` of what is not valid Unicode; only `text` and `json` have one. */
	readonly invalidBy?: string;
	/** What a decoded value must satisfy; only `json` has one. */
	readonly schema?: JsonSchema;
	/** Only in the type: what decoding yields. */
	readonly yields?: Value;
}

export interface InputOptions {
	/** The most bytes, after decompression; 1 MiB where it is left out. */
	readonly maxBytes?: number;
	readonly description?: string;
}

export interface TextOptions extends InputOptions {
	/**
	 * The name of a parameter, `Type.Enum(["reject", "replace"], { default: "reject" })`: whether a broken sequence of
	 * bytes, and a lone surrogate in JSON, is refused or becomes U+FFFD.
	 */
	readonly invalidBy?: string;
}

/** Text in any charset that TextDecoder knows, UTF-8 where Content-Type names none. @example text({ maxBytes: 16 * MiB }) */
export function text(options: TextOptions = {}): InputForm<string> {
	return { kind: "text", maxBytes: DEFAULT_MAX_BYTES, ...options };
}

/** A JSON value that satisfies the schema. @example json(Type.Array(Type.Number())) */
export function json<S extends TSchema>(schema: S, options: TextOptions = {}): InputForm<Static<S>> {
	return { kind: "json", maxBytes: DEFAULT_MAX_BYTES, ...options, schema: plain(schema) };
}

/** The bytes of a picture; its first bytes must be those of its media type. @example image({ maxBytes: 10 * MiB }) */
export function image(options: InputOptions = {}): InputForm<Uint8Array> {
	return { kind: "image", maxBytes: DEFAULT_MAX_BYTES, ...options };
}

/** Bytes as they came. @example bytes({ maxBytes: 16 * MiB }) */
export function bytes(options: InputOptions = {}): InputForm<Uint8Array> {
	return { kind: "bytes", maxBytes: DEFAULT_MAX_BYTES, ...options };
}
