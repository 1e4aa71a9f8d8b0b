import assert from "node:assert/strict";
import { test } from "node:test";
import { MiB } from "../core/limits.js";
import { Ahead } from "./ahead.js";
import { type Job, newJob, type Seat } from "./job.js";
import { Loads } from "./loads.js";
import type { ToWorker } from "./messages.js";
import { FairQueue } from "./queue.js";

let ids = 0;

function jobOf(mill: string, bytes = 10): Job {
	return newJob({
		id: ++ids,
		mill,
		task: {
			mediaType: "text/plain",
			charset: undefined,
			parameters: {},
			resultType: "application/json",
			links: undefined,
			body: Buffer.alloc(bytes),
		},
		deadline: 1_000,
		passage: undefined,
		resolve: () => {},
		reject: () => {},
	});
}

/** A worker that computes a call of each given mill, and what it was told. */
function workersWith(...mills: (string | undefined)[]) {
	const told: ToWorker[] = [];
	const seats = mills.map((mill): Seat => {
		const process = {
			pid: undefined,
			loaded: new Set<string>(),
			say: (message: ToWorker) => told.push(message),
			kill: () => {},
		};
		return {
			process,
			job: mill === undefined ? undefined : jobOf(mill),
			ahead: undefined,
			verdict: undefined,
			loads: new Loads(undefined),
		};
	});
	const queue = new FairQueue<Job>();
	const wait = (...waiting: Job[]) => {
		for (const job of waiting) queue.add(job);
		return waiting;
	};
	return { seats, queue, wait, told, ahead: new Ahead(new Set(seats), queue, mills.length) };
}

test("each worker has one call lie ready, first come first", () => {
	const { seats, queue, wait, ahead } = workersWith("a", "a");
	const [first, second, third] = wait(jobOf("a"), jobOf("a"), jobOf("a"));
	assert.deepEqual(
		[ahead.place(), ahead.place(), ahead.place()],
		[{ seat: seats[0], job: first }, { seat: seats[1], job: second }, undefined],
	);
	assert.equal(ahead.count("a"), 2);
	assert.equal(queue.first("a"), third);
	assert.equal(queue.count("a"), 1);
});

test("where fewer wait than there are workers, the first that is free shall have them", () => {
	const { wait, ahead } = workersWith("a", "a");
	wait(jobOf("a"));
	assert.equal(ahead.place(), undefined);
	wait(jobOf("a"));
	assert.notEqual(ahead.place(), undefined);
});

test("nothing lies ready in a worker that computes another mill, does nothing, or is about to end", () => {
	const { seats, wait, ahead } = workersWith("b", undefined, "a");
	if (seats[2]) seats[2].verdict = "deadline";
	wait(jobOf("a"), jobOf("a"), jobOf("a"));
	assert.equal(ahead.place(), undefined);
});

test("nothing is given ahead while two mills wait", () => {
	const { wait, ahead } = workersWith("a");
	wait(jobOf("a"), jobOf("a"), jobOf("b"));
	assert.equal(ahead.place(), undefined);
});

test("a large body waits in the server", () => {
	const { wait, ahead } = workersWith("a");
	wait(jobOf("a", MiB + 1), jobOf("a"));
	assert.equal(ahead.place(), undefined, "and nobody overtakes it");
});

test("what lies ready goes back in its order when another mill waits", () => {
	const { seats, queue, wait, told, ahead } = workersWith("a", "a");
	const [first, second, third] = wait(jobOf("a"), jobOf("a"), jobOf("a"));
	while (ahead.place());
	ahead.clearTheWay();
	assert.equal(ahead.count("a"), 2, "nobody waits for another mill");
	wait(jobOf("b"));
	ahead.clearTheWay();
	const taken = [1, 2, 3].map(() => queue.take((mill) => mill === "a"));
	assert.deepEqual(taken, [first, second, third]);
	assert.deepEqual(
		told,
		[first, second].map((job) => ({ type: "cancel", id: job?.id })),
	);
	assert.equal(ahead.count("a"), 0);
	assert.deepEqual(
		seats.map((seat) => seat.ahead?.cancelled),
		[true, true],
		"the workers have not said yet that they will not begin",
	);
	ahead.clearTheWay();
	assert.equal(told.length, 2, "told once");
});

test("what lies ready is taken back for a worker that could begin it", () => {
	const { wait, ahead } = workersWith("a", "a");
	const [first] = wait(jobOf("a"), jobOf("a"));
	while (ahead.place());
	assert.equal(
		ahead.takeBackOne(() => false),
		undefined,
	);
	assert.equal(
		ahead.takeBackOne((mill) => mill === "a"),
		first,
	);
	assert.equal(first?.cancelled, false);
	assert.equal(ahead.count("a"), 1);
});
