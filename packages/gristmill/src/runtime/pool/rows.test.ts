import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Problem } from "../../core/problem.js";
import { poolOf, STAYS } from "../../testing/hostile-pool.js";
import { waitingJob } from "../../testing/waiting-job.js";
import { CallTimings } from "../admission/call-timings.js";
import { CallerGone, Crash } from "../failures.js";
import type { Call } from "../perform.js";
import type { FromWorker } from "./messages.js";
import { FairQueue } from "./queue.js";
import { Rows } from "./rows.js";
import { startWorker } from "./worker-process.js";

const MILL = "a-tester";

const jobOf = (id: number, bytes = 1) => waitingJob(id, MILL, bytes);

function quickRows(micros = 50): Rows {
	const rows = new Rows();
	for (let i = 0; i < 200; i++) rows.record(MILL, micros);
	return rows;
}

const idsOf = (jobs: readonly { id: number }[]) => jobs.map(({ id }) => id);

test("a mill is quick after some quick calls, and a slow call ends that for a while", () => {
	const rows = new Rows();
	assert.equal(rows.isQuick(MILL), false);
	for (let i = 0; i < 40; i++) rows.record(MILL, 50);
	assert.equal(rows.isQuick(MILL), true);
	rows.record(MILL, 1_000_000);
	for (let i = 0; i < 40; i++) rows.record(MILL, 50);
	assert.equal(rows.isQuick(MILL), false);
	for (let i = 0; i < 80; i++) rows.record(MILL, 50);
	assert.equal(rows.isQuick(MILL), true);
	rows.failed(MILL);
	assert.equal(rows.isQuick(MILL), false);
});

test("a row has a worker's share of the calls, in order, up to 32, 64 KiB and 2.4 ms", () => {
	const rows = quickRows();
	const queue = new FairQueue<ReturnType<typeof jobOf>>();
	for (let id = 2; id <= 60; id++) queue.add(jobOf(id));
	assert.equal(rows.rowOf(jobOf(1), queue, [], 1).length, 31);
	assert.equal(queue.count(MILL), 28);
	assert.deepEqual(idsOf(rows.rowOf(jobOf(1), queue, [], 8)), [33, 34, 35]);
	assert.deepEqual(idsOf(quickRows(590).rowOf(jobOf(1), queue, [], 1)), [36, 37, 38, 39]);
	const large = new FairQueue<ReturnType<typeof jobOf>>();
	for (const job of [jobOf(2, 30_000), jobOf(3, 40_000), jobOf(4)]) large.add(job);
	assert.deepEqual(idsOf(rows.rowOf(jobOf(1), large, [], 1)), [2]);
	assert.deepEqual(rows.rowOf(jobOf(1, 70_000), large, [], 1), []);
});

test("a slow mill, and a call that must be alone, have no row", () => {
	const queue = new FairQueue<ReturnType<typeof jobOf>>();
	const alone = jobOf(3);
	alone.mustBeAlone = true;
	for (const job of [jobOf(2), alone, jobOf(4)]) queue.add(job);
	assert.deepEqual(new Rows().rowOf(jobOf(1), queue, [], 1), []);
	assert.deepEqual(quickRows().rowOf(alone, queue, [], 1), []);
	assert.deepEqual(idsOf(quickRows().rowOf(jobOf(1), queue, [], 1)), [2]);
});

/** A pool with one worker, whose mill has shown that it is quick. */
async function quickPool(t: { after(hook: () => void): void }, options = {}, choices = "") {
	const made = await poolOf(t, [`name=${MILL}${choices}`], options);
	await made.warm();
	for (let i = 0; i < 60; i++) await made.run(MILL, `warm ${i}`);
	return made;
}

const texts = Array.from({ length: 30 }, (_, i) => `text ${i}`);

test("calls in a row get their own answers, also problems and crashes, and nothing runs twice", async (t) => {
	const { run, seen } = await quickPool(t);
	const all = [...texts.slice(0, 10), "throw now", "refuse 0", ...texts.slice(10)];
	const answers = await Promise.allSettled(all.map((text) => run(MILL, text)));
	for (const [i, text] of all.entries()) {
		const answer = answers[i];
		if (text.startsWith("text")) assert.equal(answer?.status === "fulfilled" && answer.value.echo, text);
		else {
			assert.ok(answer?.status === "rejected");
			assert.ok(text === "throw now" ? answer.reason instanceof Crash : Problem.is(answer.reason));
		}
	}
	assert.deepEqual(
		seen.filter(({ type }) => type === "batch-failed" || type === "worker-gone"),
		[],
	);
});

for (const [what, bad, deadline, fails] of [
	["kills its worker", "exit", 60_000, (error: unknown) => error instanceof Crash],
	["never ends", "hold", 5_000, (error: unknown) => Problem.is(error) && error.code === "deadline-exceeded"],
] as const)
	test(`a call that ${what} costs only itself`, async (t) => {
		const { run } = await quickPool(t, { deadline });
		const first = run(MILL, "first");
		const failing = run(MILL, bad);
		const row = texts.slice(0, 7);
		const others = Promise.all(row.map((text) => run(MILL, text)));
		await first;
		await assert.rejects(failing, fails);
		assert.deepEqual(
			(await others).map(({ echo }) => echo),
			row,
		);
	});

