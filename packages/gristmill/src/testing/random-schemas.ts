import fc from "fast-check";
import { compile, type JsonSchema } from "../core/schema/json-schema.js";

/** Returns a schema of an object with these members. */
export function object(properties: Record<string, unknown>, required = Object.keys(properties)): JsonSchema {
	return { type: "object", properties, required };
}

/** A schema, and values that are valid against it. */
export type Sample = { readonly schema: JsonSchema; readonly values: fc.Arbitrary<unknown> };
type Samples = fc.Arbitrary<Sample>;

const character = fc.oneof(
	{ weight: 200, arbitrary: fc.constantFrom(..."abx_X01-.:<>&\"' \t\n\r]é中Ω😀\u0301\u0085\u2028\uFFFD") },
	{ weight: 1, arbitrary: fc.constantFrom("\0", "\x1F", "\uD800", "\uFFFF") },
);
export const BAD = /\\u(?:0000|001f|d800)|\uFFFF/; // the same four, as JSON.stringify writes them
const odd = fc.constantFrom("__proto__", "constructor", "xml", "xmlns", "item", "_x0020_");
const key = fc.oneof(fc.string({ unit: character, maxLength: 4 }), odd);
export const double = fc.double({ noNaN: true, noDefaultInfinity: true });
const whole = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(-0, 1e21, 2 ** 70, -1e300));
const NULL: Sample = { schema: { type: "null" }, values: fc.constant(null) };
const BOOLEAN: Sample = { schema: { type: "boolean" }, values: fc.boolean() };

function named<T>(value: fc.Arbitrary<T>, range: fc.ArrayConstraints): fc.Arbitrary<[string, T][]> {
	return fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, ...range });
}

/** Makes samples with both limits, with one or with none. The values respect both limits. */
function sized(
	schema: JsonSchema,
	what: string,
	values: (range: fc.ArrayConstraints) => Sample["values"],
): Samples {
	return fc.tuple(fc.nat(3), fc.nat(3), fc.boolean(), fc.boolean()).map(([min, more, least, most]) => ({
		schema: { ...schema, ...(least && { [`min${what}`]: min }), ...(most && { [`max${what}`]: min + more }) },
		values: values({ minLength: min, maxLength: min + more }),
	}));
}

function numeric(type: string, all: fc.Arbitrary<number>): Samples {
	const names = fc.subarray(["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] as const);
	const middle = fc.double({ noNaN: true, min: -1e300, max: 1e300 });
	return fc.tuple(names, middle, fc.constantFrom(-0.3, 0, 0.3)).map(([chosen, n, apart]) => {
		const [minimum, maximum] = [n - Math.abs(n) - 1, n + Math.abs(n) + 1];
		const bounds = { minimum, exclusiveMinimum: minimum + apart, maximum, exclusiveMaximum: maximum + apart };
		const schema = { type, ...Object.fromEntries(chosen.map((name) => [name, bounds[name]])) };
		const near = fc.constantFrom(...Object.values(bounds).flatMap((b) => [b, Math.floor(b), Math.ceil(b)]));
		const { check } = compile(schema);
		// An invalid value is replaced by one that is always valid: a value near the middle.
		return { schema, values: fc.oneof(all, near).map((value) => (check(value) ? value : Math.round(n))) };
	});
}

function either([one, two]: readonly [Sample, Sample]): Sample {
	return { schema: { anyOf: [one.schema, two.schema] }, values: fc.oneof(one.values, two.values) };
}

const constants = fc
	.uniqueArray(fc.oneof(key, whole, double, fc.boolean(), fc.constant(null)), { minLength: 1 })
	.map((list): Sample => ({ schema: { enum: list }, values: fc.constantFrom(...list) }));
const text = sized({ type: "string" }, "Length", (range) => fc.string({ unit: character, ...range }));
const numbers = fc.oneof(numeric("number", double), numeric("integer", whole));
const simple = fc.oneof(text, numbers, constants, fc.constantFrom(NULL, BOOLEAN));

export function objects(inner: Samples): Samples {
	return named(fc.tuple(inner, fc.boolean()), { maxLength: 4 }).map((list) => {
		const requiredKeys = list.filter(([, [, always]]) => always).map(([name]) => name);
		const properties = Object.fromEntries(list.map(([name, [{ schema }]]) => [name, schema]));
		const members = Object.fromEntries(list.map(([name, [{ values }]]) => [name, values]));
		return { schema: object(properties, requiredKeys), values: fc.record(members, { requiredKeys }) };
	});
}

function around({ schema, values }: Sample): Samples {
	const map = (keywords: JsonSchema) =>
		sized({ type: "object", ...keywords }, "Properties", (range) =>
			named(values, range).map(Object.fromEntries),
		);
	return fc.oneof(
		sized({ type: "array", items: schema }, "Items", (range) => fc.array(values, range)),
		map({ additionalProperties: schema }),
		map({ patternProperties: { "": schema } }),
		fc.constant(either([{ schema, values }, NULL])),
	);
}

export function samples(depth: number): Samples {
	const inner = depth > 0 ? samples(depth - 1) : simple;
	const nested = depth > 0 ? [inner.chain(around), objects(inner)] : [];
	// A union that contains an object or a list has no shape, and neither does the schema {}.
	const unions = fc.tuple(simple, fc.oneof({ weight: 9, arbitrary: simple }, inner)).map(either);
	const mapped = { weight: 50, arbitrary: fc.oneof(simple, unions, ...nested) };
	return fc.oneof(mapped, fc.constant<Sample>({ schema: {}, values: fc.jsonValue() }));
}
