import assert from "node:assert/strict";
import { test } from "node:test";
import { complainAboutParameters, parameterReader, queryPairs } from "./parameters.js";
import { Problem } from "./problem.js";
import { plain } from "./schema/json-schema.js";
import { type ObjectSchema, Type } from "./schema/type.js";

const SCHEMA = Type.Object({
	text: Type.Optional(Type.String()),
	word: Type.Optional(Type.String({ minLength: 2, maxLength: 5, pattern: "^[a-z]+$" })),
	share: Type.Optional(Type.Number({ minimum: 0, exclusiveMaximum: 1 })),
	count: Type.Integer({ default: 3, minimum: 1, maximum: 9 }),
	loud: Type.Boolean({ default: false }),
	scheme: Type.Enum(["word", "line"], { default: "word" }),
	level: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
	only: Type.Optional(Type.Literal("this")),
	tag: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
	size: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
});
const DEFAULTS = { count: 3, loud: false, scheme: "word" };

const reader = (schema: ObjectSchema, inPath: string[] = []) => parameterReader(plain(schema), inPath);
const read = (query: string) => reader(SCHEMA).readQuery(query, {});

/** The code, detail and `known` of the refusal that the call must throw. */
function refusal(call: () => unknown): { code: string; detail: string; known: unknown } {
	try {
		call();
	} catch (error) {
		assert.ok(Problem.is(error), String(error));
		return { code: error.code, detail: error.detail ?? "", known: error.members.known };
	}
	return assert.fail("nothing was refused");
}

test("an empty query gives the defaults and leaves out what is optional", () => {
	assert.deepEqual(read(""), DEFAULTS);
});

for (const [query, values] of [
	["count=5", { count: 5 }],
	["count=9&loud=true&scheme=line", { count: 9, loud: true, scheme: "line" }],
	["count=1e0", { count: 1 }],
	["share=0.25", { share: 0.25 }],
	["share=1e-3", { share: 0.001 }],
	["share=0", { share: 0 }],
	["loud=false", { loud: false }],
	["level=2", { level: 2 }],
	["only=this", { only: "this" }],
	["text=", { text: "" }],
	["text", { text: "" }],
	["text=a+b%20c%2Bd", { text: "a b c+d" }],
	["text=a=b", { text: "a=b" }],
	["text=%C3%A9%F0%9F%98%80", { text: "é😀" }],
	["text=__proto__", { text: "__proto__" }],
	["te%78t=x", { text: "x" }],
	["&&count=2&", { count: 2 }],
	["word=abc", { word: "abc" }],
	["tag=a", { tag: ["a"] }],
	["tag=b&count=4&tag=a", { count: 4, tag: ["b", "a"] }],
	["size=1&size=2", { size: [1, 2] }],
] as const)
	test(`the query ${JSON.stringify(query)} is read as ${JSON.stringify(values)}`, () => {
		assert.deepEqual(read(query), { ...DEFAULTS, ...values });
	});

