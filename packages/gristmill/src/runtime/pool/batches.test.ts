import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { MiB } from "../../core/definition/limits.js";
import { Problem } from "../../core/problem.js";
import { poolOf, STAYS } from "../../testing/hostile-pool.js";
import { CallTimings } from "../admission/call-timings.js";
import { CallerGone, Crash } from "../failures.js";
import type { PoolEvent } from "./pool-options.js";

const MILL = "a-tester";
const sizesIn = (seen: readonly PoolEvent[]) =>
	seen.flatMap((event) => (event.type === "batch" ? [event.size] : []));
const lossesIn = (seen: readonly PoolEvent[]) =>
	seen.flatMap((event) => (event.type === "worker-gone" ? [event.kind] : []));
const failuresIn = (seen: readonly PoolEvent[]) =>
	seen.flatMap((event) => (event.type === "batch-failed" ? [event.reason] : []));
const isProblem = (code: string) => (error: unknown) => Problem.is(error) && error.code === code;

/** A pool with one worker and one mill that computes up to eight calls together. */
async function batchPool(t: { after(hook: () => void): void }, choice = "", options = {}) {
	const made = await poolOf(t, [`name=${MILL}&batch=8${choice}`], options);
	await made.warm();
	return withMill(made, MILL);
}

const CALM = Array.from({ length: 11 }, (_, i) => `calm-tester-${i}`);
/** A pool for the tests that end no worker. Each has a mill of its own, since failures make the batches of a mill smaller. */
const calm = await poolOf(
	{ after },
	CALM.map((name) => `name=${name}&batch=8`),
);

/** The same as batchPool, in the pool that tests share. */
async function calmPool() {
	await calm.warm();
	const mill = CALM.pop();
	assert.ok(mill, "there are as many mills as tests");
	return withMill(calm, mill);
}

function withMill(made: Awaited<ReturnType<typeof poolOf>>, mill: string) {
	made.seen.length = 0;
	/** Sends these texts while a call of its own occupies the only worker, so that they wait together. */
	const together = (texts: readonly string[]) => {
		const first = made.run(mill, "first");
		const answers = texts.map((text) => made.run(mill, text));
		// A test may look at the answers in any order.
		for (const answer of answers) answer.catch(() => {});
		return [first, ...answers] as const;
	};
	/** The echoes of good calls. */
	const echoes = async (answers: readonly Promise<{ echo: string }>[]) =>
		(await Promise.all(answers)).map(({ echo }) => echo);
	return { ...made, mill, together, echoes };
}

const seven = Array.from({ length: 7 }, (_, i) => `text ${i}`);

/** Seven good texts, and this one among them. */
const among = (bad: string) => [...seven.slice(0, 3), bad, ...seven.slice(3)];

test("calls that wait for the same mill are computed together, and a call never waits for company", async () => {
	const { together, echoes, seen } = await calmPool();
	assert.deepEqual(await echoes(together(seven)), ["first", ...seven]);
	assert.deepEqual(sizesIn(seen), [1, 7], "the first one found an idle worker");
});

test("a batch has no more calls and bytes than the mill allows, and the others keep their order", async (t) => {
	const { together, echoes, seen } = await batchPool(t, "&batchBytes=40");
	const large = "x".repeat(41);
	const texts = ["a".repeat(30), large, "b".repeat(10), "c".repeat(20), large.toUpperCase(), ...seven];
	assert.deepEqual(await echoes(together(texts)), ["first", ...texts]);
	// a and b; large alone; c and two of seven, which have six bytes; LARGE alone; the five that are left.
	assert.deepEqual(sizesIn(seen), [1, 2, 1, 4, 1, 4]);
});

test("calls with other parameters are computed apart, and keep their place", async () => {
	const { run, seen, mill } = await calmPool();
	const order: string[] = [];
	const send = async (text: string, parameters = {}) => {
		await run(mill, text, STAYS, undefined, parameters);
		order.push(text);
	};
	await Promise.all([
		send("first"),
		send("a1", { n: 0 }),
		send("b1", { n: -0 }),
		send("a2", { n: 0 }),
		send("b2", { n: -0 }),
	]);
	assert.deepEqual(sizesIn(seen), [1, 2, 2]);
	assert.deepEqual(order, ["first", "a1", "a2", "b1", "b2"]);
});

