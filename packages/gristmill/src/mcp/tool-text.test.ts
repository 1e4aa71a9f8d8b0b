import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_TEXT, toolText, toolTitle } from "./tool-text.js";

const FILLER = "This sentence says how it works, at some length, and no agent needs it. ".repeat(20).trim();

test("a short text stays, in its paragraphs", () => {
	assert.equal(toolText("Reads.\n\nReads texts\nof any length."), "Reads.\n\nReads texts of any length.");
});

test("of a long text, the summary, the deprecation, warnings and limits stay, in order", () => {
	const text = [
		"Reads.",
		"**Deprecated** since 2026-01-01.",
		`It reads. **Do not trust it.** ${FILLER}`,
		FILLER,
		"| a | never |\n| --- | --- |",
		"**Limits**: it takes 1 MiB. It is slow.",
		"**Licence**: free.",
	].join("\n\n");
	const short = toolText(text, ["Added."]);
	assert.ok(short.length <= MOST_TEXT, String(short.length));
	assert.ok(
		short.startsWith("Reads.\n\n**Deprecated** since 2026-01-01.\n\nIt reads. **Do not trust it.** This"),
		short,
	);
	assert.ok(short.endsWith("it.\n\n**Limits**: it takes 1 MiB. It is slow.\n\nAdded."), short);
	assert.ok(!short.includes("|") && !short.includes("Licence"));
});

test("a summary that is too long is cut at a word", () => {
	const short = toolText("word ".repeat(1_000));
	assert.ok(short.length <= MOST_TEXT && short.length > MOST_TEXT - 10);
	assert.match(short, /word…$/);
});

test("a title is the name in words", () => {
	assert.equal(toolTitle("word-counter"), "Word counter");
});
