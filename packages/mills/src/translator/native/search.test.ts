import assert from "node:assert/strict";
import { test } from "node:test";
import { loadedEngine } from "../../testing/translating.js";
import { likelyTokens } from "./likely-tokens.js";
import { SEARCHES } from "./searches.js";

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
	const engine = await loadedEngine();
	const [best = []] = await engine.candidates([text], "es", SEARCHES.best, signal);
	const [many = []] = await engine.candidates([text], "es", SEARCHES.many, signal);
	assert.ok(best.length >= 1);
	assert.ok(many.length >= 4 && many.length >= best.length, `${many.length}`);
	assert.equal(new Set(many).size, many.length);
	assert.deepEqual(await engine.translate([text], "es", signal), [best[0]]);
});
