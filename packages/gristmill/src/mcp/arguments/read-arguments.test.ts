import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { Problem } from "../../core/problem.js";
import { bytes, defineMill, image, json, type Mill, Type, text } from "../../index.js";
import { readArguments } from "./read-arguments.js";
import { factsOf } from "./tool-facts.js";

function millWith(input: Mill["input"], parameters = Type.Object({})): Mill {
	const output = Type.Object({ done: Type.Boolean() });
	const definition = { name: "reader", version: "1.0.0", summary: "Reads.", input, parameters, output };
	return defineMill({ ...definition, run: () => ({ done: true }) } as Parameters<typeof defineMill>[0]);
}

const TEXT = millWith({ "text/plain": text({ maxBytes: 8 }), "application/json": json(Type.String()) });
const TEXTS = millWith({ "text/plain": text(), "text/html": text() });
const NUMBERS = millWith({ "application/json": json(Type.Array(Type.Number())) });
const PICTURES = millWith({ "image/png": image({ maxBytes: 3 }), "image/jpeg": image({ maxBytes: 3 }) });
const BYTES = millWith({ "application/octet-stream": bytes() });
const MIXED = millWith({ "text/plain": text(), "application/json": json(Type.Any()), "image/png": image() });
const NAMESAKE = millWith({ "text/plain": text() }, Type.Object({ input: Type.Optional(Type.String()) }));
const LENIENT = millWith(
	{ "text/plain": text({ invalidBy: "invalid" }) },
	Type.Object({ invalid: Type.Enum(["reject", "replace"], { default: "reject" }) }),
);

const abc = Buffer.from("abc").toString("base64");

for (const [what, mill, given, mediaType, body] of [
	["a text", TEXT, { input: "Mühle" }, "text/plain", "Mühle"],
	["the empty text", TEXT, { input: "" }, "text/plain", ""],
	["the first of several texts", TEXTS, { input: "a" }, "text/plain", "a"],
	["the text that is named", TEXTS, { input: "a", mediaType: "text/html" }, "text/html", "a"],
	["a JSON value", NUMBERS, { input: [1, 2.5] }, "application/json", "[1,2.5]"],
	["a picture", PICTURES, { input: { data: abc, mimeType: "image/jpeg" } }, "image/jpeg", "abc"],
	[
		"a content block with a picture",
		PICTURES,
		{ input: { type: "image", data: abc, mimeType: "IMAGE/PNG", annotations: {} } },
		"image/png",
		"abc",
	],
	[
		"an embedded resource",
		PICTURES,
		{ input: { type: "resource", resource: { uri: "file:///a", blob: abc, mimeType: "image/png" } } },
		"image/png",
		"abc",
	],
	["a data: URI", PICTURES, { input: `data:image/png;base64,${abc}` }, "image/png", "abc"],
	["a data: URI as data", PICTURES, { input: { data: `data:image/png;base64,${abc}` } }, "image/png", "abc"],
	[
		"a data: URI as a resource",
		PICTURES,
		{ input: { resource: { uri: "data:image/png,abc" } } },
		"image/png",
		"abc",
	],
	["a picture without a type", PICTURES, { input: { data: "/9j/" } }, "image/jpeg", "\ufffd\ufffd\ufffd"],
	[
		"a picture of an unknown type",
		PICTURES,
		{ input: { data: "/9j/", mimeType: "application/octet-stream" } },
		"image/jpeg",
		"\ufffd\ufffd\ufffd",
	],
	["a text that looks like a URI", MIXED, { input: "data:,a" }, "text/plain", "data:,a"],
	["bytes", BYTES, { input: { data: abc } }, "application/octet-stream", "abc"],
	[
		"bytes of whatever type",
		BYTES,
		{ input: { data: abc, mimeType: "text/csv" } },
		"application/octet-stream",
		"abc",
	],
	["bytes as a text", BYTES, { input: { text: "Mühle" } }, "application/octet-stream", "Mühle"],
	["no bytes", BYTES, { input: { data: "" } }, "application/octet-stream", ""],
	["a text among others", MIXED, { input: "a" }, "text/plain", "a"],
	["a picture among others", MIXED, { input: { data: abc, mimeType: "image/png" } }, "image/png", "abc"],
	["an object among others", MIXED, { input: { a: 1 } }, "application/json", '{"a":1}'],
	["null among others", MIXED, { input: null }, "application/json", "null"],
	["an input beside a parameter of that name", NAMESAKE, { _input: "a", input: "b" }, "text/plain", "a"],
	[
		"half a surrogate pair that may be replaced",
		LENIENT,
		{ input: "a\ud800", invalid: "replace" },
		"text/plain",
		"a\ufffd",
	],
] as const)
	test(`${what} becomes a body`, () => {
		const call = readArguments(factsOf(mill), given);
		assert.equal(call.mediaType, mediaType);
		assert.equal(Buffer.from(call.body).toString(), body);
	});

