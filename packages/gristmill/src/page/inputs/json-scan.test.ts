import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { jsonComplaint, scanJson } from "./json-scan.js";

const places: readonly (readonly [text: string, line: number, column: number])[] = [
	["[1,\n oops,\n 3]", 2, 2],
	['{"a": tru}', 1, 7],
	['{"a": 1,\n}', 2, 1],
	["[1, 2,]", 1, 7],
	["[1 2]", 1, 4],
	['{"a" 1}', 1, 6],
	["{'a': 1}", 1, 2],
	['{"a": 1}}', 1, 9],
	['["a]', 1, 5],
	['["one\ntwo"]', 1, 6],
	['["\\d"]', 1, 3],
	["01", 1, 2],
	["[1.]", 1, 3],
	["[-]", 1, 2],
	["[1}", 1, 3],
	["hello", 1, 1],
	['["👩‍🚀", x]', 1, 11],
];

for (const [text, line, column] of places)
	test(`${JSON.stringify(text)} is not JSON from line ${line}, column ${column} on`, () => {
		assert.match(jsonComplaint(text)?.detail ?? "", new RegExp(`line ${line}, column ${column}\\b`));
	});

test("a text that ends too early is told apart", () => {
	assert.equal(
		jsonComplaint('{"a":\n [1,')?.detail,
		"The text ends at line 2, column 5, and its JSON is not complete.",
	);
});

test("what is JSON gets no complaint", () => {
	fc.assert(fc.property(fc.json(), (text) => jsonComplaint(text) === undefined));
});

test("JSON with something else in it is refused there, or where the word begins that it is in", () => {
	const written = fc.tuple(fc.jsonValue(), fc.constantFrom(0, 2, "\t"));
	fc.assert(
		fc.property(written, fc.nat(), fc.constantFrom("\u0001", "x\u0001"), ([value, indent], nat, strange) => {
			const text = JSON.stringify(value, null, indent);
			const i = nat % (text.length + 1);
			const { detail = "" } = jsonComplaint(text.slice(0, i) + strange + text.slice(i)) ?? {};
			const [, line, column] = /line (\d+), column (\d+)/.exec(detail) ?? [];
			const before = text.split("\n").slice(0, Number(line) - 1);
			const at = before.reduce((sum, { length }) => sum + length + 1, 0) + Number(column) - 1;
			assert.match(text.slice(0, i).slice(at), /^(?:[\w.+-]*|\\u?[\da-f]*)$/, detail);
		}),
	);
});

test("a long string takes no stack", () => {
	assert.match(jsonComplaint(`["${"a\\n".repeat(500_000)}", x]`)?.detail ?? "", /column 1500006\b/);
});

const firstPart = (text: string) => scanJson(text).kept;

test("the first part of a JSON text is JSON, wherever the text is cut", () => {
	const objects = fc.dictionary(fc.string(), fc.jsonValue());
	fc.assert(
		fc.property(objects, fc.nat(), (value, at) => {
			const text = JSON.stringify(value);
			assert.equal(firstPart(text), text);
			const part = firstPart(text.slice(0, 1 + (at % text.length)));
			assert.ok(text.startsWith(part.replace(/"?[\]}]*$/, "")), part);
			assert.equal(typeof JSON.parse(part), "object");
		}),
	);
});

test("whole items are kept, and the start of a long string", () => {
	assert.equal(
		firstPart('{"count":3,"tokens":[{"id":1},{"id":2},{"i'),
		'{"count":3,"tokens":[{"id":1},{"id":2}]}',
	);
	assert.equal(firstPart('{"text":"a {[,\\u00e'), '{"text":"a {[,"}');
	assert.equal(firstPart('{"a":1,"na'), '{"a":1}');
});
