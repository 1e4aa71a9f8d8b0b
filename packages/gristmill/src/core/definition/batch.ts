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
		return "Write runBatch as a function: (inputs, { parameters }) => outputs.";
	if (batch === undefined) return undefined;
	if (runBatch === undefined) return "Write runBatch too, or remove batch: it limits the calls of runBatch.";
	if (!isObject(batch)) return "Write batch as an object, such as batch: { most: 16 }.";
	const { most = DEFAULTS.most, maxBytes = DEFAULTS.maxBytes } = batch;
	const unknown = Object.keys(batch).find((key) => !KNOWN.includes(key));
	if (unknown !== undefined)
		return `Remove the unknown key "${unknown}" of batch. Known keys: ${KNOWN.join(", ")}.`;
	if (!isWithin(most, 2, MOST_CALLS))
		return `Set most of batch to a number of calls from 2 to ${MOST_CALLS}: ${JSON.stringify(most)}.`;
	if (!isWithin(maxBytes, 1, MOST_BYTES))
		return `Set maxBytes of batch to a number of bytes, at most ${describeBytes(MOST_BYTES)}: ${JSON.stringify(maxBytes)}.`;
	return complainAboutSizes(batch, Array.isArray(examples) && examples.length > 0);
}

function complainAboutSizes(
	{ most, sizes, warm = false, wait = 0 }: Readonly<Record<string, unknown>>,
	hasExamples: boolean,
): string | undefined {
	if (sizes !== undefined) {
		if (!Array.isArray(sizes) || !areAscending(sizes) || !isWithin(sizes.at(-1), 2, MOST_CALLS))
			return `Set sizes of batch to ascending numbers of calls up to ${MOST_CALLS}, such as [1, 8, 16]: ${JSON.stringify(sizes)}.`;
		if (most !== undefined && most !== sizes.at(-1))
			return `The largest of the sizes of batch is ${sizes.at(-1)}, and most is ${most}. Remove most, or make them equal.`;
	}
	if (typeof warm !== "boolean") return `Give warm of batch as true or false: ${JSON.stringify(warm)}.`;
	if (warm && sizes === undefined)
		return "warm of batch needs sizes: it computes each of them once. Write sizes, such as [1, 8, 16], or remove warm.";
	if (warm && !hasExamples)
		return "warm of batch needs examples: its batches consist of them. Write one, or remove warm.";
	if (!(Number(wait) >= 0 && Number(wait) <= MOST_WAIT) || typeof wait !== "number")
		return `Set wait of batch to a number of milliseconds from 0 to ${MOST_WAIT}: ${JSON.stringify(wait)}.`;
	return undefined;
}

function areAscending(sizes: readonly unknown[]): boolean {
	return sizes.every((size, i) => isWithin(size, 1 + Number(sizes[i - 1] ?? 0), MOST_CALLS));
}

function isWithin(value: unknown, least: number, most: number): boolean {
	return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
}