test("parameters become the texts that a query would have held", () => {
	const { parameters } = readArguments(factsOf(TEXT), {
		input: "",
		a: 1.5,
		b: true,
		c: "x",
		d: ["y", 2],
		e: [],
	});
	assert.deepEqual(Object.fromEntries(parameters), {
		a: ["1.5"],
		b: ["true"],
		c: ["x"],
		d: ["y", "2"],
		e: [],
	});
});

test("a JSON value that is nested too deep to be written is refused", () => {
	const deep = JSON.parse(`${"[".repeat(1e6)}${"]".repeat(1e6)}`);
	// Engines that write it all the same find it too large.
	assert.throws(
		() => readArguments(factsOf(NUMBERS), { input: deep }),
		({ code }: Problem) => code === "unreadable-input" || code === "content-too-large",
	);
});

for (const [what, mill, given, code, detail] of [
	["no input", TEXT, {}, "empty-input", /"input" is missing/],
	["a number for a text", TEXT, { input: 5 }, "invalid-input", /is a number, and must be a text/],
	["null for a text", TEXT, { input: null }, "invalid-input", /is null/],
	["a list for a picture", PICTURES, { input: [] }, "invalid-input", /is a list.*"data": BASE64/],
	[
		"a broken data: URI",
		PICTURES,
		{ input: "data:image/png;base64,Y" },
		"unreadable-input",
		/data:TYPE;base64,BASE64/,
	],
	["a text for a picture", PICTURES, { input: abc }, "invalid-input", /is a string/],
	["a text that is too large", TEXT, { input: "123456789" }, "content-too-large", /its limit of 8 bytes/],
	[
		"a picture that is too large",
		PICTURES,
		{ input: { data: `${abc}AAAA`, mimeType: "image/png" } },
		"content-too-large",
		/its limit of 3 bytes/,
	],
	[
		"a picture without a type",
		PICTURES,
		{ input: { data: abc } },
		"unsupported-media-type",
		/is missing.*png or image\/jpeg/,
	],
	[
		"a picture of another type",
		PICTURES,
		{ input: { data: abc, mimeType: "image/gif" } },
		"unsupported-media-type",
		/is "image\/gif"/,
	],
	[
		"a type that is no text",
		PICTURES,
		{ input: { data: abc, mimeType: 5 } },
		"unsupported-media-type",
		/is no media type/,
	],
	["a picture without bytes", PICTURES, { input: { mimeType: "image/png" } }, "empty-input", /has no "data"/],
	[
		"a picture as text",
		PICTURES,
		{ input: { text: "a", mimeType: "image/png" } },
		"empty-input",
		/has no "data"/,
	],
	[
		"what is no base64",
		PICTURES,
		{ input: { data: "%", mimeType: "image/png" } },
		"unreadable-input",
		/is not base64/,
	],
	[
		"another media type",
		TEXTS,
		{ input: "a", mediaType: "text/csv" },
		"unsupported-media-type",
		/text\/plain, text\/html/,
	],
	["half a surrogate pair", TEXT, { input: "ab\ud800" }, "unreadable-input", /offset 2/],
	[
		"half a pair where it may be replaced",
		LENIENT,
		{ input: "\ud800" },
		"unreadable-input",
		/or set invalid=replace/,
	],
	[
		"an object as a parameter",
		TEXT,
		{ input: "", a: {} },
		"bad-parameter",
		/"a" is an object, and must be a text/,
	],
	["a list in a list", TEXT, { input: "", a: [[[]]] }, "bad-parameter", /a list in a list/],
	["null as a parameter", TEXT, { input: "", a: null }, "bad-parameter", /"a" is null.* Leave it out/],
] as const)
	test(`${what} is refused with what to do`, () => refused(mill, given, code, detail));

test("a refusal does not grow with the name of an argument", () => {
	const name = "x".repeat(100_000);
	assert.throws(
		() => readArguments(factsOf(TEXT), { input: "", [name]: {} }),
		(error: Problem) => (error.detail?.length ?? 0) < 300,
	);
});

function refused(mill: Mill, given: Readonly<Record<string, unknown>>, code: string, detail: RegExp): void {
	assert.throws(
		() => readArguments(factsOf(mill), given),
		(error) => {
			assert.ok(Problem.is(error), String(error));
			assert.equal(error.code, code);
			assert.match(error.detail ?? "", detail);
			return true;
		},
	);
}
