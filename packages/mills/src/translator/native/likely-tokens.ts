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
	for (let id = 0; id < pieces; id++) {
		const score = scores[start + id] as number;
		// This comparison is false for nearly all pieces: an exponential of each would take longer than the step.
		if (score <= counted) continue;
		sum += Math.exp(score - top);
		if (score < wanted) continue;
		let at = ids.length;
		while (at > 0 && (scores[start + (ids[at - 1] as number)] as number) < score) at--;
		if (at === count) continue;
		ids.splice(at, 0, id);
		if (ids.length > count) ids.pop();
	}
	const total = Math.log(sum);
	return ids.map((id) => ({ id, logProbability: (scores[start + id] as number) - top - total }));
}
