import assert from "node:assert/strict";
import { test } from "node:test";
import { MiB } from "../../core/definition/limits.js";
import { waitingJob } from "../../testing/waiting-job.js";
import type { Job, WorkerSlot } from "./job.js";
import type { ToWorker } from "./messages.js";
import { Prefetch } from "./prefetch.js";
import { FairQueue } from "./queue.js";

let ids = 0;

const jobOf = (mill: string, bytes = 10): Job => waitingJob(++ids, mill, bytes);

/** One worker per given mill that computes a call of it, and the messages that were sent to them. */
function workersWith(...mills: (string | undefined)[]) {
	const sent: ToWorker[] = [];
	const slots = mills.map((mill): WorkerSlot => {
		const process = {
			pid: undefined,
			loaded: new Set<string>(),
			hasEnded: false,
			send: (message: ToWorker) => sent.push(message),
			kill: () => {},
		};
		return {
			process,
			job: mill === undefined ? undefined : jobOf(mill),
			prefetched: undefined,
			arrival: undefined,
			killReason: undefined,
		};
	});
	const queue = new FairQueue<Job>();
	const wait = (...waiting: Job[]) => {
		for (const job of waiting) queue.add(job);
		return waiting;
	};
	return { slots, queue, wait, sent, prefetch: new Prefetch(new Set(slots), queue, mills.length) };
}

test("each worker prefetches one call, in the order of the queue", () => {
	const { slots, queue, wait, prefetch } = workersWith("a", "a");
	const [first, second, third] = wait(jobOf("a"), jobOf("a"), jobOf("a"));
	assert.deepEqual(
		[prefetch.next(), prefetch.next(), prefetch.next()],
		[{ slot: slots[0], job: first }, { slot: slots[1], job: second }, undefined],
	);
	assert.equal(prefetch.count("a"), 2);
	assert.equal(queue.first("a"), third);
	assert.equal(queue.count("a"), 1);
});

test("calls are not prefetched if fewer wait than there are workers", () => {
	const { wait, prefetch } = workersWith("a", "a");
	wait(jobOf("a"));
	assert.equal(prefetch.next(), undefined);
	wait(jobOf("a"));
	assert.notEqual(prefetch.next(), undefined);
});

test("a worker that computes another mill, is idle, was killed or has ended prefetches nothing", () => {
	const { slots, wait, prefetch } = workersWith("b", undefined, "a", "a");
	if (slots[2]) slots[2].killReason = "deadline";
	if (slots[3]) Object.assign(slots[3].process, { hasEnded: true });
	wait(jobOf("a"), jobOf("a"), jobOf("a"), jobOf("a"));
	assert.equal(prefetch.next(), undefined);
});

test("nothing is prefetched while two mills wait", () => {
	const { wait, prefetch } = workersWith("a");
	wait(jobOf("a"), jobOf("a"), jobOf("b"));
	assert.equal(prefetch.next(), undefined);
});

test("a large body is not prefetched", () => {
	const { wait, prefetch } = workersWith("a");
	wait(jobOf("a", MiB + 1), jobOf("a"));
	assert.equal(prefetch.next(), undefined, "and no call overtakes it");
});

test("prefetched calls return to the queue in their order when another mill waits", () => {
	const { slots, queue, wait, sent, prefetch } = workersWith("a", "a");
	const [first, second, third] = wait(jobOf("a"), jobOf("a"), jobOf("a"));
	while (prefetch.next());
	prefetch.returnPrefetched();
	assert.equal(prefetch.count("a"), 2, "no other mill waits");
	wait(jobOf("b"));
	prefetch.returnPrefetched();
	const taken = [1, 2, 3].map(() => queue.take((mill) => mill === "a"));
	assert.deepEqual(taken, [first, second, third]);
	assert.deepEqual(
		sent,
		[first, second].map((job) => ({ type: "cancel", id: job?.id })),
	);
	assert.equal(prefetch.count("a"), 0);
	assert.deepEqual(
		slots.map((slot) => slot.prefetched?.cancelled),
		[true, true],
		"the workers have not confirmed yet",
	);
	prefetch.returnPrefetched();
	assert.equal(sent.length, 2, "each message is sent once");
});

test("a prefetched call is taken back for a worker that can begin it now", () => {
	const { wait, prefetch } = workersWith("a", "a");
	const [first] = wait(jobOf("a"), jobOf("a"));
	while (prefetch.next());
	assert.equal(
		prefetch.takeOne(() => false),
		undefined,
	);
	assert.equal(
		prefetch.takeOne((mill) => mill === "a"),
		first,
	);
	assert.equal(first?.cancelled, false);
	assert.equal(prefetch.count("a"), 1);
});