test("the calls behind one that never ends do not wait for its deadline", { timeout: 60_000 }, async (t) => {
	const { pool, run } = await quickPool(t, { workers: 2, deadline: 50_000 });
	while (pool.census().idle < 3) await setTimeout(10);
	const left = new AbortController();
	const first = [run(MILL, "first"), run(MILL, "second")];
	const endless = run(MILL, "hold", left.signal);
	endless.catch(() => {});
	const others = texts.map((text) => run(MILL, text));
	await Promise.all(first);
	assert.deepEqual(
		(await Promise.all(others)).map(({ echo }) => echo),
		texts,
	);
	left.abort();
	await assert.rejects(endless, CallerGone);
});

test("a caller in a row may leave", async (t) => {
	const { run } = await quickPool(t);
	const left = new AbortController();
	const gone = run(MILL, "gone", left.signal);
	const others = texts.map((text) => run(MILL, text, STAYS));
	const leaving = run(MILL, "leaving", left.signal);
	left.abort();
	await assert.rejects(gone, CallerGone);
	await assert.rejects(leaving, CallerGone);
	assert.equal((await Promise.all(others)).length, texts.length);
});

test("calls that arrive together go in one row, although a worker is idle", async (t) => {
	const { run } = await quickPool(t);
	const few = texts.slice(0, 4);
	const timings = few.map(() => new CallTimings());
	await Promise.all(few.map((text, i) => run(MILL, text, STAYS, timings[i])));
	// Calls in a row begin at one time.
	assert.equal(new Set(timings.map(({ begun }) => begun)).size, 1);
});

test("a row lasts until its last call ends, also if the caller of that one has gone", async (t) => {
	const { run } = await quickPool(t, {}, "&queues");
	const leaving = new AbortController();
	const timings = new CallTimings();
	const asked = performance.now();
	const [, stays, leaves] = [
		run(MILL, "first"),
		run(MILL, "sleep 60"),
		run(MILL, "sleep 61", leaving.signal, timings),
	];
	const gone = assert.rejects(leaves, CallerGone);
	while (timings.begun === 0) await setTimeout(2);
	leaving.abort();
	await Promise.all([gone, stays]);
	// Otherwise the next call would wait for it, and its deadline would run meanwhile.
	assert.ok(performance.now() - asked >= 120);
});

test("a worker that is loading another mill gets its calls one by one", async (t) => {
	const { run, pool } = await poolOf(t, [`name=${MILL}`, "name=b-tester&load=hang"]);
	await pool.examine(MILL, []);
	for (let i = 0; i < 60; i++) await run(MILL, `warm ${i}`);
	const timings = texts.map(() => new CallTimings());
	await Promise.all(texts.map((text, i) => run(MILL, text, STAYS, timings[i])));
	// Calls in a row begin at one time.
	assert.equal(new Set(timings.map(({ begun }) => begun)).size, texts.length);
});

test("a row that is cancelled before it begins is answered without a call", {
	timeout: 20_000,
}, async (t) => {
	const received: FromWorker[] = [];
	const arrived = new EventEmitter();
	const worker = startWorker([], {
		message: (message) => {
			received.push(message);
			arrived.emit(message.type);
		},
		gone: () => {},
	});
	t.after(() => worker.kill());
	const alive = setInterval(() => {}, 60_000);
	t.after(() => clearInterval(alive));
	const url = new URL(`../../testing/mills/hostile-mill.js?name=${MILL}`, import.meta.url).href;
	const loaded = once(arrived, "loaded");
	worker.send({ type: "load", mills: [{ name: MILL, url, files: [], settings: {} }] });
	await loaded;
	const call = (text: string): Call => ({
		mediaType: "text/plain",
		charset: undefined,
		parameters: {},
		resultType: "application/json",
		links: undefined,
		body: Buffer.from(text),
	});
	const calls = [11, 12, 13].map((id) => ({ id, call: call(`text ${id}`) }));
	/** The answers to a row of which these calls are cancelled. The worker finds all messages at once. */
	const answersTo = async (id: number, cancelled: readonly number[]) => {
		const answered = once(arrived, "answers");
		process.kill(worker.pid ?? 0, "SIGSTOP");
		worker.send({ type: "batch", id, mill: MILL, calls, inARow: true });
		for (const one of cancelled) worker.send({ type: "cancel", id: one });
		await setTimeout(20);
		process.kill(worker.pid ?? 0, "SIGCONT");
		await answered;
		const last = received.at(-1);
		assert.ok(last?.type === "answers" && last.id === id);
		return last.answers.map((answer) => [answer.type, answer.id]);
	};
	assert.deepEqual(await answersTo(10, [11, 12, 13]), []);
	assert.deepEqual(await answersTo(20, [12]), [
		["done", 11],
		["done", 13],
	]);
	assert.deepEqual(await answersTo(30, [30]), []);
	assert.equal(
		received.some(({ type }) => type === "begun"),
		false,
	);
});
