import assert from "node:assert/strict";
import { test } from "node:test";
import { perform } from "../../packages/gristmill/dist/runtime/perform.js";
import { performBatch } from "../../packages/gristmill/dist/runtime/perform-batch.js";
import { makeReady } from "../../packages/gristmill/dist/runtime/ready-mill.js";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

const { default: mill } = await import(`${ROOT}packages/gristmill/dist/examples/prime-counter.js`);
const ready = await makeReady(mill);
const { signal } = new AbortController();

const callOf = (input: string) => ({
	mediaType: "text/plain",
	charset: undefined,
	parameters: {},
	resultType: "application/json" as const,
	links: undefined,
	body: Buffer.from(input),
});
const alone = async (input: string) => String(await perform(ready, callOf(input), () => signal));
const together = (inputs: readonly string[]) => performBatch(ready, inputs.map(callOf), () => signal);

test("each number has the same count alone and together with others", async () => {
	const inputs = ["97", "2", "0", "1", "97", "100000", "96", "3", "9999"];
	for (const order of [inputs, inputs.toReversed(), inputs.toSorted()]) {
		const answers = await together(order);
		for (const [i, answer] of answers.entries())
			assert.equal("content" in answer && String(answer.content), await alone(order[i] as string));
	}
});

test("what is not a number has its problem, and its neighbours their counts", async () => {
	const [first, wrong, large, last] = await together(["10", "ten", "10000001", "11"]);
	assert.equal(first && "content" in first && first.content, '{"limit":10,"primes":4}');
	assert.match(wrong && "error" in wrong ? wrong.error.message : "", /^no-limit/);
	assert.match(large && "error" in large ? large.error.message : "", /^no-limit/);
	assert.equal(last && "content" in last && last.content, '{"limit":11,"primes":5}');
});

test("sixteen numbers together take less than half of the processor time that they take one by one", async () => {
	const inputs = Array.from({ length: 16 }, (_, i) => `${2_000_000 + i}`);
	const spent = async (work: () => Promise<unknown>) => {
		const before = process.cpuUsage();
		await work();
		return process.cpuUsage(before).user;
	};
	await together(inputs);
	const batch = await spent(() => together(inputs));
	const single = await spent(async () => {
		for (const input of inputs) await alone(input);
	});
	assert.ok(batch < single / 2, `${batch} µs and ${single} µs`);
});
