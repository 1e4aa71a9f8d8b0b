import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf, flattened, jsonlOf } from "./csv.js";

test("a table is written as CSV that spreadsheets read and do not run", () => {
	const rows = [
		{ a: 'x "y", z', b: -1.5 },
		{ a: "=1+1", b: null },
		{ a: "two\nlines", b: [1, 2] },
	];
	assert.equal(csvOf(["a", "b"], rows), 'a,b\r\n"x ""y"", z",-1.5\r\n\'=1+1,\r\n"two\nlines","[1,2]"\r\n');
	assert.equal(jsonlOf(rows.slice(1, 2)), '{"a":"=1+1","b":null}\n');
});

test("objects of a result are columns of their own", () => {
	assert.deepEqual(flattened({ age: 25, range: { from: 20, to: 30 } }), {
		age: 25,
		"range.from": 20,
		"range.to": 30,
	});
});
