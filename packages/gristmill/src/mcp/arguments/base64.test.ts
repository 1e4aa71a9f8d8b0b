import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import fc from "fast-check";
import { fromBase64 } from "./base64.js";

test("any bytes come back from base64, padded or not, in either alphabet and with line breaks", () => {
	fc.assert(
		fc.property(fc.uint8Array(), (bytes) => {
			const text = Buffer.from(bytes).toString("base64");
			for (const form of [
				text,
				text.replaceAll("=", ""),
				Buffer.from(bytes).toString("base64url"),
				text.replace(/.{4}/g, "$&\r\n"),
			])
				assert.deepEqual(Buffer.from(fromBase64(form) ?? "none"), Buffer.from(bytes));
		}),
	);
});

test("one character that does not belong makes a text no base64", () => {
	fc.assert(
		fc.property(
			fc.uint8Array({ minLength: 1 }),
			fc.nat(),
			fc.constantFrom("%", "é", "=", ".", ",", "\0"),
			(bytes, seed, alien) => {
				const text = Buffer.from(bytes).toString("base64").replaceAll("=", "");
				const at = seed % text.length;
				assert.equal(fromBase64(text.slice(0, at) + alien + text.slice(at)), undefined);
			},
		),
	);
});

for (const text of ["a", "abcde", "=", "===", "data:image/png;base64,AAAA"])
	test(`${JSON.stringify(text)} is no base64`, () => {
		assert.equal(fromBase64(text), undefined);
	});

test("the empty text stands for no bytes", () => {
	assert.equal(fromBase64("")?.byteLength, 0);
});
