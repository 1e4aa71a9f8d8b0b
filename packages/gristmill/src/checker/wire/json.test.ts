import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, readJson } from "./json.js";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const closed = "]".repeat(20_000);

for (const [what, json] of [
	["plainly", `{"b":${nested(20_000)}}`],
	["after brackets in a string", `{"a":"${closed}","b":${nested(20_000)},"k":1}`],
	["after an escaped quote", `{"a":"\\"${closed}","b":${nested(20_000)}}`],
	["after an escaped backslash", `{"a":"\\\\","b":${nested(20_000)},"c":""}`],
] as const)
	test(`JSON that is nested too deep ${what} is not read`, () => {
		// It is valid JSON.
		assert.ok(JSON.parse(json));
		assert.equal(readJson(bytesOf(json)), undefined);
	});

test("brackets in strings do not count as nesting", () => {
	for (const value of ["[".repeat(20_000), `\\"${"{".repeat(20_000)}`])
		assert.deepEqual(readJson(bytesOf(JSON.stringify({ value }))), { value });
});
