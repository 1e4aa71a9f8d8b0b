import { loopLength } from "./loop.js";
import { keepRows, type Network } from "./network.js";

/** The maximum number of tokens in the translation of a sentence with `length` tokens. */
function limitOf(length: number): number {
	return Math.min(200, Math.floor(length * 1.6) + 12);
}

/** A sentence and its translation so far. */
interface Decoding {
	readonly source: readonly number[];
	readonly ids: number[];
	isDone: boolean;
	/** Whether the source itself has a loop. Then its translation may have one too. */
	readonly mayRepeat: boolean;
}

/**
 * Greedy search for several sentences at a time. Each source starts with the tag of the target language and ends with the
 * end marker.
 */
export async function translateIds(
	network: Network,
	sources: readonly (readonly number[])[],
	end: number,
	signal: AbortSignal,
): Promise<number[][]> {
	const decodings = sources.map(
		(source): Decoding => ({
			source,
			ids: [],
			isDone: false,
			mayRepeat: loopLength(source.slice(0, -1)) > 0,
		}),
	);
	let rows = decodings;
	let batch = await network.encode(sources);
	let last = sources.map(([tag]) => tag as number);
	for (let place = 0; ; place++) {
		signal.throwIfAborted();
		const { next, batch: after } = await network.step(batch, last, place);
		for (const [row, decoding] of rows.entries()) append(decoding, next[row] as number, end);
		const alive = rows.flatMap(({ isDone }, row) => (isDone ? [] : [row]));
		if (alive.length === 0) break;
		// Finished sentences stay in the batch until they are a quarter of it: removing them copies all caches.
		if (alive.length <= rows.length * 0.75) {
			batch = keepRows(after, alive);
			rows = alive.map((row) => rows[row] as Decoding);
			last = alive.map((row) => next[row] as number);
		} else {
			batch = after;
			last = next;
		}
	}
	return decodings.map(({ ids }) => ids);
}

/** Adds a token to an unfinished sentence. The sentence is done at the end marker, in a loop or at the limit. */
function append(decoding: Decoding, id: number, end: number): void {
	if (decoding.isDone) return;
	if (id === end) {
		decoding.isDone = true;
		return;
	}
	decoding.ids.push(id);
	const loop = decoding.mayRepeat ? 0 : loopLength(decoding.ids);
	decoding.ids.length -= loop;
	decoding.isDone = loop > 0 || decoding.ids.length >= limitOf(decoding.source.length);
}