test("two workers share the calls that wait", async (t) => {
	const { pool, run, seen } = await batchPool(t, "", { workers: 2 });
	while (pool.census().starting > 0) await setTimeout(5);
	const answers = await Promise.all([
		run(MILL, "sleep 50"),
		run(MILL, "sleep 51"),
		...seven.map((text) => run(MILL, text)),
	]);
	assert.equal(new Set(answers.map(({ pid }) => pid)).size, 2);
	assert.deepEqual(sizesIn(seen).slice(0, 3), [1, 1, 4], "its share of eight calls, and not all that wait");
});

test("a problem of one call is in its own answer", async () => {
	const { together, echoes, seen } = await calmPool();
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
	test(`${what} fails one call, and the others are answered`, async () => {
		const { together, echoes, seen } = await calmPool();
		const answers = together(among(bad));
		await assert.rejects(answers[4] as Promise<unknown>, Crash);
		assert.deepEqual(await echoes(answers.filter((_, i) => i !== 4)), ["first", ...seven]);
		assert.deepEqual(sizesIn(seen), [1, 8, ...Array(again).fill(1)]);
		assert.equal(failuresIn(seen).length, 1);
		assert.doesNotMatch(failuresIn(seen).join(), /secret/);
	});

test("a batch with too few outputs is computed again, call by call", async () => {
	const { together, echoes, seen } = await calmPool();
	assert.deepEqual(await echoes(together(["too-few", ...seven])), ["first", "too-few", ...seven]);
	assert.match(failuresIn(seen).join(), /one output for each of 8 inputs: it returned 7/);
});

test("an input that kills its worker fails one call: the others are computed again, each alone", async (t) => {
	const { together, echoes, seen } = await batchPool(t);
	const answers = together(among("exit"));
	await assert.rejects(answers[4] as Promise<unknown>, /two workers died under this call/);
	assert.deepEqual(await echoes(answers.filter((_, i) => i !== 4)), ["first", ...seven]);
	assert.deepEqual(lossesIn(seen), ["exit", "exit", "exit"], "the batch, and then the call alone, twice");
});

test("a call that exceeds its deadline gets its problem, and the others their answers", async (t) => {
	// Calls wait no longer than they may run. The others have larger inputs, and time for a busy machine.
	const { together, echoes, seen } = await batchPool(t, "&deadline=4000&perKiB=3000");
	const large = seven.map((text) => text.padEnd(8 * 1024));
	const answers = together(["hold", ...large]);
	await assert.rejects(answers[1] as Promise<unknown>, isProblem("deadline-exceeded"));
	assert.deepEqual(await echoes(answers.slice(2)), large);
	assert.deepEqual(lossesIn(seen), ["deadline", "deadline"]);
});

test("a batch that is too much for one worker's memory is computed again, call by call", async (t) => {
	const { together, echoes, seen } = await batchPool(t, "", { memory: 256 * MiB });
	const answers = together(among("native"));
	await assert.rejects(answers[4] as Promise<unknown>, Crash);
	assert.deepEqual(await echoes(answers.filter((_, i) => i !== 4)), ["first", ...seven]);
	assert.ok(lossesIn(seen).every((kind) => kind === "memory"));
});

test("a worker that is killed in the middle of a batch costs no answer", async (t) => {
	const { pool, run, seen } = await batchPool(t);
	const timings = new CallTimings();
	const texts = ["sleep 200", ...seven];
	const answers = [run(MILL, "first"), ...texts.map((text) => run(MILL, text, STAYS, timings))];
	while (timings.begun === 0) await setTimeout(5);
	for (const pid of pool.pids()) process.kill(pid, "SIGKILL");
	const echoes = (await Promise.all(answers)).map(({ echo }) => echo);
	assert.deepEqual(echoes, ["first", "slept 200", ...seven]);
	const [first, batch, ...alone] = sizesIn(seen);
	assert.deepEqual([first, batch], [1, 8]);
	// The spare was killed too. It may have got a call before its end was noticed.
	assert.ok(alone.length >= 8 && alone.every((size) => size === 1), String(alone));
	assert.ok(timings.done > timings.begun);
});

test("a caller that leaves costs the others nothing, before and after the batch began", async () => {
	const { pool, run, seen, mill } = await calmPool();
	const early = new AbortController();
	const late = new AbortController();
	const timings = new CallTimings();
	const first = run(mill, "sleep 20");
	const gone = run(mill, "early", early.signal);
	const left = run(mill, "late", late.signal);
	// Long enough that the batch still runs when this process notices that it began.
	const others = ["sleep 1000", ...seven.slice(0, 4)].map((text) => run(mill, text, STAYS, timings));
	early.abort();
	await assert.rejects(gone, CallerGone);
	while (timings.begun === 0) await setTimeout(5);
	late.abort();
	await assert.rejects(left, CallerGone);
	const echoes = (await Promise.all([first, ...others])).map(({ echo }) => echo);
	assert.deepEqual(echoes, ["slept 20", "slept 1000", ...seven.slice(0, 4)]);
	assert.deepEqual(sizesIn(seen), [1, 6]);
	assert.equal(pool.census().busy, 0);
});

test("a batch is aborted when all its callers are gone", async () => {
	const { pool, run, seen, mill } = await calmPool();
	const timings = new CallTimings();
	const abort = new AbortController();
	const first = run(mill, "first");
	const waiting = ["wait", "wait 2"].map((text) => run(mill, text, abort.signal, timings));
	await first;
	while (timings.begun === 0) await setTimeout(5);
	abort.abort();
	for (const one of waiting) await assert.rejects(one, CallerGone);
	// Nothing else ends "wait" before its deadline.
	assert.equal((await run(mill, "next")).echo, "next");
	assert.deepEqual(lossesIn(seen), []);
	assert.equal(pool.waiting(mill), 0);
});

test("a worker that does not begin a batch gives it to another worker", { timeout: 25_000 }, async (t) => {
	const { pool, run } = await batchPool(t);
	while (pool.census().idle < 2) await setTimeout(5);
	const lingering = run(MILL, "linger 6000");
	const answers = seven.map((text) => run(MILL, text));
	const { pid } = await lingering;
	for (const [i, answer] of (await Promise.all(answers)).entries()) {
		assert.equal(answer.echo, seven[i]);
		assert.notEqual(answer.pid, pid);
	}
});

test("other mills take turns with batches", async (t) => {
	const { run, warm, seen } = await poolOf(t, ["name=a-tester&batch=4", "name=b-tester"]);
	await warm();
	const order: string[] = [];
	const send = async (mill: string, text: string) => {
		await run(mill, text);
		order.push(text);
	};
	const flood = ["sleep 50", ...seven].map((text) => send(MILL, text));
	await Promise.all([...flood, send("b-tester", "b1"), send("b-tester", "b2")]);
	assert.deepEqual(order, ["sleep 50", ...seven.slice(0, 4), "b1", ...seven.slice(4), "b2"]);
	assert.deepEqual(sizesIn(seen), [1, 4, 3]);
});

test("large inputs and large results of a batch arrive whole", async () => {
	const { together, echoes, seen } = await calmPool();
	const texts = ["a", "b", "c"].map((letter) => letter.repeat(100_000));
	assert.deepEqual(await echoes(together([...texts, "", "small"])), ["first", ...texts, "", "small"]);
	assert.deepEqual(sizesIn(seen), [1, 5]);
});

test("after a batch failed, batches are smaller for a while", async () => {
	const { together, echoes, seen } = await calmPool();
	await Promise.allSettled(together(among("throw")));
	seen.length = 0;
	await echoes(together(seven));
	assert.deepEqual(sizesIn(seen), [1, 4, 3]);
	for (let i = 0; i < 12; i++) await echoes(together(["x", "y"]));
	seen.length = 0;
	await echoes(together(seven));
	assert.deepEqual(sizesIn(seen), [1, 7]);
});

test("a closed pool refuses the calls of a batch", async (t) => {
	const { pool, run } = await batchPool(t);
	const timings = new CallTimings();
	const first = run(MILL, "first");
	const waiting = ["wait-forever", "wait-forever 2"].map((text) => run(MILL, text, STAYS, timings));
	await first;
	while (timings.begun === 0) await setTimeout(5);
	pool.close();
	for (const one of waiting) await assert.rejects(one, isProblem("unready"));
});
