import { didYouMean } from "../closest.js";
import { describeBytes } from "../describe-bytes.js";
import { isObject } from "../schema/is-object.js";
import { MiB } from "./limits.js";

/** The limits of a batch: calls that a worker computes together. */
export interface BatchLimits {
	/** The maximum number of calls. Default: 16. */
	readonly most?: number;
	/** The maximum size of their inputs together, in bytes. A call with a larger input runs alone. Default: 1 MiB. */
	readonly maxBytes?: number;
	/** The sizes that `runBatch` computes, ascending. It pads its inputs to the next one. The largest is `most`. */
	readonly sizes?: readonly number[];
	/** Whether each worker computes a batch of each size, made of the examples, before its first call. Default: false. */
	readonly warm?: boolean;
	/** How long a call may wait for others that are expected, in milliseconds. Default: 0. */
	readonly wait?: number;
}

const DEFAULTS = { most: 16, maxBytes: MiB } as const;

/** More calls share a fate than gain by it. */
const MOST_CALLS = 256;
/** The inputs of a batch are copied once on the way to the worker. */
const MOST_BYTES = 64 * MiB;
/** A longer wait is no gain for a caller. */
const MOST_WAIT = 1_000;
const KNOWN = ["most", "maxBytes", "sizes", "warm", "wait"];

/** The limits of a batch, with the defaults of its size. */
export function batchOf(given: BatchLimits = {}): BatchLimits & { most: number; maxBytes: number } {
	return {
		...given,
		most: given.most ?? given.sizes?.at(-1) ?? DEFAULTS.most,
		maxBytes: given.maxBytes ?? DEFAULTS.maxBytes,
	};
}

/** The size to which this many inputs are padded. */
export function paddedSize(batch: BatchLimits | undefined, inputs: number): number {
	return batch?.sizes?.find((size) => size >= inputs) ?? inputs;
}

/** Says what to change in `runBatch` and `batch`; undefined if they are valid. */
export function complainAboutBatch({
	runBatch,
	batch,
	examples,
}: Readonly<Record<string, unknown>>): string | undefined {
	if (runBatch !== undefined && typeof runBatch !== "function")
		return "runBatch must be a function: (inputs, { parameters }) => outputs.";
	if (batch === undefined) return undefined;
	if (runBatch === undefined)
		return "batch limits the calls of runBatch, and there is no runBatch. Write it, or remove batch.";
	if (!isObject(batch)) return "batch must be an object, such as batch: { most: 16 }.";
	const { most = DEFAULTS.most, maxBytes = DEFAULTS.maxBytes } = batch;
	const unknown = Object.keys(batch).find((key) => !KNOWN.includes(key));
	if (unknown !== undefined)
		return `Unknown key "${unknown}" of batch.${didYouMean(unknown, KNOWN, ` Known keys: ${KNOWN.join(", ")}.`)}`;
	if (!isWithin(most, 2, MOST_CALLS))
		return `most of batch is ${JSON.stringify(most)}, and must be a number of calls from 2 to ${MOST_CALLS}.`;
	if (!isWithin(maxBytes, 1, MOST_BYTES))
		return `maxBytes of batch is ${JSON.stringify(maxBytes)}, and must be a number of bytes, at most ${describeBytes(MOST_BYTES)}.`;
	return complainAboutSizes(batch, Array.isArray(examples) && examples.length > 0);
}

function complainAboutSizes(
	{ most, sizes, warm = false, wait = 0 }: Readonly<Record<string, unknown>>,
	hasExamples: boolean,
): string | undefined {
	if (sizes !== undefined) {
		if (!Array.isArray(sizes) || !areAscending(sizes) || !isWithin(sizes.at(-1), 2, MOST_CALLS))
			return `sizes of batch is ${JSON.stringify(sizes)}, and must be ascending numbers of calls up to ${MOST_CALLS}, such as [1, 8, 16].`;
		if (most !== undefined && most !== sizes.at(-1))
			return `The largest of the sizes of batch is ${sizes.at(-1)}, and most is ${most}. Remove most, or make them equal.`;
	}
	if (typeof warm !== "boolean")
		return `warm of batch is ${JSON.stringify(warm)}, and must be true or false.`;
	if (warm && sizes === undefined)
		return "warm of batch computes each of the sizes once, and there are none. Write sizes, such as [1, 8, 16], or remove warm.";
	if (warm && !hasExamples)
		return "warm of batch computes batches of examples, and there are none. Write an example, or remove warm.";
	if (!(Number(wait) >= 0 && Number(wait) <= MOST_WAIT) || typeof wait !== "number")
		return `wait of batch is ${JSON.stringify(wait)}, and must be a number of milliseconds from 0 to ${MOST_WAIT}.`;
	return undefined;
}

function areAscending(sizes: readonly unknown[]): boolean {
	return sizes.every((size, i) => isWithin(size, 1 + Number(sizes[i - 1] ?? 0), MOST_CALLS));
}

function isWithin(value: unknown, least: number, most: number): boolean {
	return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
}
