import assert from "node:assert/strict";
import { test } from "node:test";
import { typeOfBytes, typeOfName } from "./file-types.js";

test("a file's type is known by its name, whatever its case", () => {
	assert.equal(typeOfName("a/Face.JPG"), "image/jpeg");
	assert.equal(typeOfName("notes.md"), "text/markdown");
	assert.equal(typeOfName("README"), undefined);
	assert.equal(typeOfName("x.constructor"), undefined);
});

test("bytes are known by their beginning, text by being text", () => {
	const encode = (text: string) => new TextEncoder().encode(text);
	assert.equal(typeOfBytes(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)), "image/jpeg");
	assert.equal(typeOfBytes(encode("RIFF....WEBPVP8 ")), "image/webp");
	assert.equal(typeOfBytes(encode("%PDF-1.7")), "application/pdf");
	assert.equal(typeOfBytes(encode("Grüße")), "text/plain");
	assert.equal(typeOfBytes(encode(`${"a".repeat(4095)}ü`)), "text/plain", "a character may be cut");
	assert.equal(typeOfBytes(new Uint8Array()), "text/plain");
	assert.equal(typeOfBytes(encode("a\u0000b")), "application/octet-stream");
	assert.equal(typeOfBytes(Uint8Array.of(0xc3, 0x28)), "application/octet-stream");
});