for (const [query, detail] of [
	["count=10", 'The parameter "count" is "10", and must be a whole number from 1 to 9.'],
	["count=1.5", 'The parameter "count" is "1.5", and must be a whole number from 1 to 9.'],
	["count=", 'The parameter "count" is "", and must be a whole number from 1 to 9.'],
	["count=%201", 'The parameter "count" is " 1", and must be a whole number from 1 to 9.'],
	["count=0x1", 'The parameter "count" is "0x1", and must be a whole number from 1 to 9.'],
	["count=1&count=1", 'The parameter "count" is there 2 times, and must be there once.'],
	["share=1", 'The parameter "share" is "1", and must be a number from 0 below 1.'],
	["share=.5", 'The parameter "share" is ".5", and must be a number from 0 below 1.'],
	["share=NaN", 'The parameter "share" is "NaN", and must be a number from 0 below 1.'],
	["share=1e999", 'The parameter "share" is "1e999", and must be a number from 0 below 1.'],
	["loud=1", 'The parameter "loud" is "1", and must be true or false.'],
	["loud=TRUE", 'The parameter "loud" is "TRUE", and must be true or false.'],
	["loud", 'The parameter "loud" is "", and must be true or false.'],
	["scheme=page", 'The parameter "scheme" is "page", and must be one of word, line.'],
	["level=3", 'The parameter "level" is "3", and must be one of 1, 2.'],
	["only=that", 'The parameter "only" is "that", and must be this.'],
	["word=a", 'The parameter "word" is "a", and must be a text of at least 2 of at most 5 like ^[a-z]+$.'],
	["size=1&size=x", 'The parameter "size" is "x", and must be a whole number from 0.'],
	["countt=1", 'Unknown parameter "countt". Did you mean "count"?'],
	["zzzzzz=1", 'Unknown parameter "zzzzzz".'],
	["=1", 'Unknown parameter "".'],
	["Count=1", 'Unknown parameter "Count". Did you mean "count"?'],
	["constructor=1", 'Unknown parameter "constructor".'],
	["__proto__=1", 'Unknown parameter "__proto__".'],
] as const)
	test(`the query ${JSON.stringify(query)} is a bad parameter: ${detail}`, () => {
		assert.deepEqual(
			refusal(() => read(query)),
			{
				code: "bad-parameter",
				detail,
				known: Object.keys(SCHEMA.properties),
			},
		);
	});

test("a list that is longer than its schema allows is refused", () => {
	assert.deepEqual(read("tag=a&tag=b&tag=c"), { ...DEFAULTS, tag: ["a", "b", "c"] });
	assert.equal(refusal(() => read("tag=a&tag=b&tag=c&tag=d")).code, "bad-parameter");
});

test("a percent sign that begins no UTF-8 sequence is refused", () => {
	for (const query of ["text=%", "text=%4", "text=%zz", "text=%C3", "text=%ED%A0%80", "%=1"])
		assert.equal(refusal(() => read(query)).code, "bad-parameter", query);
});

test("a refusal shows at most forty characters of the caller's text", () => {
	const { detail } = refusal(() => read(`count=${"9".repeat(100_000)}`));
	assert.equal(
		detail,
		`The parameter "count" is "${"9".repeat(40)}…", and must be a whole number from 1 to 9.`,
	);
	assert.ok(refusal(() => read(`${"x".repeat(100_000)}=1`)).detail.length < 100);
	assert.ok(refusal(() => read(`size=${"&size=y".repeat(10_000)}`)).detail.length < 100);
});

test("an integer beyond what a double holds exactly is refused", () => {
	const schema = Type.Object({ n: Type.Integer() });
	assert.deepEqual(reader(schema).readQuery("n=-9007199254740991", {}), { n: -9007199254740991 });
	assert.equal(refusal(() => reader(schema).readQuery("n=9007199254740992", {})).code, "bad-parameter");
});

test("a parameter without a default is demanded", () => {
	const schema = Type.Object({ to: Type.String(), from: Type.String({ default: "en" }) });
	assert.deepEqual(
		refusal(() => reader(schema).readQuery("", {})),
		{
			code: "bad-parameter",
			detail: 'The parameter "to" is missing.',
			known: ["to", "from"],
		},
	);
	assert.deepEqual(reader(schema).readQuery("to=de", {}), { to: "de", from: "en" });
});

test("a demanded parameter that is called like a property of every object is demanded too", () => {
	const schema = Type.Object({ constructor: Type.String() });
	assert.equal(
		refusal(() => reader(schema).readQuery("", {})).detail,
		'The parameter "constructor" is missing.',
	);
});

test("a mill without parameters refuses every one", () => {
	assert.deepEqual(reader(Type.Object({})).readQuery("", {}), {});
	assert.deepEqual(refusal(() => reader(Type.Object({})).readQuery("a=1", {})).known, []);
});

test("a call that changes the list it got as a default does not change that of the next call", () => {
	const lists = reader(Type.Object({ tags: Type.Array(Type.String(), { default: ["a"] }) }));
	try {
		(lists.readQuery("", {}).tags as string[]).push("b");
	} catch {
		// Frozen is as good as copied.
	}
	assert.deepEqual(lists.readQuery("", {}), { tags: ["a"] });
});

