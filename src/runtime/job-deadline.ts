import { deadlineFor } from "../core/deadline.js";
import type { Mill } from "../core/mill.js";
import { largestExample } from "./example-call.js";
import type { Job } from "./job.js";

/** How long a call with so many bytes may run where the operator sets a bound. */
export function boundedDeadline(mill: Mill | undefined, bytes: number, bound: number): number {
	return mill ? Math.min(deadlineFor(mill.deadline, bytes), bound) : bound;
}

/** How long a job may run: a mill's own examples are several calls. */
export function jobDeadline(mill: Mill | undefined, task: Job["task"], bound: number): number {
	if (!("order" in task)) return boundedDeadline(mill, task.body.byteLength, bound);
	const calls = (task.order ?? mill?.examples ?? []).length;
	return boundedDeadline(mill, largestExample(mill), bound) * Math.max(1, calls);
}
