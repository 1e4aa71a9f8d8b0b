import type { Step } from "./network.js";

/** Pieces this much less likely than the likeliest one (in nats) are not counted in the sum, unless they may be continued. */
const NEGLIGIBLE = 6;

/** A piece that may come next, and the logarithm of its probability. */
export interface Token {
	readonly id: number;
	readonly logProbability: number;
}

/** The most likely next pieces of a row, the likeliest first: at most `count`, none less likely than the first by `margin`. */
export function likelyTokens(
	{ scores, likeliest, pieces }: Pick<Step, "scores" | "likeliest" | "pieces">,
	row: number,
	count: number,
	margin: number,
): Token[] {
	const start = row * pieces;
	const top = scores[start + (likeliest[row] as number)] as number;
	const [counted, wanted] = [top - Math.max(NEGLIGIBLE, margin), top - margin];
	const ids: number[] = [];
	let sum = 0;
	// Nearly all pieces are negligible: an exponential of each would take longer than the step.
	for (const place of above(scores, start, start + pieces, counted)) {
		const score = scores[place] as number;
		sum += Math.exp(score - top);
		if (score < wanted) continue;
		let at = ids.length;
		while (at > 0 && (scores[start + (ids[at - 1] as number)] as number) < score) at--;
		if (at === count) continue;
		ids.splice(at, 0, place - start);
		if (ids.length > count) ids.pop();
	}
	const total = Math.log(sum);
	return ids.map((id) => ({ id, logProbability: (scores[start + id] as number) - top - total }));
}

/** The places with a score above `least`. Four scores at a time take a quarter of the time that one at a time takes. */
function above(scores: Float32Array, start: number, end: number, least: number): number[] {
	const found: number[] = [];
	const fours = end - ((end - start) % 4);
	for (let i = start; i < fours; i += 4)
		if (
			(scores[i] as number) > least ||
			(scores[i + 1] as number) > least ||
			(scores[i + 2] as number) > least ||
			(scores[i + 3] as number) > least
		)
			for (let j = i; j < i + 4; j++) if ((scores[j] as number) > least) found.push(j);
	for (let i = fours; i < end; i++) if ((scores[i] as number) > least) found.push(i);
	return found;
}
