import { occupiedMicros, sharedMicros } from "./answers.js";
import { type Arrival, type Job, recordEnd } from "./job.js";
import type { FromWorker } from "./messages.js";

/** Gives the caller of a call a result whose bytes are yet to come. `job` is the call itself, or the batch that it is in. */
export function beginArrival(
	job: Job,
	call: Job,
	{ content, micros }: Extract<FromWorker, { type: "arriving" }>,
): Arrival {
	if ("members" in job.task) job.task.members.delete(call.id);
	let end = (_: number) => {};
	let fail = (_: Error) => {};
	const occupied = new Promise<number>((resolve, reject) => {
		end = resolve;
		fail = reject;
	});
	// If the caller is gone, the rejection has no listener.
	occupied.catch(() => {});
	content.expect(call.cancelled ? 0 : 1);
	call.resolve({ content, micros: sharedMicros(job, micros), occupiedMicros: occupied });
	return {
		call,
		end: () => {
			recordEnd(call);
			end(occupiedMicros(job));
		},
		fail: (error) => {
			recordEnd(call);
			content.fail(error);
			fail(error);
		},
	};
}
