import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { MiB } from "../../core/definition/limits.js";
import { Problem } from "../../core/problem.js";
import { poolOf } from "../../testing/hostile-pool.js";
import { CallerGone, Crash } from "../failures.js";
import type { PoolEvent } from "./pool-options.js";

// What the windows of real workers do: batches, and rows of quick calls.

const sizesIn = (seen: readonly PoolEvent[]) =>
	seen.flatMap((event) => (event.type === "batch" ? [event.size] : []));
const lossesIn = (seen: readonly PoolEvent[]) =>
	seen.flatMap((event) => (event.type === "worker-gone" ? [event.kind] : []));
const failuresIn = (seen: readonly PoolEvent[]) =>
	seen.flatMap((event) => (event.type === "batch-failed" ? [event.reason] : []));
const isProblem = (code: string) => (error: unknown) => Problem.is(error) && error.code === code;

type Made = Awaited<ReturnType<typeof poolOf>>;

const CALM = Array.from({ length: 8 }, (_, i) => `calm-tester-${i}`);
/** A pool for the tests that end no worker. Each has a mill of its own, since failures make the batches of a mill smaller. */
const calm = await poolOf(
	{ after },
	CALM.map((name) => `name=${name}&batch=8`),
);

async function calmPool() {
	await calm.warm();
	return withMill(calm, CALM.pop() ?? "");
}

/** A pool with one mill that computes up to eight calls together. */
async function batchPool(t: { after(hook: () => void): void }, choice = "", options = {}) {
	const made = await poolOf(t, [`name=a-tester&batch=8${choice}`], options);
	await made.warm();
	return withMill(made, "a-tester");
}

function withMill(made: Made, mill: string) {
	made.seen.length = 0;
	/** Sends these texts while a call of its own occupies the only worker, so that they wait together. */
	const together = (texts: readonly string[]) => {
		const answers = ["first", ...texts].map((text) => made.run(mill, text));
		// A test may look at the answers in any order.
		for (const answer of answers) answer.catch(() => {});
		return answers;
	};
	return { ...made, mill, together };
}

/** The echoes of good calls. */
const echoes = async (answers: readonly Promise<{ echo: string }>[]) =>
	(await Promise.all(answers)).map(({ echo }) => echo);

const seven = Array.from({ length: 7 }, (_, i) => `text ${i}`);
/** Seven good texts, and this one among them. */
const among = (bad: string) => [...seven.slice(0, 3), bad, ...seven.slice(3)];

test("a problem of one call of a batch is in its own answer", async () => {
	const { together, seen } = await calmPool();
	const answers = together(among("refuse 0"));
	await assert.rejects(answers[4] as Promise<unknown>, isProblem("invalid-input"));
	assert.deepEqual(await echoes(answers.filter((_, i) => i !== 4)), ["first", ...seven]);
	assert.deepEqual(sizesIn(seen), [1, 8], "nothing is computed twice");
});

for (const [bad, what, again] of [
	["throw", "an exception", 8],
	["bad-output", "a wrong output", 1],
	["undeclared", "an undeclared problem", 1],
] as const)
	test(`${what} fails one call of a batch, and the others are answered`, async () => {
		const { together, seen } = await calmPool();
		const answers = together(among(bad));
		await assert.rejects(answers[4] as Promise<unknown>, Crash);
		assert.deepEqual(await echoes(answers.filter((_, i) => i !== 4)), ["first", ...seven]);
		assert.deepEqual(sizesIn(seen), [1, 8, ...Array(again).fill(1)]);
		assert.equal(failuresIn(seen).length, 1);
		assert.doesNotMatch(failuresIn(seen).join(), /secret/);
	});

test("a worker computes a batch of each size before its first call", async (t) => {
	const { run, mill } = await batchPool(t, "&warm");
	assert.equal((await run(mill, "batches")).echo, "2 8");
});

test("a batch that needs more memory than there is runs again in halves", async () => {
	const { together, seen } = await calmPool();
	const texts = among("no-room");
	assert.deepEqual(await echoes(together(texts)), ["first", ...texts]);
	assert.deepEqual(sizesIn(seen), [1, 8, 4, 2, 2, 2, 2]);
});

test("a batch with too few outputs is computed again, call by call", async () => {
	const { together, seen } = await calmPool();
	assert.deepEqual(await echoes(together(["too-few", ...seven])), ["first", "too-few", ...seven]);
	assert.match(failuresIn(seen).join(), /one output for each of 8 inputs: it returned 7/);
});

test("an input that kills its worker fails one call: the others are computed again, each alone", async (t) => {
	const { together, seen } = await batchPool(t);
	const answers = together(among("exit"));
	await assert.rejects(answers[4] as Promise<unknown>, /two workers died under this call/);
	assert.deepEqual(await echoes(answers.filter((_, i) => i !== 4)), ["first", ...seven]);
	assert.deepEqual(lossesIn(seen), ["exit", "exit", "exit"], "the batch, and then the call alone, twice");
});

