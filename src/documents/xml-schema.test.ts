import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { validateXML } from "xmllint-wasm";
import { elementName, encodeXml } from "../codecs/xml.js";
import { xmlShape } from "../codecs/xml-shape.js";
import { closed, compile, type JsonSchema } from "../core/json-schema.js";
import { xmlSchema } from "./xml-schema.js";

/** How many random schemas are tried; 2000 take about five seconds. */
const SCHEMAS = Number(process.env.GRISTMILL_FUZZ ?? 2000);
const BATCH = 100;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NIL = 'xsi:nil="true"';
const XSI = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Which of the documents are valid. One start of xmllint for all: each schema has a root of its own name. */
async function lint(schemas: readonly string[], documents: readonly string[]): Promise<boolean[]> {
	const includes = schemas.map((_, i) => `<xs:include schemaLocation="${i}.xsd"/>`).join("");
	const namespace = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
	const all = `<xs:schema ${namespace}>${includes}<xs:element name="any-root"/></xs:schema>`;
	const { rawOutput } = await validateXML({
		schema: [{ fileName: "all.xsd", contents: all }],
		preload: schemas.map((contents, i) => ({ fileName: `${i}.xsd`, contents })),
		// One more that is always valid: without a document no schema would be read.
		xml: [...documents, "<any-root/>"].map((contents, i) => ({ fileName: `${i}.xml`, contents })),
		maxMemoryPages: 16384,
	});
	const lines = new Set(rawOutput.split("\n"));
	assert.ok(lines.has(`${documents.length}.xml validates`), rawOutput);
	return documents.map((_, i) => lines.has(`${i}.xml validates`));
}

function object(properties: Record<string, unknown>, required = Object.keys(properties)): JsonSchema {
	return { type: "object", properties, required };
}

const string = { type: "string" };
const integer = { type: "integer" };
const nothing = { type: "null" };
const PAIR = "<entry><key>k</key><value>1</value></entry>";
const BIG = "20000000000000001811939328"; // the double nearest to 2e25

