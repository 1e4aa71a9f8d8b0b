import type { Family } from "./exposition.js";
import type { MillMeter } from "./meters.js";

/** What a store of answers counts. */
export interface KeptCounts {
	readonly bytes: number;
	readonly stored: number;
	readonly errors: number;
}

/** The metrics of kept answers: of each mill that can be called, and of the store if there is one. */
export function keptFamilies(
	called: readonly (readonly [string, MillMeter])[],
	store: KeptCounts | undefined,
): Family[] {
	return [
		{
			name: "gristmill_kept_hits_total",
			help: "Calls answered with a kept answer.",
			type: "counter",
			samples: called.map(([mill, { keptHits }]) => [{ mill }, keptHits] as const),
		},
		{
			name: "gristmill_kept_misses_total",
			help: "Calls whose answer was looked for among the kept ones, and was not there.",
			type: "counter",
			samples: called.map(([mill, { keptMisses }]) => [{ mill }, keptMisses] as const),
		},
		{
			name: "gristmill_kept_stored_bytes_total",
			help: "Bytes of the answers that were put into the store.",
			type: "counter",
			samples: [[{}, store?.stored ?? 0]],
		},
		{
			name: "gristmill_kept_bytes",
			help: "Memory that kept answers take.",
			type: "gauge",
			samples: [[{}, store?.bytes ?? 0]],
		},
		{
			name: "gristmill_kept_errors_total",
			help: "Failures of the store of answers: lost connections, refused commands, and values that are no answers.",
			type: "counter",
			samples: [[{}, store?.errors ?? 0]],
		},
	];
}
