import type { Call } from "../perform.js";
import {
	awaitBegin,
	isCancelled,
	type Job,
	membersOf,
	standInFor,
	startDeadline,
	stopDeadline,
	type WorkerSlot,
} from "./job.js";
import type { RunningCalls } from "./queue.js";

/** Assigns jobs to workers and releases them. */
export class Assignments {
	readonly #running: RunningCalls;
	readonly #onLate: (slot: WorkerSlot) => void;

	/** `onLate` is called with a worker that does not begin its job. */
	constructor(running: RunningCalls, onLate: (slot: WorkerSlot) => void) {
		this.#running = running;
		this.#onLate = onLate;
	}

	assign(slot: WorkerSlot, job: Job): void {
		this.#occupy(slot, job);
		this.send(slot, job);
	}

	/** Sends a job to a worker without making it the worker's current job. */
	send(slot: WorkerSlot, job: Job): void {
		job.worker = slot;
		const { id, mill, task } = job;
		if ("order" in task) slot.process.send({ type: "examine", id, mill, ...task });
		else if ("members" in task) this.#sendBatch(slot, job, task.inARow);
		else slot.process.send({ type: "call", id, mill, call: task });
	}

	#sendBatch(slot: WorkerSlot, batch: Job, inARow: boolean): void {
		const members = membersOf(batch);
		for (const member of members) member.worker = slot;
		const calls = members.map(({ id, task }) => ({ id, call: task as Call }));
		slot.process.send({ type: "batch", id: batch.id, mill: batch.mill, calls, inARow });
	}

	/** Releases the current job of a worker, whatever its result. The prefetched job becomes the current one. */
	release(slot: WorkerSlot): Job | undefined {
		const { job, prefetched } = slot;
		slot.job = undefined;
		slot.prefetched = undefined;
		if (job) {
			stopDeadline(job);
			job.worker = undefined;
			for (const member of membersOf(job)) member.worker = undefined;
			if (!job.isReassigned) this.#running.remove(job.mill);
		}
		if (prefetched) this.#occupy(slot, prefetched);
		return job;
	}

	/** Takes back a job that its worker has not begun, for a second try. Returns undefined if a second try is not possible. */
	takeBack(slot: WorkerSlot): Job | undefined {
		const { job } = slot;
		if (!job || job.begun || isCancelled(job) || job.isSecondTry) return undefined;
		slot.job = { ...standInFor(job), isReassigned: true };
		this.#running.remove(job.mill);
		for (const member of membersOf(job)) {
			member.isSecondTry = true;
			member.worker = undefined;
		}
		slot.process.send({ type: "cancel", id: job.id });
		return job;
	}

	/** Takes back a row whose worker is slow. One of its calls may never end, so the worker keeps its deadline. */
	takeBackRow(slot: WorkerSlot, row: Job): void {
		stopDeadline(row);
		slot.job = { ...standInFor(row), isReassigned: true };
		startDeadline(slot, slot.job);
		this.#running.remove(row.mill);
		for (const member of membersOf(row)) {
			member.worker = undefined;
			// It is not known which call is slow.
			member.mustBeAlone = true;
		}
		slot.process.send({ type: "cancel", id: row.id });
	}

	/** Makes a job the current job of a worker. */
	#occupy(slot: WorkerSlot, job: Job): void {
		slot.job = job;
		this.#running.add(job.mill);
		awaitBegin(slot, job, () => this.#onLate(slot));
	}
}
