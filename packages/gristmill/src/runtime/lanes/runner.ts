import { CLOCK } from "../../core/clock.js";
import type { Mill } from "../../core/definition/mill.js";
import { digestInThreads } from "../../core/in-slices.js";
import { callKey } from "../admission/call-key.js";
import { CallTimings } from "../admission/call-timings.js";
import { outOfService, unready } from "../admission/refusals.js";
import type { Utilisation } from "../admission/utilisation.js";
import type { Cancellation } from "../cancellation.js";
import type { ImportedMill } from "../loading/import-mill.js";
import { RETRY_MAX_MS } from "../loading/unloadable.js";
import type { Census } from "../observer.js";
import type { RuntimeOptions } from "../options.js";
import type { Call, MaybePromise } from "../perform.js";
import type { Piece } from "../pool/part-stream.js";
import type { Lane, Result } from "./lane.js";
import { makeLanes } from "./lanes.js";
import { keepExamining, type Readiness } from "./readiness.js";

/** A call that runs. Its times may still change. A failed call has its times, too. */
interface Running {
	readonly timings: CallTimings;
	readonly result: MaybePromise<Result>;
}

/** The same for a result that is wanted part by part. */
export interface RunningParts {
	readonly timings: CallTimings;
	readonly pieces: AsyncGenerator<Piece, void, void>;
}

/** Runs calls of mills. */
export interface Runner {
	/** Runs a call. `request` names it in the log. The result is rejected with a Problem, a Crash or CallerGone. */
	run(mill: Mill, call: Call, caller: Cancellation, request?: string): Running;
	/**
	 * Runs a call whose result is wanted part by part, or whose input comes in `pieces`, or both. It begins with the first part that is
	 * asked for.
	 */
	stream(
		mill: Mill,
		call: Call,
		caller: Cancellation,
		request?: string,
		pieces?: AsyncIterable<Uint8Array>,
	): RunningParts;
	/** The algorithm digest of a mill. */
	digest(mill: Mill): string;
	/** The key of a call: equal keys have equal results. */
	key(mill: Mill, call: Call): Promise<string>;
	/** Whether a call would run on the event loop, in less time than a message to another process takes. */
	isQuick(mill: Mill, call: Call): boolean;
	/**
	 * Since when the results of a mill can be trusted, as far as its own examples tell, in seconds since 1970: Infinity if they cannot
	 * be trusted now.
	 */
	trustedSince(mill: Mill): number;
	/** Each mill's state, by name. */
	readiness(): ReadonlyMap<string, Readiness>;
	/** Settled when every mill has run its examples once. */
	readonly examined: Promise<void>;
	/** What this version of Node cannot deny to mills, as sentences for the log. */
	readonly undenied: readonly string[];
	/** The process ids of all workers. */
	pids(): number[];
	/** The number of workers by what they do. */
	census(): Census;
	/** The number of calls of a mill that wait for a worker. */
	waiting(mill: string): number;
	/** How busy the workers of a mill are; undefined if its calls run in this process. */
	utilisation(mill: string): Utilisation | undefined;
	/** Kills the workers. */
	close(): void;
}

/** Assembles the runtime: a lane for each mill, and its periodic examples. */
export async function makeRunner(
	imported: readonly ImportedMill[],
	options: RuntimeOptions,
): Promise<Runner> {
	// The first examples find everything that changes before them.
	let serviceChanged = (_: string) => {};
	const { lanes, undenied, pids, census, close } = await makeLanes(imported, options, (mill) =>
		serviceChanged(mill),
	);
	const states = new Map<string, Readiness>(imported.map(({ mill }) => [mill.name, { state: "starting" }]));
	const examination = keepExamining(lanes, states, options);
	serviceChanged = examination.serviceChanged;

	function laneOf(mill: Mill): Lane {
		const lane = lanes.get(mill.name);
		if (!lane) throw new TypeError(`The runner does not hold this mill: ${mill.name}.`);
		return lane;
	}

	/** The lane of a mill that is ready. Waits while the mill is loading, instead of refusing the call. */
	async function readyLane(mill: Mill, timings: CallTimings): Promise<Lane> {
		timings.queued = (options.clock ?? CLOCK).now();
		if (states.get(mill.name)?.state === "starting") await examination.first.get(mill.name);
		if (states.get(mill.name)?.state === "ready") return laneOf(mill);
		if (laneOf(mill).outOfService() === undefined) throw outOfService();
		// Within this time it is loaded again.
		throw unready(undefined, Math.ceil(Math.min(RETRY_MAX_MS, options.examineEvery) / 1_000));
	}

	const isReady = (mill: Mill) => states.get(mill.name)?.state === "ready";

	/** The first part is awaited by the flow, so that a call that fails at once gets its status. */
	async function* piecesOf(
		mill: Mill,
		call: Call,
		caller: Cancellation,
		timings: CallTimings,
		pieces?: AsyncIterable<Uint8Array>,
	) {
		const lane = isReady(mill) ? laneOf(mill) : await readyLane(mill, timings);
		yield* lane.stream(call, caller, timings, pieces);
	}

	return {
		run: (mill, call, caller, request) => {
			const timings = new CallTimings(request);
			const runIn = (lane: Lane) => lane.run(call, caller, timings);
			try {
				const result = isReady(mill) ? runIn(laneOf(mill)) : readyLane(mill, timings).then(runIn);
				return { timings, result };
			} catch (error) {
				return { timings, result: Promise.reject(error) };
			}
		},
		stream: (mill, call, caller, request, given) => {
			const timings = new CallTimings(request);
			return { timings, pieces: piecesOf(mill, call, caller, timings, given) };
		},
		digest: (mill) => laneOf(mill).digest,
		key: async (mill, call) => {
			await digestInThreads(call.body);
			return callKey(mill, laneOf(mill).digest, call);
		},
		isQuick: (mill, call) => laneOf(mill).isQuick(call),
		trustedSince: (mill) =>
			states.get(mill.name)?.state === "unready" && laneOf(mill).outOfService() === undefined
				? Number.POSITIVE_INFINITY
				: (examination.rightSince.get(mill.name) ?? 0),
		readiness: () => states,
		examined: Promise.all(examination.first.values()).then(() => {}),
		undenied,
		pids,
		census,
		waiting: (mill) => lanes.get(mill)?.waiting() ?? 0,
		utilisation: (mill) => lanes.get(mill)?.utilisation(),
		close: () => {
			examination.stop();
			close();
		},
	};
}