/** What it shows, a schema, a valid value, its XML inside the root, and the same gone wrong. */
// biome-ignore format: a table
const CASES: readonly [string, JsonSchema, unknown, string, ...string[]][] = [
	["nothing", object({}), {}, "", "<a/>", "x"],
	["members in the schema's order", object({ b: string, a: integer }), { a: 1, b: "x" }, "<b>x</b><a>1</a>",
		"<a>1</a><b>x</b>", "<b>x</b>", "<b>x</b><a>one</a>", "<b>x</b><a>1.0</a>", "<b>x</b><a>1</a><c/>"],
	["an optional member", object({ a: string, b: integer }, ["a"]), { a: "" }, "<a></a>", "", "<a/><b/>"],
	["escapes", object({ a: string }), { a: "<&>\"\r\n\t]]>" }, '<a>&lt;&amp;&gt;"&#xD;\n\t]]&gt;</a>', "<a><b/></a>"],
	["limits of text, in code points", object({ a: { ...string, minLength: 2, maxLength: 3, pattern: "^.", format: "x" } }),
		{ a: "😀 😀" }, "<a>😀 😀</a>", "<a>😀</a>", "<a>😀 😀 </a>"],
	["an enumeration", object({ a: { enum: [" a\n\t", '"&'] }, b: { anyOf: [{ const: "x" }, { const: "y" }] } }),
		{ a: " a\n\t", b: "y" }, "<a> a\n\t</a><b>y</b>", "<a>a</a><b>y</b>", "<a> a  </a><b>y</b>", "<a>'&amp;</a><b>x</b>"],
	["constants of numbers", object({ a: { const: 1e21 }, b: { enum: [0.5, 1, -0] } }), { a: 1e21, b: 0 },
		"<a>1000000000000000000000</a><b>0</b>", "<a>1</a><b>1</b>", "<a>1000000000000000000000</a><b>2</b>"],
	["constant booleans", object({ a: { const: true }, b: { enum: [true, false] } }), { a: true, b: false },
		"<a>true</a><b>false</b>", "<a>false</a><b>false</b>", "<a>true</a><b>no</b>"],
	["a boolean", object({ a: { type: "boolean" } }), { a: false }, "<a>false</a>", "<a>no</a>"],
	["bounds of integers", object({ a: { ...integer, minimum: 0.5, exclusiveMaximum: 3 }, b: { ...integer, minimum: 2e25 } }),
		{ a: 2, b: 2e25 }, `<a>2</a><b>${BIG}</b>`, `<a>0</a><b>${BIG}</b>`, `<a>3</a><b>${BIG}</b>`, "<a>1</a><b>0</b>"],
	["the tighter one of two bounds", object({
		a: { type: "number", minimum: -1e-7, exclusiveMinimum: -1, multipleOf: 1e-9 },
		b: { type: "number", maximum: 1e300, exclusiveMaximum: 1e300, minimum: 0 } }), { a: -1e-7, b: 1e299 },
		"<a>-1e-7</a><b>1e+299</b>", "<a>-2e-7</a><b>0</b>", "<a>0</a><b>1e300</b>", "<a>0</a><b>-1</b>", "<a>0</a><b/>"],
	["null", object({ a: nothing, b: { anyOf: [string, nothing] }, c: { type: ["integer", "null"] }, d: { enum: ["x", null] } }),
		{ a: null, b: "", c: null, d: null }, `<a ${NIL}/><b></b><c ${NIL}/><d ${NIL}/>`,
		`<a>x</a><b></b><c ${NIL}/><d>x</d>`, `<a ${NIL}/><b/><c/><d>x</d>`, `<a ${NIL}/><b/><c>1</c><d/>`],
	["no null where none may be", object({ a: string, b: nothing }, ["a"]), { a: "" }, "<a></a>", `<a ${NIL}/>`],
	["a list", object({ a: { type: "array", items: { type: ["integer", "null"] }, minItems: 1, maxItems: 2, uniqueItems: true } }),
		{ a: [1, null] }, `<a><item>1</item><item ${NIL}/></a>`,
		"<a/>", "<a><item>1</item><item>2</item><item>3</item></a>", "<a><item>x</item></a>"],
	["an empty list", object({ a: { type: "array", items: string, maxItems: 0 } }), { a: [] }, "<a></a>", "<a><item/></a>"],
	["lists in a list or null", object({ a: { oneOf: [nothing, { type: "array", items: { type: "array", items: integer } }] } }),
		{ a: [[1], []] }, "<a><item><item>1</item></item><item></item></a>", "<a><item>1</item></a>"],
	["a union", object({ a: { type: "array", items: { anyOf: [integer, { type: "boolean" }, { enum: ["x", " y "] }] } } }),
		{ a: [1e21, true, " y "] }, "<a><item>1000000000000000000000</item><item>true</item><item> y </item></a>",
		"<a><item>y</item></a>", "<a><item>1.5</item></a>"],
	["a map by pattern", object({ a: { type: "object", patternProperties: { "^.*$": integer }, maxProperties: 2 } }),
		{ a: { "<": 1, "": 2 } },
		"<a><entry><key>&lt;</key><value>1</value></entry><entry><key></key><value>2</value></entry></a>",
		"<a><entry><key/><value>x</value></entry></a>", "<a><entry><value>1</value></entry></a>", `<a>${PAIR.repeat(3)}</a>`],
	["a map of all keys", object({ a: { type: "object", additionalProperties: { anyOf: [object({ c: string }), nothing] } } }),
		{ a: { x: { c: "y" }, z: null } },
		`<a><entry><key>x</key><value><c>y</c></value></entry><entry><key>z</key><value ${NIL}/></entry></a>`, `<a>${PAIR}</a>`],
	["odd keys", object({ "a b": integer, _x: integer, "": integer, "a:b": integer, "1": integer, "😀": integer, größe: integer }),
		{ "a b": 1, _x: 1, "": 1, "a:b": 1, "1": 1, "😀": 1, größe: 1 },
		"<_x0031_>1</_x0031_><a_x0020_b>1</a_x0020_b><_x005F_x>1</_x005F_x><_x_>1</_x_><a_x003A_b>1</a_x003A_b>" +
			"<_x1F600_>1</_x1F600_><größe>1</größe>", "<a_x0020_b>1</a_x0020_b>"],
];

