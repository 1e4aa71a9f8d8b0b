import { type JsonSchema, properties } from "./schema-parts.js";

/** A typed array of numbers, such as embeddings, offsets or samples. */
export type TypedList =
	| Int8Array
	| Uint8Array
	| Uint8ClampedArray
	| Int16Array
	| Uint16Array
	| Int32Array
	| Uint32Array
	| Float32Array
	| Float64Array;

/** What `run` may return for the schema type `T`: lists of numbers in objects may be typed arrays. */
export type RunOutput<T> = T extends Uint8Array
	? T
	: T extends readonly number[]
		? Readonly<T> | TypedList
		: T extends readonly unknown[]
			? ReadonlyDeep<T>
			: T extends object
				? { readonly [K in keyof T]: RunOutput<T[K]> }
				: T;

/** Typed arrays are not looked for in lists. */
type ReadonlyDeep<T> = T extends Uint8Array
	? T
	: T extends object
		? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
		: T;

export function isTypedList(value: unknown): value is TypedList {
	return (
		ArrayBuffer.isView(value) &&
		!(value instanceof DataView) &&
		!(value instanceof BigInt64Array) &&
		!(value instanceof BigUint64Array)
	);
}

/** Converts typed arrays of a value to plain lists, for the validator. */
export type Plain = (value: unknown) => unknown;

/** Makes the conversion for a schema; undefined if it has no lists of numbers. */
export function plainBy(schema: JsonSchema): Plain | undefined {
	if (schema.type === "array") return isOfNumbers(schema) ? plainList(schema) : undefined;
	const members = Object.entries(properties(schema)).flatMap(([name, member]) => {
		const plain = plainBy(member);
		return plain ? [{ name, plain }] : [];
	});
	return members.length === 0 ? undefined : (value) => plainMembers(value, members);
}

function plainMembers(value: unknown, members: readonly { name: string; plain: Plain }[]): unknown {
	if (typeof value !== "object" || value === null) return value;
	let copy: Record<string, unknown> | undefined;
	for (const { name, plain } of members) {
		const held = (value as Record<string, unknown>)[name];
		const seen = plain(held);
		if (seen === held) continue;
		copy ??= { ...value };
		copy[name] = seen;
	}
	return copy ?? value;
}

/** If the array type guarantees valid numbers, the validator gets an empty list. */
function plainList(schema: JsonSchema): Plain {
	const demandsNothing = demandsOnly(schema, ["type", "items"]) && wantsWhole(schema.items as JsonSchema);
	return (value) => {
		if (!isTypedList(value)) return value;
		return demandsNothing && isWhole(value) ? [] : Array.from(value);
	};
}

function isOfNumbers({ items }: JsonSchema): boolean {
	const type = (items as JsonSchema | undefined)?.type;
	return type === "integer" || type === "number";
}

const wantsWhole = (items: JsonSchema): boolean =>
	demandsOnly(items, ["type", "minimum"]) && Number(items.minimum ?? 0) <= 0;

const isWhole = (list: TypedList): boolean =>
	list instanceof Uint32Array || list instanceof Uint16Array || list instanceof Uint8Array;

/** Annotation keywords; any other may constrain the value. */
const TELLING = ["title", "description", "examples"];

function demandsOnly(schema: JsonSchema, keywords: readonly string[]): boolean {
	return Object.keys(schema).every((keyword) => keywords.includes(keyword) || TELLING.includes(keyword));
}
