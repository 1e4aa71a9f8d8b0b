import type { Job, Seat } from "./job.js";

/** A worker that says nothing for this long after it was given a job hangs in something else. */
const ACKNOWLEDGE_MS = 30_000;

/** Ends a worker that does not begin with the job that it was given. */
export function awaitBegin(seat: Seat, job: Job): void {
	job.given = performance.now();
	job.begun = false;
	if (job.deadline === Number.POSITIVE_INFINITY) return;
	job.timer = setTimeout(() => {
		seat.verdict ??= "silent";
		seat.process.kill();
	}, ACKNOWLEDGE_MS);
}

/** The worker has begun: from now on the deadline counts. */
export function startClock(seat: Seat, job: Job): void {
	job.begun = true;
	if (job.passage) {
		job.passage.begun = performance.now();
		// Done once already, where the worker before this one died.
		job.passage.done = 0;
	}
	clearTimeout(job.timer);
	if (job.deadline === Number.POSITIVE_INFINITY) return;
	job.timer = setTimeout(() => {
		seat.verdict = "deadline";
		seat.process.kill();
	}, job.deadline);
}

/** The worker has the job no more, whatever came of it. */
export function stopClock(job: Job): void {
	clearTimeout(job.timer);
	if (job.passage && job.begun) job.passage.done = performance.now();
}
