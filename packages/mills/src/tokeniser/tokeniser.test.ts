import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { examine } from "../../../gristmill/dist/runtime/loading/examine.js";
import { callerOf } from "../../../gristmill/dist/testing/mill-call.js";
import { hostileText, random } from "../testing/hostile-texts.js";
import tokeniser from "./tokeniser.js";

interface Token {
	text?: string;
	bytes?: string;
	start?: number;
	end?: number;
	id?: number;
	type?: string;
	special?: boolean;
}
interface Answer {
	scheme: string;
	unicode: string;
	count: number;
	total: number;
	truncated: boolean;
	offset_unit?: string;
	tokens?: Token[];
	ids?: number[];
	columns?: { ids?: number[]; starts?: number[]; ends?: number[] };
}

const RUNS = Number(process.env.TEST_RUNS ?? 20);
const { ready, call, refusal } = callerOf<Answer>(tokeniser);
const SCHEMES = ["word", "sentence", "grapheme", "o200k_base", "cl100k_base", "r50k_base"];
const TEXT = "Né 中文 👨‍👩‍👧 don't.\n\n<|endoftext|> \ufeff１２３";

test("the examples are met", async () => {
	for (const { agrees, actual } of await examine(await ready())) assert.ok(agrees, JSON.stringify(actual));
});

test("the tokens of every scheme put together are the text", async () => {
	const next = random(7);
	const texts = [TEXT, ...Array.from({ length: RUNS }, () => hostileText(next))];
	for (const scheme of SCHEMES)
		for (const text of texts) {
			const { tokens = [], count, total, truncated } = await call(text, { query: `scheme=${scheme}` });
			const bytes = tokens.map(({ text, bytes }) =>
				text === undefined ? Buffer.from(bytes ?? "", "base64") : Buffer.from(text),
			);
			assert.equal(Buffer.concat(bytes).toString(), text);
			assert.deepEqual([count, total, truncated], [tokens.length, tokens.length, false]);
		}
});

/** Returns the text between two offsets in a unit. */
function cut(text: string, unit: string, start = 0, end = 0): string {
	if (unit === "utf16") return text.slice(start, end);
	if (unit === "utf8") return Buffer.from(text).subarray(start, end).toString();
	return [...text].slice(start, end).join("");
}

test("offsets point at the token in the unit that was asked for", async () => {
	const next = random(8);
	const texts = [TEXT, ...Array.from({ length: RUNS / 2 }, () => hostileText(next))];
	for (const unit of ["utf16", "utf8", "codepoint"])
		for (const scheme of SCHEMES)
			for (const text of texts) {
				const answer = await call(text, { query: `scheme=${scheme}&offsets=${unit}` });
				assert.equal(answer.offset_unit, unit);
				for (const token of answer.tokens ?? [])
					if (token.text !== undefined) assert.equal(cut(text, unit, token.start, token.end), token.text);
			}
});

test("a token that is part of a character is given as bytes, with the span of the whole character", async () => {
	const [first, second, third] = (await call("ñ😀", { query: "scheme=r50k_base" })).tokens ?? [];
	assert.deepEqual(first, { text: "ñ", start: 0, end: 1, id: 12_654 });
	assert.deepEqual(second, { bytes: "8J+Y", start: 1, end: 3, id: 47_249 });
	assert.deepEqual(third, { bytes: "gA==", start: 1, end: 3, id: 222 });
});

test("in UTF-8 the spans of parts of a character are exact", async () => {
	const { tokens = [] } = await call("ñ😀", { query: "scheme=r50k_base&offsets=utf8" });
	assert.deepEqual(
		tokens.map(({ start, end }) => [start, end]),
		[
			[0, 2],
			[2, 5],
			[5, 6],
		],
	);
});

test("columns hold the numbers of the objects", async () => {
	for (const scheme of SCHEMES)
		for (const offsets of ["utf16", "utf8", "codepoint"]) {
			const query = `scheme=${scheme}&offsets=${offsets}`;
			const { tokens = [] } = await call(TEXT, { query });
			const { columns } = await call(TEXT, { query: `${query}&format=columns` });
			assert.deepEqual(
				columns?.starts,
				tokens.map(({ start }) => start),
			);
			assert.deepEqual(
				columns?.ends,
				tokens.map(({ end }) => end),
			);
			const ids = tokens.flatMap(({ id }) => (id === undefined ? [] : [id]));
			assert.deepEqual(columns?.ids ?? [], ids);
		}
});

/** What tiktoken gives for a byte order mark and the text. */
const IDS = [
	3305, 45, 978, 73958, 17161, 62904, 101, 378, 235, 9468, 239, 102, 378, 235, 9468, 239, 100, 1541, 956, 382,
	27, 91, 8862, 728, 428, 91, 29, 76880, 20713, 25963, 34617,
];

test("ids are tiktoken's, a byte order mark included", async () => {
	const text = `\ufeff${TEXT}`;
	const { ids } = await call(text, { query: "scheme=cl100k_base&format=ids" });
	assert.deepEqual(ids, IDS);
});

