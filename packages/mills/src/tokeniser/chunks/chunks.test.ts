import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileText, random } from "../../testing/hostile-texts.js";
import { type BytePairs, loadEncodings } from "../bpe/model.js";
import { listChunks } from "./answer.js";
import { type ChunkRule, type Chunks, chunk } from "./chunks.js";
import { Places, UNITS } from "./places.js";

const RUNS = Number(process.env.TEST_RUNS ?? 25);
const encodings = loadEncodings(new URL("../../../models/tokeniser/", import.meta.url));
const o200k = encodings.get("o200k_base") as BytePairs;

function chunksOf(text: string, rule: ChunkRule, encoding = o200k): Chunks {
	return chunk(text, (part) => encoding.encode(part, false), new Places(text, "en", "standard"), rule);
}

function textsOf(text: string, rule: ChunkRule): string[] {
	const { starts, ends } = chunksOf(text, rule);
	return Array.from(starts, (start, i) => text.slice(start, ends[i]));
}

const SENTENCES = "One two three. Four five six. Seven eight nine. ";

test("a chunk ends at the end of a sentence", () => {
	assert.deepEqual(textsOf(SENTENCES.trim(), { size: 11, overlap: 0, on: "sentence" }), [
		"One two three. Four five six. ",
		"Seven eight nine.",
	]);
});

test("a chunk repeats whole sentences of the one before, where they fit into the overlap", () => {
	assert.deepEqual(textsOf(SENTENCES.trim(), { size: 11, overlap: 5, on: "sentence" }), [
		"One two three. Four five six. ",
		"Four five six. Seven eight nine.",
	]);
	// A sentence of five tokens does not fit into three, so words are repeated.
	const [, second = ""] = textsOf(SENTENCES.trim(), { size: 11, overlap: 3, on: "sentence" });
	assert.match(second, /^(five )? ?six\. Seven eight nine\.$/);
});

test("the overlap is given up where a whole sentence would not fit behind it", () => {
	const long = "Ten eleven twelve thirteen fourteen fifteen sixteen seventeen.";
	const rule = { size: o200k.encode(long, false).count, overlap: 4, on: "sentence" } as const;
	assert.deepEqual(textsOf(`One two. ${long}`, rule), ["One two. ", long]);
});

test("a chunk ends at the end of a paragraph, and a longer paragraph at the end of a sentence", () => {
	const text = `A b c.\r\n \r\nD e. F g.\n\n\n${SENTENCES.trim()}\n\nEnd.`;
	assert.deepEqual(textsOf(text, { size: 10, overlap: 0, on: "paragraph" }), [
		"A b c.\r\n \r\n",
		"D e. F g.\n\n\n",
		"One two three. Four five six. ",
		"Seven eight nine.\n\nEnd.",
	]);
});

test("a sentence that is too long is cut between words, and a word between characters", () => {
	for (const part of textsOf("word ".repeat(50), { size: 10, overlap: 0, on: "sentence" }))
		assert.match(part, /^(word )+$/);
	const letters = "x9".repeat(200);
	assert.equal(textsOf(letters, { size: 10, overlap: 0, on: "sentence" }).join(""), letters);
	const families = "👨‍👩‍👧".repeat(20);
	for (const part of textsOf(families, { size: 40, overlap: 0, on: "sentence" }))
		assert.equal(part.replaceAll("👨‍👩‍👧", ""), "", "no family is parted while it fits");
});

test("a word is not parted from its full stop, nor a URL in two, while there is a space to cut at", () => {
	const text = "See Dr. No at https://example.com/a today, or Mr. Yes, please.";
	for (const size of [14, 15, 16, 17, 18])
		for (const part of textsOf(text, { size, overlap: 0, on: "word" }).slice(1)) {
			const at = text.indexOf(part);
			assert.equal(text.charAt(at - 1), " ", `${size}: ${part}`);
		}
	assert.equal(textsOf("我喜欢北京烤鸭和上海小笼包", { size: 6, overlap: 0, on: "word" }).length > 1, true);
});

test("the empty text has no chunks, and a short one is one chunk", () => {
	assert.deepEqual(textsOf("", { size: 4, overlap: 0, on: "sentence" }), []);
	assert.deepEqual(textsOf("Hi. You.", { size: 100, overlap: 50, on: "sentence" }), ["Hi. You."]);
});

test("white space is no chunk of its own", () => {
	assert.deepEqual(textsOf("\n".repeat(500), { size: 4, overlap: 2, on: "sentence" }), []);
	const [only, ...more] = textsOf(`one${" ".repeat(2_000)}`, { size: 4, overlap: 0, on: "word" });
	assert.match(only ?? "", /^one *$/);
	assert.deepEqual(more, []);
});

test("whatever the text, chunks cover it but for white space, fit, count exactly and repeat no more than they may", () => {
	const next = random(12);
	for (let i = 0; i < RUNS; i++) {
		let text = "";
		for (let left = 1 + Math.floor(next() * 6); left > 0; left--)
			text += next() < 0.3 ? SENTENCES : next() < 0.2 ? "\n\n" : hostileText(next);
		const size = 4 + Math.floor(next() ** 3 * 60);
		const overlap = Math.floor((next() * size) / 2);
		const on = UNITS[i % UNITS.length] ?? "word";
		const encoding = encodings.get(i % 2 ? "r50k_base" : "o200k_base") as BytePairs;
		const { starts, ends, counts } = chunksOf(text, { size, overlap, on }, encoding);
		const countOf = (from: number, to: number) => encoding.encode(text.slice(from, to), false).count;
		let done = 0;
		for (let j = 0; j < counts.length; j++) {
			const [start, end] = [starts[j] as number, ends[j] as number];
			const told = `${JSON.stringify(text)} ${size} ${overlap} ${on}: ${start} to ${end}`;
			assert.ok(end > done, told);
			assert.equal(text.slice(done, start).trim(), "", told);
			assert.equal(counts[j], countOf(start, end), told);
			assert.ok((counts[j] as number) <= size, told);
			if (start < done) assert.ok(countOf(start, done) <= overlap, told);
			assert.doesNotMatch(text.slice(start, end), /\p{Cs}/u, told);
			done = end;
		}
		assert.equal(text.slice(done).trim(), "");
	}
});

test("chunks as columns are limited in bytes, too", () => {
	const counts = new Uint32Array(8_000_000).fill(10_000_000);
	const many = { starts: counts, ends: counts, counts } as unknown as Chunks;
	assert.throws(() => listChunks("", many, "columns", undefined), { code: "content-too-large" });
});
