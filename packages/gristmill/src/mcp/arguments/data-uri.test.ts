import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import fc from "fast-check";
import { readDataUri } from "./data-uri.js";

const read = (uri: string) => {
	const content = readDataUri(uri);
	return content && [content.mimeType, Buffer.from(content.bytes).toString("latin1")];
};

test("base64 and percent-encoded bytes are read, with their media type", () => {
	assert.deepEqual(read("data:image/png;base64,YWJj"), ["image/png", "abc"]);
	assert.deepEqual(read("DATA:text/plain;charset=utf-8;BASE64,YWI%3D"), ["text/plain;charset=utf-8", "ab"]);
	assert.deepEqual(read("data:text/plain,a%20b%FF"), ["text/plain", "a b\xff"]);
	assert.deepEqual(read("data:,"), [undefined, ""]);
	assert.deepEqual(read("data:;base64,YWJj"), [undefined, "abc"]);
});

test("what is malformed is refused", () => {
	for (const uri of [
		"data:image/png;base64",
		"data:image/png;base64,Y",
		"data:,%2",
		"data:,%zz",
		"http://a/,b",
	])
		assert.equal(readDataUri(uri), undefined, uri);
	assert.equal(readDataUri(`data:${"x".repeat(1_000)},abc`), undefined);
});

test("any bytes come back", () => {
	fc.assert(
		fc.property(fc.uint8Array(), (bytes) => {
			const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
			const base64 = Buffer.from(bytes).toString("base64");
			for (const uri of [`data:a/b,${percent}`, `data:a/b;base64,${base64}`])
				assert.deepEqual(Buffer.from(readDataUri(uri)?.bytes ?? []), Buffer.from(bytes));
		}),
	);
});