test("without offsets there are none, and nothing says what they count", async () => {
	const { tokens, offset_unit } = await call("a b", { query: "offsets=none" });
	assert.equal(offset_unit, undefined);
	assert.deepEqual(tokens?.[0], { text: "a", type: "word" });
});

test("format=count lists no tokens", async () => {
	const answer = await call(TEXT, { query: "scheme=cl100k_base&format=count" });
	assert.deepEqual(Object.keys(answer), ["scheme", "unicode", "count", "total", "truncated"]);
	assert.equal(answer.count, IDS.length - 1);
});

test("tokens above max_tokens are left out at the end or at the start", async () => {
	const all = (await call("a b c", { query: "offsets=codepoint" })).tokens ?? [];
	const texts = async (query: string) => {
		const { tokens = [], count, total, truncated } = await call("a b c", { query });
		assert.deepEqual([count, total, truncated], [tokens.length, all.length, tokens.length < all.length]);
		return tokens.map(({ text }) => text).join("");
	};
	assert.equal(await texts("max_tokens=2"), "a ");
	assert.equal(await texts("max_tokens=2&truncate=start"), " c");
	assert.equal(await texts("max_tokens=0"), "");
	assert.equal(await texts("max_tokens=0&truncate=start"), "");
	assert.equal(await texts("max_tokens=5"), "a b c");
	assert.equal(await texts("max_tokens=99&truncate=start"), "a b c");
});

test("the types of segments by words tell words, spaces and the rest apart", async () => {
	const { tokens = [] } = await call("Hi, 42\t你好!");
	assert.deepEqual(
		tokens.map(({ text, type }) => [text, type]),
		[
			["Hi", "word"],
			[",", "other"],
			[" ", "space"],
			["42", "word"],
			["\t", "space"],
			["你好", "word"],
			["!", "other"],
		],
	);
});

test("special tokens are text, are parsed, or are refused", async () => {
	const ask = (special: string) => ({ query: `scheme=cl100k_base&special=${special}` });
	assert.ok((await call("<|endoftext|>", ask("text"))).count > 1);
	assert.deepEqual((await call("é<|endoftext|>", ask("parse"))).tokens, [
		{ text: "é", start: 0, end: 1, id: 978 },
		{ text: "<|endoftext|>", start: 1, end: 14, id: 100_257, special: true },
	]);
	const { code, detail } = await refusal("é<|endoftext|>", ask("reject"));
	assert.equal(code, "special-token");
	assert.match(detail ?? "", /<\|endoftext\|>.*offset 1\. /);
	assert.equal((await call("<|nothing|>", ask("reject"))).truncated, false);
});

test("the budget of an answer is what its JSON takes", async () => {
	const next = random(9);
	const { jsonBytes } = await import("./listing/budget.js");
	for (let i = 0; i < 5 * RUNS; i++) {
		const { tokens = [] } = await call(hostileText(next), { query: "scheme=cl100k_base&special=parse" });
		for (const token of tokens)
			assert.equal(
				jsonBytes(token, token.text ?? token.bytes ?? ""),
				Buffer.byteLength(JSON.stringify(token)) + 1,
				JSON.stringify(token),
			);
	}
});

test("the text may come as a JSON string and in other charsets", async () => {
	const expected = (await call("Ñu", { query: "scheme=grapheme" })).tokens;
	const json = await call('"\\u00d1u"', { contentType: "application/json", query: "scheme=grapheme" });
	assert.deepEqual(json.tokens, expected);
	const latin = await call(Buffer.from([0xd1, 0x75]), { charset: "iso-8859-1", query: "scheme=grapheme" });
	assert.deepEqual(latin.tokens, expected);
});

test("what is no text is refused with its offset, or replaced on request", async () => {
	const broken = Buffer.from([0x61, 0xff, 0x62]);
	const { code, detail } = await refusal(broken);
	assert.equal(code, "unreadable-input");
	assert.match(detail ?? "", /byte 1/);
	assert.deepEqual(
		(await call(broken, { query: "invalid=replace&scheme=grapheme" })).tokens?.map(({ text }) => text),
		["a", "\ufffd", "b"],
	);
	const lone = { contentType: "application/json" };
	assert.equal((await refusal('"a\\ud800"', lone)).code, "unreadable-input");
	const replaced = await call('"a\\ud800"', { ...lone, query: "invalid=replace&scheme=o200k_base" });
	assert.equal(replaced.tokens?.map(({ text }) => text).join(""), "a\ufffd");
});

test("the empty text has no tokens in any scheme and format", async () => {
	for (const scheme of SCHEMES)
		for (const format of ["objects", "columns", "count"]) {
			const { count, total, truncated } = await call("", { query: `scheme=${scheme}&format=${format}` });
			assert.deepEqual([count, total, truncated], [0, 0, false]);
		}
	assert.deepEqual((await call("", { query: "scheme=gpt2&format=ids" })).ids, []);
});
