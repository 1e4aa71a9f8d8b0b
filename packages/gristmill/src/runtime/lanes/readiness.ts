import { CLOCK, type Timer } from "../../core/clock.js";
import { describeError } from "../../core/describe-error.js";
import { Problem } from "../../core/problem.js";
import { type Dependence, describeDependence } from "../loading/examine-together.js";
import type { Log } from "../log.js";
import type { RuntimeOptions } from "../options.js";
import type { Lane } from "./lane.js";

/** Whether a mill can be called. */
export type Readiness =
	| { readonly state: "starting" }
	| { readonly state: "ready" }
	| { readonly state: "unready"; readonly reason: string };

/** A mill that gave no result, perhaps because the machine was busy, runs its examples again so soon, in milliseconds. The wait doubles. */
const AGAIN_MS = 5_000;

interface Examination {
	/** For each mill, settled when it has run its examples once. */
	readonly first: ReadonlyMap<string, Promise<void>>;
	/** When mills that had computed wrong results passed their examples again, in seconds since 1970. */
	readonly rightSince: ReadonlyMap<string, number>;
	/** A mill went out of service, and is unready at once; or it is in service again, and runs its examples at once. */
	readonly serviceChanged: (mill: string) => void;
	stop(): void;
}

/**
 * Lets every mill run its own examples: at once, then periodically, and when it can be loaded again. A mill that fails them is
 * unready until it passes, because its results cannot be trusted.
 */
export function keepExamining(
	lanes: ReadonlyMap<string, Lane>,
	states: Map<string, Readiness>,
	options: RuntimeOptions,
): Examination {
	let stopped = false;
	// Examples that were cut short by the shutdown say nothing about the mill.
	const log: Log = (...line) => {
		if (!stopped) options.log(...line);
	};
	const setState = (name: string, reason: string | undefined) => {
		const before = states.get(name);
		states.set(name, reason === undefined ? { state: "ready" } : { state: "unready", reason });
		const known = before?.state === "unready" ? before.reason : undefined;
		if (reason !== undefined && reason !== known) log("error", "a mill is not ready", { mill: name, reason });
		else if (reason === undefined && known !== undefined)
			log("info", "a mill is ready again", { mill: name });
	};
	const { clock = CLOCK, examineEvery } = options;
	const again = new Map<string, Timer>();
	const examineAgain = (name: string, lane: Lane, wait: number) => {
		clock.clearTimeout(again.get(name));
		again.delete(name);
		if (stopped || wait >= examineEvery) return;
		const timer = clock.setTimeout(() => void examineOne(name, lane, 2 * wait), wait);
		clock.unref(timer);
		again.set(name, timer);
	};
	const rightSince = new Map<string, number>();
	const examineOne = async (name: string, lane: Lane, wait = AGAIN_MS) => {
		const out = lane.outOfService();
		const { reason, because }: Finding = out === undefined ? await whyUnready(lane) : { reason: out };
		examineAgain(name, lane, because === "no-result" ? wait : Number.POSITIVE_INFINITY);
		// The second that has begun may be that of a wrong result.
		if (because === "wrong-result") rightSince.set(name, Number.POSITIVE_INFINITY);
		else if (reason === undefined && rightSince.get(name) === Number.POSITIVE_INFINITY)
			rightSince.set(name, Math.floor(Date.now() / 1_000) + 1);
		// The examples take a while, and the worker may be lost meanwhile.
		const lost = lane.outOfService();
		const isCallable = options.development && lost === undefined;
		if (isCallable && reason !== undefined) log("error", "an example fails", { mill: name, reason });
		setState(name, isCallable ? undefined : (lost ?? reason));
	};
	const all = () => new Map([...lanes].map(([name, lane]) => [name, examineOne(name, lane)] as const));
	let timer: Timer;
	const examineLater = () => {
		timer = clock.setTimeout(() => {
			all();
			examineLater();
		}, examineEvery);
		clock.unref(timer);
	};
	examineLater();
	return {
		first: all(),
		rightSince,
		serviceChanged: (name) => {
			const lane = lanes.get(name);
			const reason = lane?.outOfService();
			if (reason !== undefined) setState(name, reason);
			else if (lane) void examineOne(name, lane);
		},
		stop: () => {
			stopped = true;
			clock.clearTimeout(timer);
			for (const timer of again.values()) clock.clearTimeout(timer);
		},
	};
}

/** Why a mill is unready. After a wrong result, what was computed before may be wrong, too; without one, the machine may have been busy. */
interface Finding {
	readonly reason: string | undefined;
	readonly because?: "wrong-result" | "no-result";
}

async function whyUnready(lane: Lane): Promise<Finding> {
	try {
		const miss = (await lane.examine()).find(({ agrees }) => !agrees);
		if (!miss) return whyDependent((await lane.examineTogether())[0]);
		const { example, expected, actual, failure } = miss;
		if (failure !== undefined) return { reason: `example ${example} failed: ${short(failure)}` };
		const reason = `example ${example}: expected ${short(expected)}, got ${short(actual)}`;
		return { reason, because: "wrong-result" };
	} catch (error) {
		return { reason: Problem.is(error) ? error.message : describeError(error), because: "no-result" };
	}
}

/** An answer that depends on which other calls were waiting cannot be trusted. */
function whyDependent(dependence: Dependence | undefined): Finding {
	if (!dependence) return { reason: undefined };
	const { alone, together, failure } = dependence;
	const what = describeDependence(dependence);
	if (failure !== undefined) return { reason: `runBatch failed: ${what}: ${short(failure)}` };
	const reason = `the answer depends on the batch: ${what}: ${short(alone)} and ${short(together)}`;
	return { reason, because: "wrong-result" };
}

/** The maximum length of a value or failure in the log: enough for advice and some lines of a stack. */
const MOST = 1_000;

function short(value: unknown): string {
	const text = typeof value === "string" ? value : JSON.stringify(value);
	return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
