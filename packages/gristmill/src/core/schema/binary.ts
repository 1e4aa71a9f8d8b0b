import { type JsonSchema, properties, required } from "./schema-parts.js";
import { Type, type UnsafeSchema } from "./type.js";

/** Marks a binary member and lists its media types. `closed` removes it: validators with strict rules reject unknown keywords. */
export const MEDIA_TYPES = "x-media-types";

/** The step of a path that means every element of an array. */
export const EACH = "*";

/** Where the output has bytes, and of which media types. */
export interface BinaryMember {
	/** The names of members from the output to the bytes, with `*` for the elements of an array. */
	readonly path: readonly string[];
	/** The first one is the default. */
	readonly mediaTypes: readonly string[];
	readonly optional: boolean;
}

/**
 * A member of the output that is bytes: `run` returns a `Uint8Array` there. JSON has it in base64. If it is the only such
 * member, callers can also get the bytes alone, by their media type: `Accept: image/webp`.
 *
 * @example Type.Object({ image: binary(["image/webp", "image/png"]), width: Type.Integer() })
 */
export function binary(
	mediaTypes: string | readonly string[],
	options: { readonly description?: string } = {},
): UnsafeSchema<Uint8Array> {
	const list = [mediaTypes].flat();
	return Type.Unsafe<Uint8Array>({
		type: "string",
		contentEncoding: "base64",
		contentMediaType: list[0],
		...options,
		[MEDIA_TYPES]: list,
	});
}

/** The binary members of an output schema. They are found in objects and arrays; `countBinary` counts those in other places too. */
export function binaryMembers(
	schema: JsonSchema,
	path: readonly string[] = [],
	optional = false,
): BinaryMember[] {
	const mediaTypes = schema[MEDIA_TYPES];
	if (Array.isArray(mediaTypes)) return [{ path, mediaTypes, optional }];
	if (schema.type === "array" && isSchema(schema.items))
		return binaryMembers(schema.items, [...path, EACH], optional);
	const needed = required(schema);
	return Object.entries(properties(schema)).flatMap(([name, member]) =>
		binaryMembers(member, [...path, name], optional || !needed.includes(name)),
	);
}

/** The number of binary members anywhere in a schema, also where `binaryMembers` does not look. */
export function countBinary(schema: unknown): number {
	if (typeof schema !== "object" || schema === null) return 0;
	const own = MEDIA_TYPES in schema ? 1 : 0;
	return Object.values(schema).reduce((sum: number, part) => sum + countBinary(part), own);
}

/** The binary member that callers can get alone: the only one, at the top of the output and always present. */
export function rawMember(members: readonly BinaryMember[]): BinaryMember | undefined {
	const [only] = members;
	return members.length === 1 && only?.path.length === 1 && !only.optional ? only : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
