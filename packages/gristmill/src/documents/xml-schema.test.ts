import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { validateXML } from "xmllint-wasm";
import { encodeXml } from "../codecs/formats/xml.js";
import { xmlShape } from "../codecs/formats/xml-shape.js";
import { elementName } from "../codecs/formats/xml-text.js";
import { closed, compile, type JsonSchema } from "../core/schema/json-schema.js";
import { BAD, double, object, objects, type Sample, samples } from "../testing/random-schemas.js";
import { xmlSchema } from "./xml-schema.js";

/** The approximate number of random schemas. 1000 take five to ten seconds on two cores. */
const SCHEMAS = Number(process.env.TEST_RUNS ?? 60);
/** The number of texts that are JSON, and hardly a schema. */
const SOUPS = 2 * SCHEMAS;
const BATCH = 100;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NIL = 'xsi:nil="true"';
const XSI = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Returns which documents are valid. xmllint starts once for all, because the root of each schema has its own name. */
async function lint(schemas: readonly string[], documents: readonly string[]): Promise<boolean[]> {
	const includes = schemas.map((_, i) => `<xs:include schemaLocation="${i}.xsd"/>`).join("");
	const namespace = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
	const all = `<xs:schema ${namespace}>${includes}<xs:element name="any-root"/></xs:schema>`;
	const { rawOutput } = await validateXML({
		schema: [{ fileName: "all.xsd", contents: all }],
		preload: schemas.map((contents, i) => ({ fileName: `${i}.xsd`, contents })),
		// One more document is always valid, because xmllint reads no schema without a document.
		xml: [...documents, "<any-root/>"].map((contents, i) => ({ fileName: `${i}.xml`, contents })),
		maxMemoryPages: 16384,
	});
	const lines = new Set(rawOutput.split("\n"));
	assert.ok(lines.has(`${documents.length}.xml validates`), rawOutput);
	return documents.map((_, i) => lines.has(`${i}.xml validates`));
}

const string = { type: "string" };
const integer = { type: "integer" };
const nothing = { type: "null" };
const PAIR = "<entry><key>k</key><value>1</value></entry>";
const BIG = "20000000000000001811939328"; // the double nearest to 2e25

/** A description, a schema, a valid value, its XML inside the root, and invalid variants of that XML. */
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
	const documents = new Map<string, boolean>();
	for (const [i, [what, schema, value, body, ...bad]] of CASES.entries()) {
		assert.ok(compile(closed(schema)).check(value), what);
		const shape = xmlShape(closed(schema));
		assert.ok(shape, what);
		const xsi = JSON.stringify(schema).includes("null") ? XSI : "";
		const wrap = (inside: string) => `${HEAD}<m${i}${xsi}>${inside}</m${i}>`;
		assert.equal(encodeXml(`m${i}`, shape, value), wrap(body), what);
		schemas.push(xmlSchema(`m${i}`, what, shape));
		for (const inside of [body, ...bad]) documents.set(wrap(inside), inside === body);
	}
	const valid = await lint(schemas, [...documents.keys()]);
	for (const [i, [xml, good]] of [...documents].entries()) assert.equal(valid[i], good, xml);
});

test("an XML Schema is indented and says what the mill does", () => {
	const item = { nillable: true, shape: { kind: "boolean", facets: [] } } as const;
	const documentation = 'Ages < 9\0,\nand "more".';
	assert.equal(
		xmlSchema("classifier", documentation, { kind: "list", item, min: 0, max: 2 }),
		`${HEAD}<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:element name="classifier">
    <xs:annotation>
      <xs:documentation xml:lang="en">Ages &lt; 9\uFFFD,\nand "more".</xs:documentation>
    </xs:annotation>
    <xs:complexType>
      <xs:sequence>
        <xs:element name="item" type="xs:boolean" minOccurs="0" maxOccurs="2" nillable="true"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
</xs:schema>
`,
	);
});

