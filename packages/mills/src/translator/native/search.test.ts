import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL } from "../../testing/size.js";
import { NativeEngine } from "./engine.js";
import { likelyTokens } from "./likely-tokens.js";
import { SEARCHES } from "./searches.js";

const engine = await NativeEngine.load(new URL("../../../models/translator/", import.meta.url));
const { signal } = new AbortController();

test("the most likely tokens come with their probabilities, the likeliest first", () => {
	// Two rows of four tokens. The second row has the probabilities 0.6, 0.3, 0.1 and almost 0.
	const scores = Float32Array.from([9, 9, 9, 9, ...[0.6, 0.3, 0.1, 1e-9].map((p) => 5 + Math.log(p))]);
	const step = { ids: Int32Array.from([0, 1, 2, 3, 1, 0, 3, 2]), scores, count: 4 };
	const found = likelyTokens(step, 1, 3, 5);
	assert.deepEqual(
		found.map(({ id, logProbability }) => [id, Math.exp(logProbability).toFixed(3)]),
		[
			[1, "0.600"],
			[0, "0.300"],
			[3, "0.100"],
		],
	);
	assert.equal(likelyTokens(step, 1, 2, 5).length, 2);
	assert.equal(likelyTokens(step, 1, 3, 1).length, 2);
});

test("candidates are different translations, and many are more than the best ones", async () => {
	const text = "The committee will probably publish its report about the old bridge next week.";
	const [best = []] = await engine.candidates([text], "es", SEARCHES.best, signal);
	const [many = []] = await engine.candidates([text], "es", SEARCHES.many, signal);
	assert.ok(best.length >= 1);
	assert.ok(many.length >= 4 && many.length >= best.length, `${many.length}`);
	assert.equal(new Set(many).size, many.length);
	assert.deepEqual(await engine.translate([text], "es", signal), [best[0]]);
});

test("a sentence gets the same candidates alone and in any batch", async () => {
	const sentences = [
		"The report was published on Monday by the committee.",
		"Yes.",
		"The members of the committee, who had met three times before the end of the year, could not agree.",
		"She has lived in this city since she was born.",
		"Republican leaders justified their policy by the need to combat electoral fraud.",
		"Where can I buy a ticket?",
		"He took the old bridge, because it was getting late and the new one was closed.",
	].slice(0, ALL ? undefined : 4);
	for (const search of [SEARCHES.best, SEARCHES.many]) {
		const together = await engine.candidates(sentences, "es", search, signal);
		for (const [i, sentence] of sentences.entries())
			assert.deepEqual(await engine.candidates([sentence], "es", search, signal), [together[i]]);
	}
});

test("a sentence with a loop in its translation keeps its end", async () => {
	// The likeliest tokens repeat the first words until the limit.
	for (const [text, end] of [
		["blah blah blah blah blah, I said nothing", /nada/],
		["Bla-bla-bla-bla-bla-bla, that's all they ever say to us", /dicen/],
		["zzzzzzzzzzzzzzzzzzz he slept until noon", /mediodía/],
	] as const) {
		const [answer = ""] = await engine.translate([text], "es", signal);
		assert.match(answer, end);
		assert.ok(answer.length < 2 * text.length, answer);
	}
});
