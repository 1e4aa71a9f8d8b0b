import { createHash } from "node:crypto";
import { UsageError } from "../command-line/command-error.js";
import { type Item, type Key, keyOf } from "./item.js";
import type { Source } from "./source.js";

/** One of `count` parts of the inputs. Each process computes its own part, without asking the others. */
interface Shard {
	/** From 0, as the indexes of jobs in Kubernetes and Slurm. */
	readonly index: number;
	readonly count: number;
}

const MOST_SHARDS = 100_000;

/** Reads the value of `--shard`. */
export function readShard(word: string): Shard {
	const [, first = "", second = ""] = /^(\d{1,6})\/(\d{1,6})$/.exec(word) ?? [];
	const [index, count] = [Number(first), Number(second)];
	if (second === "" || count < 1 || count > MOST_SHARDS || index >= count)
		throw new UsageError(
			`--shard "${word}" is not I/N, with I from 0 to N - 1. The shards of two are 0/2 and 1/2.`,
		);
	return { index, count };
}

/** A path with the number of the shard in place of `{shard}`. It has leading zeros, so that names sort by number. */
export function nameOfShard(path: string, { index, count }: Shard): string {
	return path.replaceAll("{shard}", String(index).padStart(String(count - 1).length, "0"));
}

/** Which part of the inputs a shard is. */
interface Division {
	/** Whether the results keep the order of the inputs. */
	readonly ordered: boolean;
	/** The number of inputs that all shards send together. */
	readonly limit: number;
	/** Called with each input of another shard that comes before one of this shard. */
	readonly passOver: (item: Item) => void;
}

/**
 * The inputs of one shard. In order, a shard is a block of consecutive inputs: its results, one shard after the other, are
 * those of a single run. Otherwise the name of an input chooses its shard, so that an input stays in its shard while others
 * are added.
 */
export function shardOf(whole: Source, shard: Shard, division: Division): Source {
	const part = division.ordered ? blockOf(whole, shard, division) : chosenFrom(whole, shard, division);
	return { ...part, ...(whole.isOfLines && { isOfLines: true }) };
}

function blockOf({ open, count }: Source, shard: Shard, { limit, passOver }: Division): Source {
	if (!count)
		throw new UsageError(
			"Inputs that can be read only once cannot be counted first. Give --unordered, or a file, with --shard.",
		);
	const bounds = async (signal?: AbortSignal) => {
		const total = Math.min(await count(signal), limit);
		const start = (index: number) => Math.floor((index * total) / shard.count);
		return { start: start(shard.index), end: start(shard.index + 1) };
	};
	return {
		async *open() {
			const { start, end } = await bounds();
			let at = 0;
			if (end > start)
				for await (const item of open()) {
					if (at >= start) yield item;
					else passOver(item);
					if (++at >= end) return;
				}
		},
		count: async (signal) => {
			const { start, end } = await bounds(signal);
			return end - start;
		},
	};
}

function chosenFrom({ open, count }: Source, shard: Shard, { limit, passOver }: Division): Source {
	const items = async function* (skipped: (item: Item) => void): AsyncGenerator<Item> {
		let at = 0;
		if (limit > 0)
			for await (const item of open()) {
				if (indexOf(keyOf(item), shard.count) === shard.index) yield item;
				else skipped(item);
				if (++at >= limit) return;
			}
	};
	return {
		open: () => items(passOver),
		...(count && {
			count: async (signal) => {
				let total = 0;
				for await (const _ of items(() => {})) {
					signal?.throwIfAborted();
					total++;
				}
				return total;
			},
		}),
	};
}

/** The shard of an input, by its line number or its name. */
function indexOf(key: Key, count: number): number {
	if (typeof key === "number") return (key - 1) % count;
	return createHash("sha256").update(key).digest().readUInt32BE() % count;
}
