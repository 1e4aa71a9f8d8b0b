import { describeBytes } from "../describe-bytes.js";
import { isObject } from "../schema/is-object.js";
import { MiB } from "./limits.js";

/** The limits of a batch: calls that a worker computes together. */
export interface BatchLimits {
	/** The maximum number of calls. Default: 16. */
	readonly most?: number;
	/** The maximum size of their inputs together, in bytes. A call with a larger input runs alone. Default: 1 MiB. */
	readonly maxBytes?: number;
}

const DEFAULTS = { most: 16, maxBytes: MiB } as const;

/** More calls share a fate than gain by it. */
const MOST_CALLS = 256;
/** The inputs of a batch are copied once on the way to the worker. */
const MOST_BYTES = 64 * MiB;

/** The limits of a batch, with defaults filled in. */
export function batchOf(given: BatchLimits = {}): Required<BatchLimits> {
	return { most: given.most ?? DEFAULTS.most, maxBytes: given.maxBytes ?? DEFAULTS.maxBytes };
}

/** Says what to change in `runBatch` and `batch`; undefined if they are valid. */
export function complainAboutBatch({
	runBatch,
	batch,
}: Readonly<Record<string, unknown>>): string | undefined {
	if (runBatch !== undefined && typeof runBatch !== "function")
		return "Write runBatch as a function: (inputs, { parameters }) => outputs.";
	if (batch === undefined) return undefined;
	if (runBatch === undefined) return "Write runBatch too, or remove batch: it limits the calls of runBatch.";
	if (!isObject(batch)) return "Write batch as an object, such as batch: { most: 16 }.";
	const { most = DEFAULTS.most, maxBytes = DEFAULTS.maxBytes, ...others } = batch;
	const [unknown] = Object.keys(others);
	if (unknown !== undefined)
		return `Remove the unknown key "${unknown}" of batch. Known keys: most, maxBytes.`;
	if (!isWithin(most, 2, MOST_CALLS))
		return `Set most of batch to a number of calls from 2 to ${MOST_CALLS}: ${JSON.stringify(most)}.`;
	if (!isWithin(maxBytes, 1, MOST_BYTES))
		return `Set maxBytes of batch to a number of bytes, at most ${describeBytes(MOST_BYTES)}: ${JSON.stringify(maxBytes)}.`;
	return undefined;
}

function isWithin(value: unknown, least: number, most: number): boolean {
	return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
}
