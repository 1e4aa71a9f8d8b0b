import { parseMediaType } from "../http-words/media-type.js";
import { isObject } from "../schema/is-object.js";
import type { InputForm } from "./input.js";

/** The media type of a form. */
export const FORM_TYPE = "multipart/form-data";
/** The most parts of a form, and the most bytes of the header fields of one. */
const MOST_PARTS = 32;
export const MOST_PART_HEAD = 4_096;
/** The most bytes around the content of one part: its header fields and its boundary. */
const AROUND_PART = MOST_PART_HEAD + 100;

type Parts = Readonly<Record<string, InputForm>>;

/** A part that callers may leave out. */
export type OptionalForm<Value> = InputForm<Value> & { readonly isOptional: true };

type ValueOf<F> = F extends InputForm<infer Value> ? Value : never;
type PartValues<P extends Parts> = {
	readonly [K in keyof P as P[K] extends { readonly isOptional: true } ? never : K]: ValueOf<P[K]>;
} & {
	readonly [K in keyof P as P[K] extends { readonly isOptional: true } ? K : never]?: ValueOf<P[K]>;
};

/** What `image()` means in a form without `types`. */
const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif", "image/tiff"];
const TYPES: Readonly<Record<string, readonly string[]>> = {
	text: ["text/plain"],
	json: ["application/json"],
	image: IMAGE_TYPES,
	bytes: ["application/octet-stream"],
};

/**
 * Several inputs in one call: `run` gets an object with one member for each part. For `multipart/form-data` only.
 *
 * @example input: { "multipart/form-data": form({ photo: image(), mask: optional(image()), options: json(Options) }) }
 */
export function form<const P extends Parts>(
	parts: P,
	options: { readonly maxBytes?: number; readonly description?: string } = {},
): InputForm<PartValues<P>, "form"> {
	const typed = isObject(parts)
		? Object.fromEntries(
				Object.entries<InputForm>(parts).map(([name, part]) => [
					name,
					isObject(part) ? { ...part, types: part.types ?? TYPES[part.kind] ?? [] } : part,
				]),
			)
		: parts;
	const sizes = Object.values<InputForm>(typed).map((part) => Number(part?.maxBytes) + AROUND_PART);
	const maxBytes = sizes.reduce((sum, size) => sum + size, AROUND_PART);
	return { kind: "form", maxBytes, ...options, parts: typed };
}

/** Marks a part of a form that callers may leave out. @example form({ photo: image(), mask: optional(image()) }) */
export function optional<Value>(part: InputForm<Value>): OptionalForm<Value> {
	return { ...part, isOptional: true };
}

/** The parts of a form, in order; none for another input. */
export function partsOf({ parts = {} }: InputForm): readonly (readonly [string, InputForm])[] {
	return Object.entries(parts);
}

/** Says what to change in the parts of a form; undefined if they are valid. `parameters` are names that parts may not have. */
export function complainAboutParts(parts: unknown, parameters: readonly string[]): string | undefined {
	const rows = isObject(parts) ? Object.entries(parts) : [];
	if (rows.length === 0 || rows.length > MOST_PARTS)
		return `A form must have 1 to ${MOST_PARTS} parts, such as form({ photo: image(), text: text() }).`;
	for (const [name, part] of rows) {
		if (!/^[a-z][a-zA-Z0-9_-]{0,63}$/.test(name))
			return `The name of the part "${name}" is not of the form [a-z][a-zA-Z0-9_-]*, with at most 64 characters.`;
		// Agents give parts and parameters side by side.
		if (parameters.includes(name)) return `A part and a parameter are both called "${name}". Rename one.`;
		if (!isObject(part) || !Object.hasOwn(TYPES, String(part.kind)))
			return `The part "${name}" must be text(), json(), image() or bytes().`;
		if (!Number.isSafeInteger(part.maxBytes) || Number(part.maxBytes) < 1)
			return `maxBytes of the part "${name}" must be a whole number above 0.`;
		if (part.stream !== undefined)
			return `The part "${name}" has stream, and the parts of a form come whole. Remove stream.`;
		const types: unknown[] = Array.isArray(part.types) ? part.types : [];
		const stray = types.find((type) => !isPlainType(type) || !fitsKind(String(part.kind), type));
		if (isPlainType(stray))
			return `${part.kind}() takes ${KIND_TYPES[String(part.kind)]}, and the part "${name}" is "${stray}". Use bytes(), which takes any media type.`;
		if (types.length === 0 || stray !== undefined)
			return `The part "${name}" has the type ${JSON.stringify(stray)}, and must have media types in lower case that ${part.kind}() takes.`;
	}
	return undefined;
}

function isPlainType(type: unknown): type is string {
	const parsed = typeof type === "string" ? parseMediaType(type) : undefined;
	return parsed !== undefined && parsed.essence === type && !type.includes("*");
}

/** The media types that a kind of input takes, in words. */
export const KIND_TYPES: Readonly<Record<string, string>> = {
	text: "text/… media types",
	json: "application/json and application/…+json",
	image: "image/… media types",
};

/** Whether a media type can be decoded as `text`, `json` or `image`. */
export function fitsKind(kind: string, type: string): boolean {
	if (kind === "text") return type.startsWith("text/");
	if (kind === "json") return /^application\/(?:.+\+)?json$/.test(type);
	return kind !== "image" || type.startsWith("image/");
}
