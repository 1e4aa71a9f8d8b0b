import assert from "node:assert/strict";
import { test } from "node:test";
import { ManualClock } from "../../testing/manual-clock.js";
import { MOST_MS, MOST_TRIES, shrunk } from "./shrink.js";

/** Shrinks an input for which two mills differ if its text does. */
async function shrinking(
	input: string | Uint8Array,
	differs: (text: string) => boolean,
	mediaType = "text/plain",
	clock = new ManualClock(),
	took = 0,
) {
	let sent = 0;
	const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
	const found = await shrunk(
		bytes,
		mediaType,
		async (candidate) => {
			sent++;
			clock.advance(took);
			const text = Buffer.from(candidate).toString(typeof input === "string" ? "utf8" : "latin1");
			return differs(text) ? [{ path: "", old: 1, new: 2 }] : [];
		},
		clock,
	);
	assert.equal(found?.tries ?? sent, sent);
	return found && { text: Buffer.from(found.bytes).toString(), isSmallest: found.isSmallest, sent };
}

test("a text loses all that is not needed, wherever that is", async () => {
	const text = `${"lorem ipsum ".repeat(50)}x${"dolor sit ".repeat(50)}y${"amet ".repeat(50)}`;
	const found = await shrinking(text, (one) => /x.*y/s.test(one));
	assert.deepEqual([found?.text, found?.isSmallest], ["xy", true]);
	assert.equal((await shrinking("anything", () => true))?.text, "");
});

test("a character of a text is never sent in halves", async () => {
	const found = await shrinking("a\u{1f600}b\u{1f601}c\u{1f602}", (one) => {
		assert.doesNotMatch(one, /\ufffd/);
		return one.includes("\u{1f601}");
	});
	assert.equal(found?.text, "\u{1f601}");
});

test("JSON loses members, elements and pieces of its texts, and stays JSON", async () => {
	const value = { a: [1, 2, { deep: ["no", "a needle in hay", null] }, 4], b: { c: "d" }, e: true };
	const found = await shrinking(
		JSON.stringify(value, null, 2),
		(one) => JSON.stringify(JSON.parse(one)).includes("needle"),
		"application/json",
	);
	assert.deepEqual(JSON.parse(found?.text ?? ""), { a: [{ deep: ["needle"] }] });
});

test("JSON that differs only as it was written is shrunk as a text", async () => {
	const found = await shrinking("[1, 1.0, 2]", (one) => one.includes("1.0"), "application/json");
	assert.equal(found?.text, "1.0");
});

test("bytes are cut at their end alone", async () => {
	const found = await shrinking(
		Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(100, 7)]),
		(one) => one.startsWith("\xff\xfe\x07\x07\x07"),
		"application/octet-stream",
	);
	assert.equal(found?.text, Buffer.from([0xff, 0xfe, 7, 7, 7]).toString());
});

test("what differs no more is not shrunk", async () => {
	assert.equal(await shrinking("abc", () => false), undefined);
});

test("the search ends after some inputs or some time, with the smallest input so far", async () => {
	const many = await shrinking(
		"ab".repeat(5_000),
		(one) => /^(?:ab){1000}/.test(one) && one.length % 2 === 0,
	);
	assert.deepEqual([many?.isSmallest, many?.sent], [false, MOST_TRIES]);
	const clock = new ManualClock();
	const late = await shrinking("abcdefgh", (one) => one.includes("h"), "text/plain", clock, MOST_MS / 3);
	assert.deepEqual(late, { text: "efgh", isSmallest: false, sent: 3 });
});
