import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type BareItem, isInnerList, parseDictionary, Token, writeInnerList } from "./structured-field.js";

test("a dictionary has items and inner lists with parameters", () => {
	const dictionary = parseDictionary(
		'a=1 , b="x \\"y\\"";q=0.5;r, c=("@status" "d");created=16;alg="e", f, g=:AQI=:, h=?0, i=*t/x',
	);
	assert.ok(dictionary);
	assert.deepEqual(dictionary.get("a"), { value: 1, parameters: new Map() });
	assert.deepEqual(dictionary.get("b"), {
		value: 'x "y"',
		parameters: new Map<string, BareItem>([
			["q", 0.5],
			["r", true],
		]),
	});
	const list = dictionary.get("c");
	assert.ok(isInnerList(list));
	assert.equal(writeInnerList(list), '("@status" "d");created=16;alg="e"');
	const bare = (key: string) => {
		const member = dictionary.get(key);
		return isInnerList(member) ? undefined : member?.value;
	};
	assert.equal(bare("f"), true);
	assert.deepEqual(bare("g"), Buffer.from([1, 2]));
	assert.equal(bare("h"), false);
	assert.deepEqual(bare("i"), new Token("*t/x"));
});

test("the last of two members with one key counts, and an empty field has no members", () => {
	assert.deepEqual(parseDictionary("a=1,b=2,a=3")?.get("a"), { value: 3, parameters: new Map() });
	assert.equal(parseDictionary("  ")?.size, 0);
});

for (const wrong of [
	"A=1",
	"a=",
	"a=1,",
	"a=1 b=2",
	'a="x',
	'a="\\x"',
	'a="é"',
	'a=("b""c")',
	'a=("b"',
	"a=:AQI:",
	// The last two bits are not zero: another spelling of the same bytes.
	"a=:AQJ=:",
	"a=1.",
	"a=1234567890123456",
	"a=?2",
	"a=1;",
	`a="${"x".repeat(20_000)}"`,
])
	test(`${wrong.slice(0, 20)} is malformed`, () => {
		assert.equal(parseDictionary(wrong), undefined);
	});

test("no text makes the parser throw", () => {
	fc.assert(
		fc.property(fc.string(), (text) => {
			parseDictionary(text);
			parseDictionary(`a=("${text}" ${text});b=${text}`);
		}),
	);
});
