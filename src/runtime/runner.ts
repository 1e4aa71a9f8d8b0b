import type { Mill } from "../core/mill.js";
import { Problem } from "../core/problem.js";
import { callKey } from "./call-key.js";
import type { ImportedMill } from "./import-mill.js";
import type { Lane } from "./lane.js";
import { makeLanes } from "./lanes.js";
import type { Census } from "./observer.js";
import type { RuntimeOptions } from "./options.js";
import { Passage } from "./passage.js";
import type { Call, Content, Eventual } from "./perform.js";
import { keepExamining, type Readiness } from "./readiness.js";

/** Where calls are computed. */
export interface Runner {
	/** The result; throws a Problem, or anything else where the mill failed. The passage tells how it went. */
	run(mill: Mill, call: Call, signal: () => AbortSignal, passage?: Passage): Eventual<Content>;
	/** The algorithm digest of a mill. */
	digest(mill: Mill): string;
	/** The key of a call: equal keys have equal answers. */
	key(mill: Mill, call: Call): string;
	/** Each mill's state, by name. */
	readiness(): ReadonlyMap<string, Readiness>;
	/** Settled when every mill has been examined once. */
	readonly examined: Promise<void>;
	/** What workers could not be denied on this version of Node, in words. */
	readonly undenied: readonly string[];
	/** The process ids of all workers. */
	pids(): number[];
	/** What the workers do. */
	census(): Census;
	/** How many calls of a mill wait for a worker. */
	waiting(mill: string): number;
	/** Ends the workers. */
	close(): void;
}

/** Puts the runtime together: a lane for each mill, and its examination now and then. */
export async function makeRunner(
	imported: readonly ImportedMill[],
	options: RuntimeOptions,
): Promise<Runner> {
	const { lanes, undenied, pids, census, close } = await makeLanes(imported, options);
	const states = new Map<string, Readiness>(imported.map(({ mill }) => [mill.name, { state: "starting" }]));
	const examination = keepExamining(lanes, states, options);

	function laneOf(mill: Mill): Lane {
		const lane = lanes.get(mill.name);
		if (!lane) throw new TypeError(`The runner does not hold this mill: ${mill.name}.`);
		return lane;
	}

	/** Whoever comes while the mill is loading waits for it; it is not sent away. */
	async function runWhenReady(
		mill: Mill,
		call: Call,
		signal: () => AbortSignal,
		passage: Passage,
	): Promise<Content> {
		passage.queued = performance.now();
		if (states.get(mill.name)?.state === "starting") await examination.first.get(mill.name);
		if (states.get(mill.name)?.state === "ready") return laneOf(mill).run(call, signal, passage);
		throw new Problem("unready", undefined, { retryAfter: Math.ceil(options.examineEvery / 1_000) });
	}

	return {
		run: (mill, call, signal, passage = new Passage()) => {
			if (states.get(mill.name)?.state === "ready") return laneOf(mill).run(call, signal, passage);
			return runWhenReady(mill, call, signal, passage);
		},
		digest: (mill) => laneOf(mill).digest,
		key: (mill, call) => callKey(mill, laneOf(mill).digest, call),
		readiness: () => states,
		examined: Promise.all(examination.first.values()).then(() => {}),
		undenied,
		pids,
		census,
		waiting: (mill) => lanes.get(mill)?.waiting() ?? 0,
		close: () => {
			examination.stop();
			close();
		},
	};
}
