import assert from "node:assert/strict";
import { test } from "node:test";
import { exactFile, exactText } from "./exact-text.js";

const fileOf = (...bytes: number[]) => new File([new Uint8Array(bytes)], "a.txt");

test("a text keeps its line breaks, and says that a text area does not show them", () => {
	assert.deepEqual(exactText("a\r\nb"), { content: "a\r\nb", text: "a\r\nb", isShownExactly: false });
	assert.equal(exactText("a\rb").isShownExactly, false);
	assert.equal(exactText("a\nb").isShownExactly, true);
});

test("a file keeps its byte order mark", async () => {
	const { content, isShownExactly } = await exactFile(fileOf(0xef, 0xbb, 0xbf, 0x61));
	assert.deepEqual([content, isShownExactly], ["\ufeffa", true]);
});

test("a file that is no UTF-8 stays a file", async () => {
	const file = fileOf(0x61, 0xff);
	const { content, text, isShownExactly } = await exactFile(file);
	assert.equal(content, file);
	assert.deepEqual([text, isShownExactly], ["a\ufffd", false]);
});
