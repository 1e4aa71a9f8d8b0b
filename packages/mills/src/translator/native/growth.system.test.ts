import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cpuGrowth } from "../../testing/growth.js";
import { Pieces } from "./pieces.js";

const VOCABULARY = new URL("../../../models/translator/vocab.json", import.meta.url);
const pieces = new Pieces(JSON.parse(readFileSync(VOCABULARY, "utf8")));
/** Four times the text may take this many times as long. A quadratic algorithm would take sixteen times as long. */
const MOST = 9;

for (const [trap, unit] of Object.entries({
	letter: "a",
	full: "...",
	blank: " ",
	word: " de",
	byte: "漢",
	tag: "<2es>",
	start: "<2e",
}))
	test(`the cost of a repeated ${trap} grows linearly with the length`, async () => {
		const task = (size: number) => pieces.encode(unit.repeat(size / unit.length));
		const growth = await cpuGrowth(task, 100_000, { factor: 4, most: MOST });
		assert.ok(growth <= MOST, `four times the text took ${growth.toFixed(1)} times the work`);
	});

test("text of byte pieces is decoded unchanged, and the cost grows linearly with the length", async () => {
	const task = (size: number) => pieces.decode(pieces.encode("漢".repeat(size)));
	assert.ok(task(300_000) === "漢".repeat(300_000));
	assert.ok((await cpuGrowth(task, 50_000, { factor: 4, most: MOST })) <= MOST);
});
