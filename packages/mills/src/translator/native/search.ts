import { likelyTokens } from "./likely-tokens.js";
import { loopLength } from "./loop.js";
import type { Batch, Network, Step } from "./network.js";
import type { Search } from "./searches.js";

/** What is searched for where every likely token continues a loop. */
const WAY_OUT = { width: 8, margin: 30 };

/** The maximum number of tokens in the translation of a sentence with `length` tokens. */
function limitOf(length: number): number {
	return Math.min(200, Math.floor(length * 1.6) + 12);
}

/** The start of a translation. */
interface Start {
	readonly ids: readonly number[];
	readonly logProbability: number;
	/** Its row in the batch. */
	row: number;
}

/** A translation. */
export interface Translation {
	readonly ids: readonly number[];
	readonly score: number;
	/** Whether it has its end. A translation that repeats itself is cut at the limit. */
	readonly whole: boolean;
}

/** A sentence and its translations so far. */
interface Decoding {
	readonly limit: number;
	/** Whether the source itself has a loop. Then its translation may have one too. */
	readonly mayRepeat: boolean;
	starts: Start[];
	readonly complete: Translation[];
}

/**
 * Beam search for several sentences at a time. Returns the translations that were found for each sentence, the whole ones first,
 * then by their score. A sentence gets the same translations in every batch. Each source starts with the tag of the target
 * language and ends with the end marker.
 */
export async function translateIds(
	network: Network,
	sources: readonly (readonly number[])[],
	end: number,
	search: Search,
	signal: AbortSignal,
): Promise<Translation[][]> {
	const decodings = sources.map(
		(source, row): Decoding => ({
			limit: limitOf(source.length),
			mayRepeat: loopLength(source.slice(0, -1)) > 0,
			starts: [{ ids: [], logProbability: 0, row }],
			complete: [],
		}),
	);
	let batch = await network.encode(sources);
	let last = sources.map(([tag]) => tag as number);
	let running = decodings;
	while (running.length > 0) {
		signal.throwIfAborted();
		const step = await network.step(batch, last);
		for (const decoding of running) advance(decoding, step, end, search);
		running = running.filter(({ starts }) => starts.length > 0);
		batch = placeRows(network, step.batch, running);
		last = new Array(batch.size);
		for (const { starts } of running)
			for (const { ids, row } of starts) last[row] = ids[ids.length - 1] as number;
	}
	network.release(batch);
	return decodings.map(({ complete }) =>
		complete.toSorted((a, b) => Number(b.whole) - Number(a.whole) || b.score - a.score),
	);
}

/** Continues each start of a sentence by one token. The sentence is done if no start is left. */
function advance(decoding: Decoding, step: Step, end: number, search: Search): void {
	const { complete, limit } = decoding;
	let next = continued(decoding, step, end, search);
	// If every likely token continues a loop, a less likely one leaves it, so that the end of the sentence is not lost.
	if (next.length === 0) next = continued(decoding, step, end, WAY_OUT);
	const going: Start[] = [];
	for (const start of next) {
		const { ids } = start;
		const score = scoreOf(start, search);
		if (ids.at(-1) === end) complete.push({ ids: ids.slice(0, -1), score, whole: true });
		else if (ids.length >= limit) complete.push({ ids, score, whole: false });
		else going.push(start);
	}
	const best = Math.max(...complete.map(({ score }) => score));
	// A start may still rise above the best translation: its average grows with every likely token.
	decoding.starts =
		complete.length >= search.width
			? []
			: going.filter((start) => scoreOf(start, search, search.patience) > best);
}

/**
 * The most likely continuations of the starts of a sentence, the likeliest first, without those that are in a loop and without an
 * empty translation.
 */
function continued(
	{ starts, mayRepeat }: Decoding,
	step: Step,
	end: number,
	{ width, margin }: Pick<Search, "width" | "margin">,
): Start[] {
	const next: Start[] = [];
	for (const { ids, logProbability, row } of starts)
		for (const token of likelyTokens(step, row, width + 2, margin))
			next.push({ ids: [...ids, token.id], logProbability: logProbability + token.logProbability, row });
	next.sort((a, b) => b.logProbability - a.logProbability);
	const least = (next[0]?.logProbability ?? 0) - margin;
	return next
		.filter(({ ids, logProbability }) => logProbability >= least && ids[0] !== end)
		.filter(({ ids }) => mayRepeat || ids.at(-1) === end || loopLength(ids) === 0)
		.slice(0, width);
}

function scoreOf({ ids, logProbability }: Start, { lengthPower }: Search, more = 0): number {
	return logProbability / (ids.length + more) ** lengthPower;
}

/** Gives every start a row of its own, with the state of the row that it continues, and removes unused rows. */
function placeRows(network: Network, batch: Batch, decodings: readonly Decoding[]): Batch {
	const starts = decodings.flatMap((decoding) => decoding.starts);
	const size = starts.length;
	const used = new Set<number>();
	const homeless: Start[] = [];
	for (const start of starts) {
		if (used.has(start.row)) homeless.push(start);
		else used.add(start.row);
	}
	const copies: [from: number, to: number][] = [];
	let free = 0;
	const move = (start: Start) => {
		while (used.has(free)) free++;
		copies.push([start.row, free]);
		used.add(free);
		start.row = free;
	};
	for (const start of homeless) move(start);
	// The rows at the end move to the gaps that are left.
	for (const start of starts) if (start.row >= size) move(start);
	return network.copyRows(batch, copies, size);
}
