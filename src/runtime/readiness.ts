import { describeError } from "../core/describe-error.js";
import { Problem } from "../core/problem.js";
import type { Lane } from "./lane.js";
import type { Log } from "./log.js";
import type { RuntimeOptions } from "./options.js";

/** Whether a mill can be called. */
export type Readiness =
	| { readonly state: "starting" }
	| { readonly state: "ready" }
	| { readonly state: "unready"; readonly reason: string };

export interface Examination {
	/** For each mill, settled when it has been examined once. */
	readonly first: ReadonlyMap<string, Promise<void>>;
	stop(): void;
}

/**
 * Lets every mill run its own examples, at once and then now and again. A mill that does not meet them is
 * unready until it does: whatever changed under it, its answers cannot be trusted.
 */
export function keepExamining(
	lanes: ReadonlyMap<string, Lane>,
	states: Map<string, Readiness>,
	options: RuntimeOptions,
): Examination {
	let stopped = false;
	// That an examination was cut short by the end is no news of the mill.
	const log: Log = (...words) => {
		if (!stopped) options.log(...words);
	};
	const all = () =>
		new Map([...lanes].map(([name, lane]) => [name, examineOne(name, lane, states, log)] as const));
	const timer = setInterval(all, options.examineEvery);
	timer.unref();
	return {
		first: all(),
		stop: () => {
			stopped = true;
			clearInterval(timer);
		},
	};
}

async function examineOne(name: string, lane: Lane, states: Map<string, Readiness>, log: Log): Promise<void> {
	const before = states.get(name)?.state;
	const reason = await whyUnready(lane);
	states.set(name, reason === undefined ? { state: "ready" } : { state: "unready", reason });
	if (reason !== undefined) log("error", "a mill is not ready", { mill: name, reason });
	else if (before === "unready") log("info", "a mill is ready again", { mill: name });
}

async function whyUnready(lane: Lane): Promise<string | undefined> {
	try {
		const miss = (await lane.examine()).find(({ agrees }) => !agrees);
		if (!miss) return undefined;
		const { example, expected, actual } = miss;
		return `example ${example}: expected ${short(expected)}, got ${short(actual)}`;
	} catch (error) {
		return Problem.is(error) ? error.message : describeError(error);
	}
}

function short(value: unknown): string {
	const text = typeof value === "string" ? value : JSON.stringify(value);
	return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
