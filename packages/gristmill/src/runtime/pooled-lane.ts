import { performance } from "node:perf_hooks";
import type { Mill } from "../core/definition/mill.js";
import { Problem } from "../core/problem.js";
import { admit, mayWait, Patience } from "./admission/admission.js";
import { flightKey } from "./admission/call-key.js";
import type { CallTimings } from "./admission/call-timings.js";
import { type Cost, Costs, SteadyMean } from "./admission/cost.js";
import { SingleFlight } from "./admission/single-flight.js";
import type { Departure } from "./cancellation.js";
import { CallerGone } from "./failures.js";
import { type Lane, performHere, type Result } from "./lane.js";
import type { ReadyMill } from "./loading/ready-mill.js";
import { limitsOf, type RuntimeOptions } from "./options.js";
import type { Call } from "./perform.js";
import { ArrivingBytes } from "./pool/arriving.js";
import { boundedDeadline } from "./pool/job.js";
import type { Pool } from "./pool/pool.js";

/** A call that takes fewer microseconds costs less on the event loop than the transfer to a worker and back. */
const INLINE_BELOW = 100;

/**
 * The lane of a mill that was given by its module: calls run in the pool, and equal calls at the same time run once. If the mill
 * is `ready` in this process too, calls of a size that has proved cheap run here.
 */
export function pooledLane(
	pool: Pool,
	mill: Mill,
	digest: string,
	ready: ReadyMill | undefined,
	options: RuntimeOptions,
): Lane {
	/** The compute time decides where a call runs. The time in a worker decides how long other calls wait. */
	const costs = new Costs();
	const occupied = new SteadyMean();
	const patience = new Patience();
	const flights = new SingleFlight<Result>((result, callers) => {
		if (result instanceof ArrivingBytes) result.expect(callers);
	});
	const { workers } = options;
	const { concurrency = workers, maxWaiting = options.maxWaiting } = limitsOf(mill.name, options);

	/** A call that was killed occupied its worker until its deadline. */
	function observeFailure(error: unknown, deadline: number): void {
		if (Problem.is(error) && error.code === "deadline-exceeded") occupied.observe(deadline * 1_000);
	}

	async function runInPool(
		call: Call,
		cost: Cost,
		callers: Departure,
		timings: CallTimings,
	): Promise<Result> {
		const began = performance.now();
		const deadline = boundedDeadline(mill, call.body.byteLength, options.deadline);
		const share = Math.min(concurrency, workers / Math.max(1, pool.busyMills()));
		const waiting = pool.waiting(mill.name);
		const queue = { waiting, share, cost: occupied.value, deadline, maxWaiting };
		const limit = patience.at(began);
		if (!mayWait(queue, limit)) {
			pool.dispatchNow();
			admit({ ...queue, waiting: pool.waiting(mill.name) }, limit);
		}
		try {
			const { content, micros, occupiedMicros } = await pool.run(mill.name, call, callers, timings);
			cost.observe(call.body.byteLength, micros);
			if (typeof occupiedMicros === "number") occupied.observe(occupiedMicros);
			else
				occupiedMicros.then(
					(time) => occupied.observe(time),
					(error) => observeFailure(error, deadline),
				);
			patience.served();
			return content;
		} catch (error) {
			const now = performance.now();
			const waited = now - began;
			// A caller that leaves before an idle server could answer says nothing about the queue.
			if (error instanceof CallerGone && waited * 1_000 > (occupied.value ?? 0)) patience.gaveUp(waited, now);
			observeFailure(error, deadline);
			throw error;
		}
	}

	return {
		digest,
		run: (call, caller, timings) => {
			const cost = costs.of(call.parameters);
			const estimate = ready && cost.estimate(call.body.byteLength);
			if (ready && estimate !== undefined && estimate < INLINE_BELOW)
				// Failed calls count too: slow refusals must leave the event loop as well.
				return performHere("inline", ready, call, caller, timings, () =>
					cost.observe(call.body.byteLength, (timings.done - timings.begun) * 1_000),
				);
			// It is set already if the call waited for its mill to load.
			timings.queued ||= performance.now();
			timings.lane = "worker";
			const start = (callers: Departure) => runInPool(call, cost, callers, timings);
			return flights.join(flightKey(mill, digest, call), caller, start, timings);
		},
		examine: () => pool.examine(mill.name),
		examineTogether: () => pool.examineTogether(mill.name),
		outOfService: () => {
			const reason = pool.unloadable(mill.name);
			return reason === undefined ? undefined : `the mill cannot be loaded: ${reason}`;
		},
		waiting: () => pool.waiting(mill.name),
	};
}
