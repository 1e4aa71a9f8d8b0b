import type { Mill } from "../core/mill.js";
import { Problem } from "../core/problem.js";
import { admit, Patience } from "./admission.js";
import { callKey } from "./call-key.js";
import { type Cost, Costs } from "./cost.js";
import { Gone } from "./gone.js";
import { boundedDeadline } from "./job-deadline.js";
import type { Lane } from "./lane.js";
import { limitsOf, type RuntimeOptions } from "./options.js";
import type { Passage } from "./passage.js";
import type { Call, Content } from "./perform.js";
import { performHere } from "./perform-here.js";
import type { Pool } from "./pool.js";
import type { ReadyMill } from "./ready-mill.js";
import { SingleFlight } from "./single-flight.js";
import { SteadyMean } from "./steady-mean.js";

/** Below this many microseconds a call costs less on the HTTP loop than the way to a worker and back. */
const INLINE_BELOW = 100;

/**
 * Calls go to the pool; equal ones under way are computed once. Where the mill is `ready` in this process too,
 * calls of a size that has proved cheap run right here.
 */
export function pooled(
	pool: Pool,
	mill: Mill,
	digest: string,
	ready: ReadyMill | undefined,
	options: RuntimeOptions,
): Lane {
	/** What a call computes decides where it runs; how long it takes a worker, how long others wait. */
	const costs = new Costs();
	const held = new SteadyMean();
	const patience = new Patience();
	const flights = new SingleFlight<Content>();
	const { workers } = options;
	const { concurrency = workers, maxWaiting = options.maxWaiting } = limitsOf(mill.name, options);

	async function inPool(call: Call, cost: Cost, signal: AbortSignal, passage: Passage): Promise<Content> {
		const began = performance.now();
		const deadline = boundedDeadline(mill, call.body.byteLength, options.deadline);
		const share = Math.min(concurrency, workers / Math.max(1, pool.busyMills()));
		admit(
			{ waiting: pool.waiting(mill.name), share, cost: held.value, deadline, maxWaiting },
			patience.at(began),
		);
		try {
			const outcome = await pool.run(mill.name, call, signal, passage);
			cost.observe(call.body.byteLength, outcome.micros);
			held.observe(outcome.held);
			patience.served();
			return outcome.content;
		} catch (error) {
			const now = performance.now();
			const waited = now - began;
			// Who leaves sooner than an idle server could answer says nothing of the queue.
			if (error instanceof Gone && waited * 1_000 > (held.value ?? 0)) patience.gaveUp(waited, now);
			// A call that was killed took its worker for as long as it might.
			if (Problem.is(error) && error.code === "deadline-exceeded") held.observe(deadline * 1_000);
			throw error;
		}
	}

	return {
		digest,
		run: (call, signal, passage) => {
			const cost = costs.of(call.parameters);
			const guess = ready && cost.estimate(call.body.byteLength);
			if (ready && guess !== undefined && guess < INLINE_BELOW)
				// Of failures too: a refusal that takes long must leave the loop as well.
				return performHere("inline", ready, call, signal, passage, () =>
					cost.observe(call.body.byteLength, (passage.done - passage.begun) * 1_000),
				);
			// Already set where the call waited for its mill to load.
			passage.queued ||= performance.now();
			passage.lane = "worker";
			const start = (shared: AbortSignal) => inPool(call, cost, shared, passage);
			return flights.join(callKey(mill, digest, call), signal(), start, passage);
		},
		examine: async () => {
			const reason = pool.unloadable(mill.name);
			if (reason !== undefined) throw new Error(`the mill cannot be loaded: ${reason}`);
			return pool.examine(mill.name);
		},
		waiting: () => pool.waiting(mill.name),
	};
}
