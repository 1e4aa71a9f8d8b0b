import { loopLength } from "./loop.js";
import { keepRows, type Network } from "./network.js";

/** What a sentence of so many tokens may be translated into at most. */
function limitOf(length: number): number {
	return Math.min(200, Math.floor(length * 1.6) + 12);
}

/** A sentence, and what was said of it so far. */
interface Saying {
	readonly source: readonly number[];
	readonly ids: number[];
	isOver: boolean;
	/** Where the source goes round in circles itself, so may its translation. */
	readonly mayRepeat: boolean;
}

/**
 * The likeliest token after the likeliest token, for several sentences at a time; `sources` begin with the tag of the
 * wanted language and end with the end mark.
 */
export async function translateIds(
	network: Network,
	sources: readonly (readonly number[])[],
	end: number,
	signal: AbortSignal,
): Promise<number[][]> {
	const sayings = sources.map(
		(source): Saying => ({ source, ids: [], isOver: false, mayRepeat: loopLength(source.slice(0, -1)) > 0 }),
	);
	let rows = sayings;
	let batch = await network.read(sources);
	let last = sources.map(([tag]) => tag as number);
	for (let place = 0; ; place++) {
		signal.throwIfAborted();
		const { next, batch: after } = await network.step(batch, last, place);
		for (const [row, saying] of rows.entries()) say(saying, next[row] as number, end);
		const alive = rows.flatMap(({ isOver }, row) => (isOver ? [] : [row]));
		if (alive.length === 0) break;
		// Sentences that are over are computed along until they are a quarter: to leave costs a copy of all caches.
		if (alive.length <= rows.length * 0.75) {
			batch = keepRows(after, alive);
			rows = alive.map((row) => rows[row] as Saying);
			last = alive.map((row) => next[row] as number);
		} else {
			batch = after;
			last = next;
		}
	}
	return sayings.map(({ ids }) => ids);
}

/** Adds a token, unless the sentence is over; ends it where the model does, or has lost its way. */
function say(saying: Saying, id: number, end: number): void {
	if (saying.isOver) return;
	if (id === end) {
		saying.isOver = true;
		return;
	}
	saying.ids.push(id);
	const loop = saying.mayRepeat ? 0 : loopLength(saying.ids);
	saying.ids.length -= loop;
	saying.isOver = loop > 0 || saying.ids.length >= limitOf(saying.source.length);
}
