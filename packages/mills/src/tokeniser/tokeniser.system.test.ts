import assert from "node:assert/strict";
import { test } from "node:test";
import { callerOf } from "../../../gristmill/dist/testing/mill-call.js";
import tokeniser from "./tokeniser.js";

const { call, refusal } = callerOf<{ readonly tokens?: unknown[]; readonly count: number }>(tokeniser);

test("an answer above 64 MiB is refused and names the leaner formats", async () => {
	const text = " a".repeat(700_000);
	const words = await refusal(text, { query: "scheme=word" });
	assert.equal(words.code, "content-too-large");
	assert.match(words.detail ?? "", /format=columns or format=count, or .*max_tokens/);
	const pairs = await refusal(" a".repeat(1_400_000), { query: "scheme=r50k_base" });
	assert.match(pairs.detail ?? "", /format=columns or format=ids or format=count/);
	assert.equal((await call(text, { query: "max_tokens=3" })).tokens?.length, 3);
	assert.equal((await call(text, { query: "format=count" })).count, 1_400_000);
});
