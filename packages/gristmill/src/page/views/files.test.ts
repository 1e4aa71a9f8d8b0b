import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { base64Blob, base64Size, fileKind, fileMembers, fileName } from "./files.js";

test("a member of Base64 with a media type is a file, and nothing else is", () => {
	const file = { type: "string", contentEncoding: "base64", contentMediaType: "image/webp" };
	const members = {
		picture: file,
		text: { type: "string" },
		bytes: { type: "string", contentEncoding: "base64" },
		note: { type: "string", contentMediaType: "text/html" },
	};
	assert.deepEqual(fileMembers(members), { picture: "image/webp" });
});

test("the media type decides how a file is shown", () => {
	const kinds = ["image/webp", "audio/mpeg", "video/mp4", "application/pdf", "text/csv"].map(fileKind);
	assert.deepEqual(kinds, ["picture", "audio", "video", "page", "file"]);
});

test("a file keeps the name of the input, with the end of its own type", () => {
	assert.equal(fileName("holiday.photo.jpg", "picture", "image/webp"), "holiday.photo.webp");
	assert.equal(fileName("a.webp", "small", "image/webp"), "a-small.webp");
	assert.equal(fileName(undefined, "report", "application/pdf"), "report.pdf");
	assert.equal(fileName(undefined, "speech", "audio/mpeg"), "speech.mp3");
	assert.equal(fileName("x", "data", "application/vnd.api+json"), "x.json");
});

test("Base64 becomes its bytes, however long it is", async () => {
	for (const length of [0, 1, 2, 3, 400_000, 1_000_001]) {
		const bytes = Buffer.alloc(length, "grist for the mill");
		const text = bytes.toString("base64");
		assert.equal(base64Size(text), length);
		const blob = await base64Blob(text, "image/webp");
		assert.equal(blob.type, "image/webp");
		assert.ok(Buffer.from(await blob.arrayBuffer()).equals(bytes));
	}
});
