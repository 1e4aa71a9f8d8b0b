import { complainAboutDeadline, type Deadline, deadlineFor, LONGEST_DEADLINE } from "../core/deadline.js";
import { isObject } from "../core/is-object.js";
import type { Schema } from "./documents.js";

/** For the way there and back, and for a server that is slow to say no. */
const GRACE = 10_000;

/** How long a mill may run, as its schema says it; undefined where it says nothing of it. */
export function statedDeadline(schema: Schema): Deadline | undefined {
	const operation = isObject(schema) && isObject(schema.$defs) ? schema.$defs.operation : undefined;
	const facts = isObject(operation) && isObject(operation.const) ? operation.const : {};
	return complainAboutDeadline(facts.deadline, 0) === undefined ? (facts.deadline as Deadline) : undefined;
}

/**
 * How long to wait for a mill that may run so long: twice that, because a server lets calls wait for their turn as long as
 * they may run. An input of unknown size is taken for the largest.
 */
export function waitFor(deadline: Deadline, bytes: number | undefined): number {
	const own = deadlineFor(deadline, bytes ?? Number.MAX_SAFE_INTEGER);
	return GRACE + 2 * Math.min(own, LONGEST_DEADLINE);
}
