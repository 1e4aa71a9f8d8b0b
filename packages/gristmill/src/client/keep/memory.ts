import { type Keep, type KeptAnswer, mustBeSize } from "./keep.js";

/** What an entry takes besides its bytes, roughly. */
const OVERHEAD = 500;

/**
 * Keeps answers in memory, with at most this many bytes together. The answer that was not used for longest goes first.
 *
 * @example createClient("http://127.0.0.1:8080", { keep: memory(64 * 2 ** 20) })
 */
export function memory(maxBytes: number): Keep {
	mustBeSize(maxBytes);
	const kept = new Map<string, KeptAnswer>();
	let size = 0;
	const take = (key: string) => {
		const answer = kept.get(key);
		if (!answer) return undefined;
		kept.delete(key);
		size -= answer.bytes.byteLength + OVERHEAD;
		return answer;
	};
	const put = (key: string, answer: KeptAnswer) => {
		kept.set(key, answer);
		size += answer.bytes.byteLength + OVERHEAD;
	};
	return {
		get: async (key) => {
			const answer = take(key);
			if (!answer) return undefined;
			put(key, answer);
			// Whoever has the bytes may change them.
			return { ...answer, bytes: answer.bytes.slice() };
		},
		set: async (key, answer) => {
			take(key);
			if (answer.bytes.byteLength + OVERHEAD > maxBytes) return;
			put(key, { ...answer, bytes: answer.bytes.slice() });
			for (const oldest of kept.keys()) {
				if (size <= maxBytes) break;
				take(oldest);
			}
		},
	};
}
