import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { digest, goldenTasks, LINES, readGolden, STRIDE } from "../../testing/piece-golden.js";
import { Pieces } from "./pieces.js";

const ROOT = new URL("../../../../../", import.meta.url);
const file = JSON.parse(readFileSync(new URL("packages/mills/models/translator/vocab.json", ROOT), "utf8"));
const pieces = new Pieces(file);
const golden = readGolden(new URL("test/fixtures/translator/", ROOT));
const { lines, sequences } = goldenTasks(file);

test("mixed and hostile lines get the same ids as from SentencePiece", () => {
	assert.equal(golden.digests.length, LINES);
	assert.equal(golden.encoded.length, LINES / STRIDE);
	let index = 0;
	for (const line of lines) {
		const ids = pieces.encode(line);
		const shown = JSON.stringify(line).slice(0, 500);
		if (index % STRIDE === 0) assert.deepEqual([...ids], golden.encoded[index / STRIDE], shown);
		assert.equal(digest(ids), golden.digests[index], `line ${index}: ${shown} became ${ids.slice(0, 200)}`);
		index++;
	}
	assert.equal(index, LINES);
});

test("any sequence of ids is decoded to the same text as by SentencePiece", () => {
	let index = 0;
	for (const sequence of sequences)
		assert.equal(pieces.decode(sequence), golden.decoded[index++], `${sequence}`);
	assert.equal(index, golden.decoded.length);
});
