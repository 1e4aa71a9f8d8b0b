import { CLOCK } from "../../core/clock.js";
import type { Mill } from "../../core/definition/mill.js";
import { digestInThreads, isDigested } from "../../core/in-slices.js";
import { Problem } from "../../core/problem.js";
import { admit, mayWait, Patience } from "../admission/admission.js";
import { flightKey } from "../admission/call-key.js";
import { type Cost, Costs, SteadyMean } from "../admission/cost.js";
import { type Computation, SingleFlight } from "../admission/single-flight.js";
import { utilisationOf } from "../admission/utilisation.js";
import type { Departure } from "../cancellation.js";
import { CallerGone } from "../failures.js";
import { limitsOf, type RuntimeOptions } from "../options.js";
import type { Call } from "../perform.js";
import { ArrivingBytes } from "../pool/arriving.js";
import { InputFeed } from "../pool/input-feed.js";
import { PartStream } from "../pool/part-stream.js";
import { boundedDeadline, inputSize, type PoolAnswer } from "../pool/pending-call.js";
import type { Pool } from "../pool/pool.js";
import type { ReadyMill } from "../ready-mill.js";
import { type Lane, performHere, type Result } from "./lane.js";

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
	const { workers, clock = CLOCK } = options;
	const { concurrency = workers, maxWaiting = options.maxWaiting } = limitsOf(mill.name, options);

	/** Refuses a call that may not wait. Returns its deadline. */
	function admitted(call: Call, began: number): number {
		const deadline = boundedDeadline(mill, inputSize(call), options.deadline);
		const share = Math.min(concurrency, workers / Math.max(1, pool.busyMills()));
		const waiting = pool.waiting(mill.name);
		const queue = { waiting, share, cost: occupied.value, deadline, maxWaiting };
		const limit = patience.at(began);
		if (!mayWait(queue, limit)) {
			pool.dispatchNow();
			admit({ ...queue, waiting: pool.waiting(mill.name) }, limit);
		}
		return deadline;
	}

	/** Gives a call to the pool, if it may wait. */
	function start(call: Call, cost: Cost, callers: Departure, request?: string): Computation<Result> {
		const began = clock.now();
		const deadline = admitted(call, began);
		const times = pool.run(mill.name, call, callers, request);
		const result = times.answer.then(
			(answer) => {
				cost.observe(call.body.byteLength, answer.micros);
				patience.served(clock.now() - began);
				observe(answer, deadline);
				return answer.content;
			},
			(error: unknown) => {
				const now = clock.now();
				const waited = now - began;
				// A caller that leaves before an idle server could answer says nothing about the queue. One that leaves while it
				// waits takes nothing from others: only a call that has begun is computed in vain.
				const isComputed = times.begun > 0 && waited * 1_000 > (occupied.value ?? 0);
				if (error instanceof CallerGone && isComputed) patience.gaveUp(waited, now);
				// One that was refused has occupied nothing.
				if (times.begun > 0) observeFailure(error, deadline);
				throw error;
			},
		);
		return { times, result };
	}

	function observe(answer: PoolAnswer, deadline: number): void {
		if (typeof answer.occupied === "number") occupied.observe(answer.occupied);
		else
			answer.occupied.then(
				(time) => occupied.observe(time),
				(error) => observeFailure(error, deadline),
			);
	}

	/** A call that was killed occupied its worker until its deadline. */
	function observeFailure(error: unknown, deadline: number): void {
		if (Problem.is(error) && error.code === "deadline-exceeded") occupied.observe(deadline * 1_000);
	}

	const isCheap = (cost: Cost, { body }: Call) =>
		(cost.estimate(body.byteLength) ?? INLINE_BELOW) < INLINE_BELOW;

	return {
		digest,
		isQuick: (call) => ready !== undefined && isCheap(costs.of(call.parameters), call),
		run: (call, caller, timings) => {
			const cost = costs.of(call.parameters);
			const { byteLength } = call.body;
			if (ready && isCheap(cost, call))
				// Failed calls count too: slow refusals must leave the event loop as well.
				return performHere("inline", ready, call, caller, timings, (milliseconds) =>
					cost.observe(byteLength, milliseconds * 1_000),
				);
			// It is set already if the call waited for its mill to load.
			timings.queued ||= clock.now();
			timings.lane = "worker";
			const board = () => {
				const flight = flights.join(flightKey(mill, digest, call), caller, (callers) =>
					start(call, cost, callers, timings.request),
				);
				if (flight.isShared) timings.lane = "shared";
				timings.times = flight.times;
				return flight.result;
			};
			return isDigested(call.body) ? board() : digestInThreads(call.body).then(board);
		},
		// Equal calls run by themselves: one reader would wait for the other.
		stream: (call, caller, timings, pieces) => {
			const began = clock.now();
			timings.queued ||= began;
			timings.lane = "worker";
			admitted(call, began);
			const stream = new PartStream();
			const input = pieces && new InputFeed(pieces);
			const times = pool.run(mill.name, call, caller, timings.request, stream, input);
			timings.times = times;
			// The stream tells its failure, too.
			times.answer.catch(() => {});
			return stream.read();
		},
		examine: (order) => pool.examine(mill.name, order),
		examineTogether: () => pool.examineTogether(mill.name),
		outOfService: () => {
			const reason = pool.unloadable(mill.name);
			return reason === undefined ? undefined : `the mill cannot be loaded: ${reason}`;
		},
		waiting: () => pool.waiting(mill.name),
		utilisation: () =>
			utilisationOf({
				...pool.occupancy(mill.name),
				...{ workers, concurrency, waiting: pool.waiting(mill.name), cost: occupied.value },
			}),
	};
}
