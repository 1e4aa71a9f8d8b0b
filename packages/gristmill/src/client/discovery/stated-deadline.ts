import { complainAboutDeadline, type Deadline, deadlineFor, LONGEST_DEADLINE } from "../../core/deadline.js";
import { isObject } from "../../core/schema/is-object.js";
import type { Schema } from "./documents.js";

/** Milliseconds added to the mill's own deadline for the network, and for a server that is slow to refuse. */
const GRACE = 10_000;

/** The deadline that a schema document states for its mill; undefined if it states none. */
export function statedDeadline(schema: Schema): Deadline | undefined {
	const operation = isObject(schema) && isObject(schema.$defs) ? schema.$defs.operation : undefined;
	const facts = isObject(operation) && isObject(operation.const) ? operation.const : {};
	return complainAboutDeadline(facts.deadline, 0) === undefined ? (facts.deadline as Deadline) : undefined;
}

/**
 * How long to wait for a mill with this deadline. Twice the deadline, because a call may wait in the server's queue as
 * long as it may run. An input of unknown size counts as the largest.
 */
export function waitFor(deadline: Deadline, bytes: number | undefined): number {
	const own = deadlineFor(deadline, bytes ?? Number.MAX_SAFE_INTEGER);
	return GRACE + 2 * Math.min(own, LONGEST_DEADLINE);
}
