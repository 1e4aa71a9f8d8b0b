import { defineMill, Problem, Type, text } from "gristmill";

const LARGEST = 10_000_000;

/** The number of primes up to each of these limits, which are in ascending order: one sieve is enough for all. */
function countPrimes(limits: readonly number[]): number[] {
	const largest = limits.at(-1) ?? 0;
	const isComposite = new Uint8Array(largest + 1);
	for (let n = 2; n * n <= largest; n++)
		if (isComposite[n] === 0)
			for (let multiple = n * n; multiple <= largest; multiple += n) isComposite[multiple] = 1;
	let primes = 0;
	let next = 2;
	return limits.map((limit) => {
		for (; next <= limit; next++) if (isComposite[next] === 0) primes++;
		return primes;
	});
}

/** The limit in a text, or what is wrong with it. */
function limitOf(input: string): number | Problem {
	const limit = /^\d{1,8}$/.test(input.trim()) ? Number(input) : Number.NaN;
	return limit <= LARGEST
		? limit
		: new Problem("no-limit", `The input is not a whole number from 0 to ${LARGEST}.`);
}

export default defineMill({
	name: "prime-counter",
	version: "1.0.0",
	summary: "Counts the primes up to a number.",
	description:
		"Shows `runBatch`: calls that wait at the same time share one sieve, up to the largest number of them.",
	input: { "text/plain": text({ maxBytes: 100, description: "The number, in decimal digits." }) },
	output: Type.Object({ limit: Type.Integer(), primes: Type.Integer() }),
	problems: { "no-limit": { status: 422, title: "No limit", todo: `Send a number up to ${LARGEST}.` } },
	examples: [
		{ input: "97", output: { limit: 97, primes: 25 } },
		{ input: "0", output: { limit: 0, primes: 0 } },
		{ input: "10", output: { limit: 10, primes: 4 } },
		{ input: "7919", output: { limit: 7919, primes: 1000 } },
		{ input: "1000000", output: { limit: 1_000_000, primes: 78_498 } },
	],
	run: (input) => {
		const limit = limitOf(input);
		if (limit instanceof Problem) throw limit;
		return { limit, primes: countPrimes([limit])[0] ?? 0 };
	},
	batch: { most: 64 },
	runBatch: (inputs) => {
		const limits = inputs.map(limitOf);
		const ascending = limits.filter((limit) => typeof limit === "number").sort((a, b) => a - b);
		const counts = countPrimes(ascending);
		const primes = new Map(ascending.map((limit, i) => [limit, counts[i] ?? 0]));
		// In the order of the inputs. A problem is returned in the place of its input, not thrown.
		return limits.map((limit) =>
			limit instanceof Problem ? limit : { limit, primes: primes.get(limit) ?? 0 },
		);
	},
});
