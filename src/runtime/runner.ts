import type { Mill } from "../core/mill.js";
import { type Call, type Content, perform } from "./perform.js";
import { makeReady, type ReadyMill } from "./ready-mill.js";

/** Where calls are computed. */
export interface Runner {
	/** The result; throws a Problem, or anything else where the mill failed. */
	run(mill: Mill, call: Call, signal: () => AbortSignal): Promise<Content>;
}

/** Runs every call in this process: no isolation and no deadline, for mills that are given as objects. */
export async function inProcess(mills: readonly Mill[]): Promise<Runner> {
	const ready = new Map<Mill, ReadyMill>();
	for (const mill of mills) ready.set(mill, await makeReady(mill));
	return {
		run: (mill, call, signal) => {
			const loaded = ready.get(mill);
			if (!loaded) throw new TypeError(`The runner does not hold this mill: ${mill.name}.`);
			return perform(loaded, call, signal);
		},
	};
}
