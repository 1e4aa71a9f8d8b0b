/** Random numbers that repeat with the same seed. */
export interface Random {
	/** From 0 up to, not including, `end`. */
	below(end: number): number;
	shuffled<T>(list: readonly T[]): T[];
	/** A new random word. */
	word(): string;
	bytes(length: number): Uint8Array;
}

/** mulberry32. Its 32 bits of state are enough for random orders, and nothing here is secret. */
export function random(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return (t ^ (t >>> 14)) >>> 0;
	};
	const below = (end: number) => next() % end;
	return {
		below,
		shuffled: (list) => {
			const copy = [...list];
			for (let i = copy.length - 1; i > 0; i--) {
				const j = below(i + 1);
				[copy[i], copy[j]] = [copy[j] as (typeof copy)[number], copy[i] as (typeof copy)[number]];
			}
			return copy;
		},
		word: () => {
			let word = "";
			for (let i = 0; i < 5; i++) word += "bdfgklmnprstvz"[below(14)] + ("aeiou"[below(5)] ?? "");
			return word;
		},
		bytes: (length) => Uint8Array.from({ length }, () => below(256)),
	};
}
