import assert from "node:assert/strict";
import { test } from "node:test";
import { harmless } from "./results.js";

test("on a terminal a stranger's text is the same JSON without controls", () => {
	const line = `${JSON.stringify({ output: "a\u001b[31m\u009b2J\u007fé" })}\n`;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
	assert.doesNotMatch(harmless(line), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
	assert.deepEqual(JSON.parse(harmless(line)), JSON.parse(line));
});