const PATTERN = Type.Object({ algorithm: Type.Enum(["md5", "sha256"]), bits: Type.Integer({ default: 8 }) });

test("values from the path are read by their type and join those of the query", () => {
	const pattern = reader(PATTERN, ["algorithm"]);
	const fromPath = pattern.readPath({ algorithm: "md5" });
	assert.deepEqual(fromPath, { algorithm: "md5" });
	assert.deepEqual(pattern.readQuery("bits=16", fromPath), { algorithm: "md5", bits: 16 });
	assert.deepEqual(pattern.readQuery("", fromPath), { algorithm: "md5", bits: 8 });
	assert.deepEqual(reader(Type.Object({ n: Type.Integer() }), ["n"]).readPath({ n: "7" }), { n: 7 });
});

test("a value of the path that is not allowed means that there is no such address", () => {
	assert.equal(
		refusal(() => reader(PATTERN, ["algorithm"]).readPath({ algorithm: "crc" })).code,
		"not-found",
	);
});

test("a path parameter cannot be given in the query", () => {
	const pattern = reader(PATTERN, ["algorithm"]);
	const { code, known } = refusal(() => pattern.readQuery("algorithm=sha256", { algorithm: "md5" }));
	assert.equal(code, "bad-parameter");
	assert.deepEqual(known, ["bits"]);
});

test("a query is read pair by pair, in order, with repetitions", () => {
	assert.deepEqual(
		[...queryPairs("b=1&a&b=2&=&c=%3D%26")],
		[
			["b", "1"],
			["a", ""],
			["b", "2"],
			["", ""],
			["c", "=&"],
		],
	);
	assert.deepEqual([...queryPairs("")], []);
});

test("the schema above can be read from a query", () => {
	assert.equal(complainAboutParameters(plain(SCHEMA)), undefined);
});

for (const [schema, complaint] of [
	[Type.Object({ Big: Type.String() }), /^The name of the parameter "Big" is not of the form/],
	[Type.Object({ $schema: Type.String() }), /^The name of the parameter "\$schema" is not of the form/],
	[Type.Object({ "a b": Type.String() }), /^The name of the parameter "a b" is not of the form/],
	[Type.Object({ deep: Type.Object({}) }), /^The parameter "deep" must be a string, a number/],
	[Type.Object({ none: Type.Null() }), /^The parameter "none" must be a string, a number/],
	[Type.Object({ any: Type.Unknown() }), /^The parameter "any" must be a string, a number/],
	[
		Type.Object({ mixed: Type.Union([Type.Literal(1), Type.Literal("a")]) }),
		/^The parameter "mixed" must be a string, a number/,
	],
	[
		Type.Object({ wide: Type.Union([Type.String(), Type.Number()]) }),
		/^The parameter "wide" must be a string, a number/,
	],
	[
		Type.Object({ lists: Type.Array(Type.Array(Type.String())) }),
		/^The parameter "lists" must be a string, a number/,
	],
	[
		Type.Object({ pair: Type.Tuple([Type.String(), Type.String()]) }),
		/^The parameter "pair" must be a string, a number/,
	],
	[Type.Object({ n: Type.Integer({ default: 1.5 }) }), /^The default of the parameter "n" does not match/],
	[
		Type.Object({ n: Type.Integer({ default: 5, maximum: 4 }) }),
		/^The default of the parameter "n" does not match/,
	],
] as const)
	test(`parameters that no query can hold are refused: ${Object.keys(schema.properties)}, ${complaint.source.slice(1, 24)}…`, () => {
		assert.match(complainAboutParameters(plain(schema)) ?? "", complaint);
	});

test("an array of nothing in particular is refused with a sentence", () => {
	const schema = { type: "object", properties: { list: { type: "array" } } };
	assert.match(complainAboutParameters(schema) ?? "", /^The parameter "list" must be a string, a number/);
});
