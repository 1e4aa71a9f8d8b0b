import { isObject } from "../../core/schema/is-object.js";
import { bytesOfBase64 } from "./base64.js";

/** Where a value has base64: the value itself, in members of an object, or in each element of a list. */
export type Encoded =
	| { readonly kind: "base64" }
	| { readonly kind: "members"; readonly members: ReadonlyMap<string, Encoded> }
	| { readonly kind: "each"; readonly element: Encoded };

/** Finds the base64 that a schema declares (JSON Schema, Validation §8.3); undefined if there is none. */
export function encodedIn(schema: unknown): Encoded | undefined {
	if (!isObject(schema)) return undefined;
	if (schema.contentEncoding === "base64") return { kind: "base64" };
	const element = encodedIn(schema.items);
	if (element) return { kind: "each", element };
	const members = new Map<string, Encoded>();
	for (const [name, member] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
		const found = encodedIn(member);
		if (found) members.set(name, found);
	}
	return members.size > 0 ? { kind: "members", members } : undefined;
}

/**
 * Replaces base64 with bytes, in place: a copy of a large value would cost time. `broken` is called for a text that is not
 * base64. Values of another shape than the schema's stay as they are.
 */
export function decodeMembers(value: unknown, encoded: Encoded, broken: (how: string) => never): unknown {
	const decode = (held: unknown, where: Encoded, place: string): unknown => {
		if (where.kind === "base64")
			return typeof held === "string"
				? (bytesOfBase64(held) ?? broken(`has no base64 at ${place || "its top"}`))
				: held;
		if (where.kind === "each" && Array.isArray(held))
			for (const [i, element] of held.entries()) held[i] = decode(element, where.element, `${place}/${i}`);
		if (where.kind === "members" && isObject(held)) {
			const object = held as Record<string, unknown>;
			for (const [name, member] of where.members)
				if (Object.hasOwn(object, name)) object[name] = decode(object[name], member, `${place}/${name}`);
		}
		return held;
	};
	return decode(value, encoded, "");
}