test("a batch that is too much for one worker's memory is computed again, call by call", async (t) => {
	const { together, seen } = await batchPool(t, "", { memory: 256 * MiB });
	const answers = together(among("native"));
	await assert.rejects(answers[4] as Promise<unknown>, Crash);
	assert.deepEqual(await echoes(answers.filter((_, i) => i !== 4)), ["first", ...seven]);
	assert.ok(lossesIn(seen).every((kind) => kind === "memory"));
});

test("a caller that leaves a batch costs the others nothing, and the last one to leave aborts it", async () => {
	const { pool, run, start, seen, mill } = await calmPool();
	const [early, late] = [new AbortController(), new AbortController()];
	const first = run(mill, "sleep 20");
	const gone = run(mill, "early", early.signal);
	const { echo: left, times } = start(mill, "late", late.signal);
	const others = ["sleep 300", ...seven.slice(0, 4)].map((text) => run(mill, text));
	early.abort();
	await assert.rejects(gone, CallerGone);
	while (times.begun === 0) await setTimeout(5);
	late.abort();
	await assert.rejects(left, CallerGone);
	assert.deepEqual(await echoes([first, ...others]), ["slept 20", "slept 300", ...seven.slice(0, 4)]);
	assert.deepEqual(sizesIn(seen), [1, 6]);
	const leaving = new AbortController();
	const busy = run(mill, "sleep 20");
	const waiting = ["wait", "wait 2"].map((text) => start(mill, text, leaving.signal));
	await busy;
	while (waiting[0]?.times.begun === 0) await setTimeout(5);
	leaving.abort();
	for (const { echo } of waiting) await assert.rejects(echo, CallerGone);
	// Nothing else ends "wait" before its deadline.
	assert.equal((await run(mill, "next")).echo, "next");
	assert.deepEqual(lossesIn(seen), []);
	assert.equal(pool.waiting(mill), 0);
});

test("large inputs and large results of a batch arrive whole", async () => {
	const { together, seen } = await calmPool();
	const texts = ["a", "b", "c"].map((letter) => letter.repeat(100_000));
	assert.deepEqual(await echoes(together([...texts, "", "small"])), ["first", ...texts, "", "small"]);
	assert.deepEqual(sizesIn(seen), [1, 5]);
});

/** A pool with one worker, whose mill has shown that it is quick. */
async function quickPool(t: { after(hook: () => void): void }, options = {}, choices = "") {
	const made = await poolOf(t, [`name=a-tester${choices}`], options);
	await made.warm();
	for (let i = 0; i < 150; i++) await made.run("a-tester", `warm ${i}`);
	return withMill(made, "a-tester");
}

const texts = Array.from({ length: 30 }, (_, i) => `text ${i}`);

test("calls in a row get their own answers, also large ones, problems and crashes", async (t) => {
	const { run, mill } = await quickPool(t);
	const large = "x".repeat(50_000);
	const all = [...texts.slice(0, 10), "throw now", "refuse 0", large, ...texts.slice(10)];
	const answers = await Promise.allSettled(all.map((text) => run(mill, text)));
	for (const [i, text] of all.entries()) {
		const answer = answers[i];
		if (text === "throw now") assert.ok(answer?.status === "rejected" && answer.reason instanceof Crash);
		else if (text === "refuse 0") assert.ok(answer?.status === "rejected" && Problem.is(answer.reason));
		else assert.equal(answer?.status === "fulfilled" && answer.value.echo, text);
	}
});

test("a call of a row that ends its worker costs only itself", async (t) => {
	const { run, mill } = await quickPool(t);
	const first = run(mill, "first");
	const failing = run(mill, "exit");
	const others = echoes(seven.map((text) => run(mill, text)));
	await first;
	await assert.rejects(failing, Crash);
	assert.deepEqual(await others, seven);
});

for (const [way, what] of [
	["hold", "holds its worker for ever"],
	["wait-forever", "waits for ever"],
] as const)
	test(`the calls behind one that ${what} do not wait for its deadline`, async (t) => {
		const { run, mill } = await quickPool(t, { workers: 2 }, "&deadline=3600000");
		const left = new AbortController();
		const endless = run(mill, way, left.signal);
		endless.catch(() => {});
		assert.deepEqual(await echoes(texts.map((text) => run(mill, text))), texts);
		left.abort();
		await assert.rejects(endless, CallerGone);
	});

test("a row lasts until its last call ends, also if the caller of that one has gone", async (t) => {
	const { run, mill } = await quickPool(t, {}, "&queues");
	const leaving = new AbortController();
	const asked = performance.now();
	// Its answer is large, so that it comes by itself: then the row has begun.
	const first = run(mill, "\n".repeat(40_000));
	const stays = run(mill, "sleep 60");
	const gone = assert.rejects(run(mill, "sleep 200", leaving.signal), CallerGone);
	await first;
	leaving.abort();
	await Promise.all([gone, stays]);
	// Otherwise the next call would wait for it, and its deadline would run meanwhile.
	assert.ok(performance.now() - asked >= 250);
});
