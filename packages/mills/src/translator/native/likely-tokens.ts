import type { Step } from "./network.js";

/** Tokens this much less likely than the likeliest one (in nats) are left out of the sum, unless they are within the margin. */
const NEGLIGIBLE = 6;

/** A token that may come next, and the logarithm of its probability. */
export interface Token {
	readonly id: number;
	readonly logProbability: number;
}

/** The most likely next tokens of a row, the likeliest first: at most `most`, none less likely than the first by `margin`. */
export function likelyTokens(
	{ ids, scores, count }: Pick<Step, "ids" | "scores" | "count">,
	row: number,
	most: number,
	margin: number,
): Token[] {
	const start = row * count;
	const top = scores[start] as number;
	const counted = top - Math.max(NEGLIGIBLE, margin);
	let sum = 0;
	for (let i = start; i < start + count && (scores[i] as number) > counted; i++)
		sum += Math.exp((scores[i] as number) - top);
	const total = Math.log(sum);
	const found: Token[] = [];
	for (let i = start; i < start + Math.min(most, count); i++) {
		const score = scores[i] as number;
		if (score < top - margin) break;
		found.push({ id: ids[i] as number, logProbability: score - top - total });
	}
	return found;
}