test("a schema that XML cannot represent has no XML form", () => {
	const map = { type: "object", additionalProperties: string };
	// biome-ignore format: a list
	const unmapped: unknown[] = [
		true, {}, { type: "bigint" }, { type: "array" }, { type: "array", items: [string] }, { $ref: "#" }, { allOf: [string] },
		{ ...string, not: { const: "a" } }, { ...string, if: {} }, { anyOf: [] }, { anyOf: [string, object({})] }, { anyOf: [null] },
		{ type: ["array", "string"], items: string }, { enum: [] }, { enum: [{}] }, { const: "\0" }, { const: "\uD800" },
		{ ...map, additionalProperties: true }, { ...map, properties: { b: string } }, { ...map, patternProperties: { "": string } },
		{ type: "object", patternProperties: { a: string, b: string } }, { ...string, minLength: 2, maxLength: 1 },
		{ ...integer, minimum: 0.1, maximum: 0.9 }, { type: "number", minimum: 1, exclusiveMaximum: 1 },
		{ type: "array", items: string, minItems: 1, maxItems: 0 },
	];
	for (const a of unmapped) assert.equal(xmlShape(closed(object({ a }))), undefined, JSON.stringify(a));
	assert.equal(xmlShape({ type: ["object", "null"], additionalProperties: false }), undefined);
	let deep: JsonSchema = string;
	for (let i = 0; i < 100_000; i++) deep = { type: "array", items: deep };
	assert.equal(xmlShape(deep), undefined);
});

test("a character that XML cannot carry gives no text", () => {
	const shape = xmlShape({ type: "object", additionalProperties: string });
	assert.ok(shape);
	for (const bad of ["\0", "\x1F", "\uFFFE", "\uFFFF", "\uD83D", "\uDE00\uD83D"])
		for (const value of [{ a: `a${bad}` }, { [bad]: "a" }])
			assert.equal(encodeXml("m", shape, value), undefined);
});

test("an escaped key leads back to the key", () => {
	const unit = fc.constantFrom("_x", "_", "x", "_x0020_", "0041", " ", ":", "é", "😀", "\uD800", "-", "");
	const back = (name: string) =>
		name.replace(/_x([0-9A-F]*)_/g, (_, code) => code && String.fromCodePoint(Number.parseInt(code, 16)));
	const leadsBack = fc.property(fc.string({ unit }), (key) => assert.equal(back(elementName(key)), key));
	fc.assert(leadsBack, { numRuns: 1000 });
});

test("XML and XML Schema agree for any schema", async () => {
	const some = ({ schema, values }: Sample) =>
		fc.tuple(fc.constant(schema), fc.array(values, { minLength: 1, maxLength: 3 }));
	const batches = fc.array(objects(samples(2)).chain(some), {
		minLength: BATCH / 2,
		maxLength: BATCH,
		size: "max",
	});
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
		for (const [i, xml] of documents.entries()) assert.ok(valid[i], xml);
		count.schemas += list.length;
		count.mapped += schemas.length;
		count.documents += documents.length;
	});
	await fc.assert(agree, { numRuns: Math.ceil((2 * SCHEMAS) / BATCH) });
	assert.ok(count.mapped > count.schemas / 2 && count.documents > count.mapped);
});

test("whatever JSON comes as a schema, nothing throws, and what it gives is an XML Schema", async () => {
	const words = "properties additionalProperties required items anyOf enum minimum exclusiveMaximum".split(
		" ",
	);
	for (const what of ["Length", "Items", "Properties"]) words.push(`min${what}`, `max${what}`);
	const types = fc.constantFrom("string", "number", "integer", "array", "object", ["integer", "null"]);
	const { soup } = fc.letrec((tie) => ({
		any: fc.oneof(fc.nat(), double, fc.jsonValue(), tie("soup"), fc.array(tie("soup"), { maxLength: 2 })),
		soup: fc
			.tuple(types, fc.dictionary(fc.constantFrom(...words), tie("any")))
			.map(([type, rest]) => ({ type, ...rest })),
	}));
	const shapes = fc.sample(soup, SOUPS).flatMap((schema) => xmlShape(schema as JsonSchema) ?? []);
	const schemas = shapes.map((shape, i) => xmlSchema(`m${i}`, "", shape));
	await lint(schemas, []); // which fails if one of them is no good
	fc.assert(fc.property(fc.jsonValue(), (schema) => void xmlShape(schema as unknown as JsonSchema)));
});
