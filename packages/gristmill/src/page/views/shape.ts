import { isObject } from "../../core/schema/is-object.js";
import { type JsonSchema, properties } from "../../core/schema/schema-parts.js";

/** Resolves a local reference of a schema. */
export function resolved(schema: JsonSchema | undefined, root: JsonSchema | undefined): JsonSchema {
	const pointer = /^#\/(.*)$/.exec(String(schema?.$ref ?? ""))?.[1];
	if (pointer === undefined) return schema ?? {};
	let found: unknown = root;
	for (const step of pointer.split("/"))
		found = (found as Readonly<Record<string, unknown>> | undefined)?.[
			step.replaceAll("~1", "/").replaceAll("~0", "~")
		];
	return (found ?? {}) as JsonSchema;
}

/** The schemas of a result's members, without links; empty if the schema is hidden. */
export function membersOf(schema: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
	return Object.fromEntries(
		Object.entries(schema ? properties(schema) : {})
			.filter(([name]) => !name.startsWith("_"))
			.map(([name, member]) => [name, resolved(member, schema)]),
	);
}

export function isScalar(value: unknown): boolean {
	return value === null || typeof value !== "object";
}

/** A text with lines, or a long one, is a text to read. */
export function isText(value: unknown): value is string {
	return typeof value === "string" && /[\n\t]|.{200}/.test(value);
}

/** What every item must be, and at least one is. */
function every(value: unknown, fits: (one: Readonly<Record<string, unknown>>) => boolean): boolean {
	return Array.isArray(value) && value.length > 0 && value.every((one) => isObject(one) && fits(one));
}

/** Parts of a text: items with `start` and `end`. */
export function isSpans(value: unknown): boolean {
	return every(value, ({ start, end }) => Number.isInteger(start) && Number.isInteger(end));
}

/** Rectangles: `x`, `y`, `width` and `height`. */
export function isBoxes(value: unknown): boolean {
	const names = ["x", "y", "width", "height"];
	return every([value].flat(), (one) => names.every((name) => typeof one[name] === "number"));
}

/** Shares of a whole: several numbers from 0 to 1 by name. */
export function isShares(value: unknown): boolean {
	const all = isObject(value) ? Object.values(value) : [];
	return all.length > 1 && all.every((one) => typeof one === "number" && one >= 0 && one <= 1);
}

/** Words that are true or false. */
export function isStatements(value: unknown): boolean {
	return every(
		value,
		(one) =>
			Object.values(one)
				.map((part) => typeof part)
				.sort()
				.join() === "boolean,string",
	);
}
