import assert from "node:assert/strict";
import { test } from "node:test";
import { binary } from "../schema/binary.js";
import { plain } from "../schema/json-schema.js";
import { Type } from "../schema/type.js";
import { defineMill } from "./define-mill.js";
import { Fold, growingMember } from "./growing-member.js";
import { text } from "./input.js";

const GOOD = {
	name: "word-teller",
	version: "1.0.0",
	summary: "Tells words.",
	input: { "text/plain": text() },
	output: Type.Object({ words: Type.Array(Type.String()), count: Type.Integer() }),
};
const RUNNING = {
	...GOOD,
	parts: "words",
	*run(): Generator<string, object> {
		yield "a";
		return { count: 1 };
	},
};

test("a definition with parts is a mill", () => {
	assert.equal(defineMill(RUNNING as never).parts, "words");
});

const list = (items: object, more = {}) => ({
	output: Type.Object({ words: Type.Array(items as never, more) }),
});
for (const [what, change, sentence] of [
	["a name that is no member", { parts: "word" }, /parts: "word" is none. It has words, count/],
	["a number", { parts: "count" }, /"count" cannot grow/],
	["a member that may be missing", { output: Type.Object({ words: Type.Optional(Type.String()) }) }, /not optional/],
	["a demand on the whole list", list(Type.String(), { maxItems: 3 }), /Remove "maxItems"/],
	["a demand on the whole text", { output: Type.Object({ words: Type.String({ pattern: "a" }) }) }, /Remove "pattern"/],
	["items that may look like the end", list(Type.Object({ $end: Type.String() })), /begin with \$/],
	["items that may be anything", list(Type.Unknown()), /begin with \$/],
	["items that are maps", list(Type.Record(Type.String(), Type.String())), /begin with \$/],
	["bytes in items", list(binary("image/png")), /list without binary/],
	["a run that is no generator", { run: () => ({}) }, /Write run as a generator/],
	["a generator without parts", { parts: undefined }, /run is a generator/],
] as const) // biome-ignore format: a table
	test(`parts are refused for ${what}, with what to change`, () => {
		assert.throws(() => defineMill({ ...RUNNING, ...change } as never), sentence);
	});

for (const [what, member, parts, whole] of [
	["text", Type.String(), ["a", "b"], "ab"],
	["a list", Type.Array(Type.Integer()), [1, 2], [1, 2]],
	["bytes", binary("text/css"), [Uint8Array.of(1), Uint8Array.of(2, 3)], Uint8Array.of(1, 2, 3)],
	["text without parts", Type.String(), [], ""],
] as const) // biome-ignore format: a table
	test(`parts of ${what} are joined, in the order of the schema's members`, () => {
		const output = plain(
			Type.Object({ first: Type.Integer(), grown: member as never, last: Type.Integer() }),
		);
		const fold = new Fold(growingMember(output, "grown"), output);
		for (const part of parts) fold.add(part);
		assert.deepEqual(Object.entries(fold.whole({ last: 3, first: 1 })), [
			["first", 1],
			["grown", whole],
			["last", 3],
		]);
	});

test("a part that its author writes to again stays as it was", () => {
	const output = plain(Type.Object({ grown: binary("text/css") }));
	const fold = new Fold(growingMember(output, "grown"), output);
	const reused = Uint8Array.of(1);
	fold.add(reused);
	reused[0] = 2;
	fold.add(reused);
	assert.deepEqual(fold.whole({}), { grown: Uint8Array.of(1, 2) });
});

test("the compiler knows parts and the rest from the output", () => {
	const mill = defineMill({
		...GOOD,
		parts: "words",
		*run(input, { parameters }) {
			const none: Record<string, never> = parameters;
			yield input + Object.keys(none).length;
			return { count: 1 };
		},
	});
	assert.equal(mill.parts, "words");
});
