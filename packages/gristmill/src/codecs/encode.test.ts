import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "../index.js";
import { emptyMill } from "../testing/mills/empty-mill.js";
import { encodersOf, RESULT_TYPES, resultFormat } from "./encode.js";

const millWith = (output: ReturnType<typeof Type.Object>) =>
	emptyMill({
		name: "giver",
		output,
		run: () => ({}),
	});

const LINKS = '{"schema":{"href":"giver/$schema"}}';

test("each format writes the same result, and only JSON carries links", () => {
	const encoders = encodersOf(millWith(Type.Object({ count: Type.Integer() })));
	const written = [...encoders].map(([type, encode]) => [type, encode({ count: 1 }, LINKS)]);
	assert.deepEqual(Object.fromEntries(written), {
		"application/json": `{"count":1,"_links":${LINKS}}`,
		"application/hal+json": `{"count":1,"_links":${LINKS}}`,
		"application/xml": '<?xml version="1.0" encoding="UTF-8"?>\n<giver><count>1</count></giver>',
	});
});

test("formats are listed in the server's order of preference, JSON first", () => {
	const encoders = encodersOf(millWith(Type.Object({ count: Type.Integer() })));
	assert.deepEqual([...encoders.keys()], RESULT_TYPES);
	assert.equal(RESULT_TYPES[0], "application/json");
});

test("a mill whose output has no XML form has no XML encoder", () => {
	const encoders = encodersOf(millWith(Type.Object({ any: Type.Unknown() })));
	assert.deepEqual([...encoders.keys()], ["application/json", "application/hal+json"]);
});

test("a format that cannot represent a value returns undefined, and its row says what to do", () => {
	const encode = encodersOf(millWith(Type.Object({ word: Type.String() }))).get("application/xml");
	assert.equal(encode?.({ word: "\0" }, undefined), undefined);
	assert.match(resultFormat("application/xml").unencodable ?? "", /Ask for JSON\.$/);
});
