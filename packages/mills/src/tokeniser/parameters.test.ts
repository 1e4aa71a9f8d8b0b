import assert from "node:assert/strict";
import { test } from "node:test";
import { callerOf } from "../../../gristmill/dist/testing/mill-call.js";
import tokeniser from "./tokeniser.js";

interface Answer {
	readonly tokens?: readonly { readonly text: string }[];
	readonly chunks?: readonly { readonly text: string; readonly start?: number; readonly count: number }[];
	readonly columns?: unknown;
	readonly count: number;
	readonly total: number;
}

const { call, refusal } = callerOf<Answer>(tokeniser);

test("sentences go on behind abbreviations where the parameter or the locale asks for it", async () => {
	const text = "Dr. No came. He left.";
	const texts = async (query: string) =>
		(await call(text, { query: `scheme=sentence&${query}` })).tokens?.map((token) => token.text);
	const exact = ["Dr. ", "No came. ", "He left."];
	const joined = ["Dr. No came. ", "He left."];
	assert.deepEqual(await texts(""), exact);
	assert.deepEqual(await texts("suppressions=none"), exact);
	assert.deepEqual(await texts("suppressions=standard"), joined);
	assert.deepEqual(await texts("locale=en-u-ss-standard"), joined);
	assert.deepEqual(await texts("locale=en-u-ss-none"), exact);
	assert.deepEqual(await texts("locale=en-u-ss-standard&suppressions=none"), exact);
});

test("what does not go together is refused with what to do", async () => {
	for (const [query, says] of [
		["scheme=word&format=ids", /^scheme=word has no ids\. Choose another format/],
		["scheme=sentence&special=parse", /Omit special\.$/],
		["scheme=o200k_base&locale=de", /Omit locale\.$/],
		["scheme=o200k_base&suppressions=none", /Omit suppressions\.$/],
		["scheme=word&suppressions=standard", /Omit suppressions\.$/],
		["scheme=sentence&locale=en-u-ss-some", /Write "ss-none" or "ss-standard"\.$/],
		["locale=xx-nonsense", /locale/],
		["locale=%20", /locale/],
		["chunk=100", /^A chunk counts the tokens of an encoding\. Choose one/],
		["scheme=o200k_base&chunk=100&format=ids", /^Chunks have no ids\. Choose format=objects/],
		["scheme=o200k_base&chunk=100&max_tokens=5", /Omit max_tokens\.$/],
		["scheme=o200k_base&chunk=100&overlap=51", /^The overlap is 51 of 100 tokens\./],
		["scheme=o200k_base&chunk=100&locale=en_GB", /^The locale "en_GB" is not a BCP 47 tag\./],
		["scheme=o200k_base&chunk=3", /chunk/],
		["scheme=o200k_base&overlap=5", /^overlap divides the text into chunks\. Add chunk, or omit overlap/],
		["on=word", /^on divides the text into chunks\. Add chunk, or omit on/],
	] as const) {
		const { code, detail } = await refusal("x", { query });
		assert.equal(code, "bad-parameter", query);
		assert.match(detail ?? "", says, query);
	}
});

test("chunks are listed with their texts, as columns, or counted", async () => {
	const text = "Né 中文 👨‍👩‍👧 here. Dr. No came. He left.";
	const query = "scheme=cl100k_base&chunk=20&offsets=codepoint";
	const { chunks = [], count, total } = await call(text, { query });
	assert.deepEqual(
		chunks.map((chunk) => chunk.text),
		["Né 中文 👨‍👩‍👧 here. ", "Dr. No came. He left."],
	);
	assert.equal(count, 2);
	assert.equal(total, (await call(text, { query: "scheme=cl100k_base&format=count" })).total);
	assert.deepEqual((await call(text, { query: `${query}&format=columns` })).columns, {
		starts: [0, 18],
		ends: [18, 39],
		counts: chunks.map((chunk) => chunk.count),
	});
	assert.equal((await call(text, { query: `${query}&format=count` })).count, 2);
	assert.equal("start" in (chunks[0] ?? {}), true);
	const bare = await call(text, { query: "scheme=cl100k_base&chunk=20&offsets=none" });
	assert.deepEqual(Object.keys(bare.chunks?.[0] ?? {}), ["text", "count"]);
});

test("chunks of sentences follow the locale and its suppressions", async () => {
	const texts = async (query: string) =>
		(await call("Ja. Am 3. Oktober gut.", { query: `scheme=o200k_base&chunk=8&${query}` })).chunks?.map(
			({ text }) => text,
		);
	assert.deepEqual(await texts("locale=de"), ["Ja. ", "Am 3. Oktober gut."]);
	assert.deepEqual(await texts("locale=de&suppressions=none"), ["Ja. Am 3. ", "Oktober gut."]);
});

test("special tokens are counted in chunks as the parameter says", async () => {
	const ask = (special: string) => ({ query: `scheme=o200k_base&chunk=100&special=${special}` });
	assert.equal((await call("<|endoftext|>", ask("parse"))).chunks?.[0]?.count, 1);
	assert.ok(((await call("<|endoftext|>", ask("text"))).chunks?.[0]?.count ?? 0) > 1);
	assert.equal((await refusal("<|endoftext|>", ask("reject"))).code, "special-token");
});