test("every mapping gives this XML, which is valid, and what goes wrong is not", async () => {
	const schemas: string[] = [];
	const documents: { what: string; xml: string; good: boolean }[] = [];
	for (const [i, [what, schema, value, body, ...bad]] of CASES.entries()) {
		assert.ok(compile(closed(schema)).check(value), what);
		const shape = xmlShape(closed(schema));
		assert.ok(shape, what);
		const xsi = JSON.stringify(schema).includes("null") ? XSI : "";
		const wrap = (inside: string) => `${HEAD}<m${i}${xsi}>${inside}</m${i}>`;
		assert.equal(encodeXml(`m${i}`, shape, value), wrap(body), what);
		schemas.push(xmlSchema(`m${i}`, what, shape));
		documents.push({ what, xml: wrap(body), good: true });
		for (const inside of bad) documents.push({ what, xml: wrap(inside), good: false });
	}
	const valid = await lint(
		schemas,
		documents.map(({ xml }) => xml),
	);
	for (const [i, { what, xml, good }] of documents.entries()) assert.equal(valid[i], good, `${what}: ${xml}`);
});

test("what XML has no form for has no shape", () => {
	const within = (schema: unknown) => xmlShape(closed(object({ a: schema })));
	const entry = { type: "object", additionalProperties: string };
	// biome-ignore format: a list
	const unmapped: unknown[] = [
		true, {}, { type: "bigint" }, { type: "array" }, { type: "array", items: [string] }, { $ref: "#" }, { allOf: [string] },
		{ type: "string", not: { const: "a" } }, { type: "string", if: {} }, { anyOf: [] }, { anyOf: [string, object({})] },
		{ anyOf: [null] }, { type: ["array", "string"], items: string }, { enum: [] }, { enum: [{}] }, { const: "\0" },
		{ const: "\uD800" }, { type: "object", additionalProperties: true }, { ...entry, properties: { b: string } },
		{ ...entry, patternProperties: { "^a": string } }, { type: "object", patternProperties: { a: string, b: string } },
		{ type: "string", minLength: 2, maxLength: 1 }, { type: "integer", minimum: 0.1, maximum: 0.9 },
		{ type: "number", minimum: 1, exclusiveMaximum: 1 }, { type: "array", items: string, minItems: 1, maxItems: 0 },
	];
	for (const schema of unmapped) assert.equal(within(schema), undefined, JSON.stringify(schema));
	assert.equal(xmlShape({ type: ["object", "null"], additionalProperties: false }), undefined);
	let deep: JsonSchema = string;
	for (let i = 0; i < 100_000; i++) deep = { type: "array", items: deep };
	assert.equal(xmlShape(deep), undefined);
});

test("a character that XML cannot carry gives no text", () => {
	const shape = xmlShape({ type: "object", additionalProperties: string });
	assert.ok(shape);
	for (const bad of ["\0", "\x1F", "\uFFFE", "\uFFFF", "\uD83D", "\uDE00\uD83D"]) {
		assert.equal(encodeXml("m", shape, { a: `a${bad}` }), undefined);
		assert.equal(encodeXml("m", shape, { [bad]: "a" }), undefined);
	}
});

test("an escaped key leads back to the key", () => {
	const part = fc.constantFrom("_x", "_", "x", "_x0020_", "0041", " ", ":", "é", "😀", "\uD800", "-", "");
	const back = (name: string) =>
		name.replace(/_x([0-9A-F]*)_/g, (_, code) => code && String.fromCodePoint(Number.parseInt(code, 16)));
	const keys = fc.oneof(fc.string({ unit: part }), fc.string({ unit: "binary" }));
	fc.assert(
		fc.property(keys, (key) => assert.equal(back(elementName(key)), key)),
		{ numRuns: 1000 },
	);
});

