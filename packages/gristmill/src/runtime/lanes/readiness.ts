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
	const rightSince = new Map<string, number>();
	const examineOne = async (name: string, lane: Lane) => {
		const found = lane.outOfService() ?? (await whyUnready(lane));
		const reason = found instanceof WrongResult ? found.message : found;
		// The second that has begun may be that of a wrong result.
		if (found instanceof WrongResult) rightSince.set(name, Number.POSITIVE_INFINITY);
		else if (found === undefined && rightSince.get(name) === Number.POSITIVE_INFINITY)
			rightSince.set(name, Math.floor(Date.now() / 1_000) + 1);
		// The examples take a while, and the worker may be lost meanwhile.
		const lost = lane.outOfService();
		const isCallable = options.development && lost === undefined;
		if (isCallable && reason !== undefined) log("error", "an example fails", { mill: name, reason });
		setState(name, isCallable ? undefined : (lost ?? reason));
	};
	const all = () => new Map([...lanes].map(([name, lane]) => [name, examineOne(name, lane)] as const));
	const { clock = CLOCK } = options;
	let timer: Timer;
	const examineLater = () => {
		timer = clock.setTimeout(() => {
			all();
			examineLater();
		}, options.examineEvery);
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
		},
	};
}

/** An example whose result is another one. What was computed before may be wrong, too. */
class WrongResult extends Error {}

async function whyUnready(lane: Lane): Promise<string | WrongResult | undefined> {
	try {
		const miss = (await lane.examine()).find(({ agrees }) => !agrees);
		if (!miss) return whyDependent((await lane.examineTogether())[0]);
		const { example, expected, actual, failure } = miss;
		if (failure !== undefined) return `example ${example} failed: ${short(failure)}`;
		return new WrongResult(`example ${example}: expected ${short(expected)}, got ${short(actual)}`);
	} catch (error) {
		return Problem.is(error) ? error.message : describeError(error);
	}
}

/** An answer that depends on which other calls were waiting cannot be trusted. */
function whyDependent(dependence: Dependence | undefined): string | WrongResult | undefined {
	if (!dependence) return undefined;
	const { alone, together, failure } = dependence;
	const what = describeDependence(dependence);
	if (failure !== undefined) return `runBatch failed: ${what}: ${short(failure)}`;
	return new WrongResult(`the answer depends on the batch: ${what}: ${short(alone)} and ${short(together)}`);
}

/** The maximum length of a value or failure in the log: enough for advice and some lines of a stack. */
const MOST = 1_000;

function short(value: unknown): string {
	const text = typeof value === "string" ? value : JSON.stringify(value);
	return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
