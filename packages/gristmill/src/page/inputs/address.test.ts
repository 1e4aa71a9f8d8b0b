import assert from "node:assert/strict";
import { test } from "node:test";
import { callAddress, readState, writeState } from "./address.js";

test("what an address says is read as it was written", () => {
	const state = { mill: "tokeniser", texts: { scheme: ["word"], tag: ["a b", "c&d=é"] } };
	assert.equal(writeState(state), "#tokeniser?scheme=word&tag=a+b&tag=c%26d%3D%C3%A9");
	assert.deepEqual(readState(writeState(state)), state);
	assert.deepEqual(readState("#tokeniser"), { mill: "tokeniser", texts: {} });
	assert.deepEqual(readState(""), { mill: "", texts: {} });
	assert.equal(readState("#%E0%A4%A").mill, "%E0%A4%A");
});

test("the braces of a path are filled, and the rest is the query", () => {
	const texts = { algorithm: ["sha/256"], encoding: ["hex"] };
	assert.equal(
		callAddress("checksum-calculator/{algorithm}", texts),
		"checksum-calculator/sha%2F256?encoding=hex",
	);
	assert.equal(callAddress("word-counter", {}), "word-counter");
});