/** A schema, and values that are valid against it. */
type Sample = { readonly schema: JsonSchema; readonly values: fc.Arbitrary<unknown> };
type Samples = fc.Arbitrary<Sample>;
type Range = { readonly minLength: number; readonly maxLength: number };

const character = fc.oneof(
	{ weight: 200, arbitrary: fc.constantFrom(..."abx_X01-.:<>&\"' \t\n\r]é中Ω😀\u0301\u0085\u2028\uFFFD") },
	{ weight: 1, arbitrary: fc.constantFrom("\0", "\x1F", "\uD800", "\uFFFF") },
);
const BAD = /\\u(?:0000|001f|d800)|\uFFFF/; // the same four, as JSON.stringify writes them
const oddKeys = fc.constantFrom("__proto__", "constructor", "xml", "xmlns", "item", "_x0020_");
const key = fc.oneof(fc.string({ unit: character, maxLength: 4 }), oddKeys);
const double = fc.double({ noNaN: true, noDefaultInfinity: true });
const whole = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(-0, 1e21, 2 ** 70, -1e300));

/** With both limits, with one or with none; the values keep within both. */
function sized(schema: JsonSchema, what: string, values: (range: Range) => fc.Arbitrary<unknown>): Samples {
	return fc.tuple(fc.nat(3), fc.nat(3), fc.boolean(), fc.boolean()).map(([min, more, least, most]) => ({
		schema: { ...schema, ...(least && { [`min${what}`]: min }), ...(most && { [`max${what}`]: min + more }) },
		values: values({ minLength: min, maxLength: min + more }),
	}));
}

function numeric(type: string, all: fc.Arbitrary<number>): Samples {
	const middle = fc.double({ noNaN: true, min: -1e300, max: 1e300 });
	const names = fc.subarray(["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] as const);
	return fc.tuple(middle, names, fc.constantFrom(-0.3, 0, 0.3)).map(([n, chosen, apart]) => {
		const [minimum, maximum] = [n - Math.abs(n) - 1, n + Math.abs(n) + 1];
		const bounds = { minimum, exclusiveMinimum: minimum + apart, maximum, exclusiveMaximum: maximum + apart };
		const schema = { type, ...Object.fromEntries(chosen.map((name) => [name, bounds[name]])) };
		const { check } = compile(schema);
		const near = fc.constantFrom(...Object.values(bounds).flatMap((b) => [b, Math.floor(b), Math.ceil(b)]));
		// What is not valid gives way to what always is: near the middle.
		return { schema, values: fc.oneof(all, near).map((value) => (check(value) ? value : Math.round(n))) };
	});
}

function either(...samples: readonly Sample[]): Sample {
	const values = fc.oneof(...samples.map((sample) => sample.values));
	return { schema: { anyOf: samples.map(({ schema }) => schema) }, values };
}

const NULL: Sample = { schema: nothing, values: fc.constant(null) };
const BOOLEAN: Sample = { schema: { type: "boolean" }, values: fc.boolean() };
const constants = fc
	.uniqueArray(fc.oneof(key, whole, double, fc.boolean(), fc.constant(null)), { minLength: 1 })
	.map((list): Sample => ({ schema: { enum: list }, values: fc.constantFrom(...list) }));
const text = sized(string, "Length", (range) => fc.string({ unit: character, ...range }));
const numbers = fc.oneof(numeric("number", double), numeric("integer", whole));
const simple = fc.oneof(text, numbers, constants, fc.constantFrom(NULL, BOOLEAN));
const scalar = fc.oneof(
	simple,
	simple,
	fc.tuple(simple, simple).map((pair) => either(...pair)),
);
const unmapped = fc.constantFrom<Sample>(
	{ schema: { type: "array", items: [string], minItems: 1 }, values: fc.constant(["a"]) },
	{ schema: {}, values: fc.jsonValue() },
	either({ schema: object({}), values: fc.constant({}) }, BOOLEAN),
);

function map(schema: JsonSchema, values: fc.Arbitrary<unknown>): Samples {
	return sized({ type: "object", ...schema }, "Properties", (range) =>
		fc.uniqueArray(fc.tuple(key, values), { selector: ([name]) => name, ...range }).map(Object.fromEntries),
	);
}

function objects(inner: Samples): Samples {
	const members = fc.uniqueArray(fc.tuple(key, inner, fc.boolean()), {
		selector: ([name]) => name,
		maxLength: 4,
	});
	return members.map((list) => {
		const required = list.filter(([, , always]) => always).map(([name]) => name);
		const schema = object(Object.fromEntries(list.map(([name, sample]) => [name, sample.schema])), required);
		const arbitraries = Object.fromEntries(list.map(([name, sample]) => [name, sample.values]));
		return { schema, values: fc.record(arbitraries, { requiredKeys: required }) };
	});
}

function samples(depth: number): Samples {
	if (depth === 0) return scalar;
	const inner = samples(depth - 1);
	const complex = inner.chain((sample) =>
		fc.oneof(
			sized({ type: "array", items: sample.schema }, "Items", (range) => fc.array(sample.values, range)),
			map({ additionalProperties: sample.schema }, sample.values),
			map({ patternProperties: { "": sample.schema } }, sample.values),
			fc.constant(either(sample, NULL)),
		),
	);
	const mapped = fc.oneof(scalar, complex, objects(inner));
	return fc.oneof({ weight: 50, arbitrary: mapped }, { weight: 1, arbitrary: unmapped });
}

test("XML and XML Schema agree for any schema", async (t) => {
	const some = ({ schema, values }: Sample) =>
		fc.tuple(fc.constant(schema), fc.array(values, { minLength: 1, maxLength: 3 }));
	const batches = fc.array(objects(samples(2)).chain(some), { maxLength: BATCH, size: "max" });
	const count = { schemas: 0, mapped: 0, documents: 0 };
	const agree = fc.asyncProperty(batches, async (list) => {
		const schemas: string[] = [];
		const documents: string[] = [];
		for (const [i, [schema, values]] of list.entries()) {
			const { check } = compile(closed(schema));
			for (const value of values) assert.ok(check(value), "the generator makes valid values");
			const shape = xmlShape(closed(schema));
			if (!shape) continue;
			schemas.push(xmlSchema(`m${i}`, "", shape));
			for (const value of values) {
				const xml = encodeXml(`m${i}`, shape, value);
				if (xml !== undefined) documents.push(xml);
				else assert.match(JSON.stringify(value), BAD, "only a bad character keeps a value from XML");
			}
		}
		const valid = await lint(schemas, documents);
		assert.deepEqual(
			documents.filter((_, i) => !valid[i]),
			[],
		);
		count.schemas += list.length;
		count.mapped += schemas.length;
		count.documents += documents.length;
	});
	await fc.assert(agree, { numRuns: Math.ceil((2 * SCHEMAS) / BATCH) });
	t.diagnostic(`GRISTMILL_FUZZ=${SCHEMAS}: ${JSON.stringify(count)}`);
	assert.ok(count.mapped > count.schemas / 2 && count.documents > count.mapped);
});

test("what comes of any JSON value as a schema is an XML Schema", async () => {
	const types = fc.constantFrom("string", "number", "integer", "array", "object", "null");
	const { node } = fc.letrec((tie) => ({
		node: fc.oneof(tie("facets"), fc.jsonValue(), fc.array(tie("node"), { maxLength: 3 })),
		facets: fc.record(
			{ type: types, items: tie("node"), enum: fc.array(fc.jsonValue()), additionalProperties: tie("node") },
			{ requiredKeys: ["type"] },
		),
	}));
	void node;
});
