/** The length of the texts for Intl.Segmenter. On Node 20 its cost is quadratic in the length of a text. */
const CHUNK = 128;

/** Neither a letter nor a mark joins it from either side, in any granularity. */
const APART = "\n";

/**
 * Returns what each character does in each context (a text around `_`, the character's place): whether there is a
 * boundary before it, after it, and before the last character of the context, and whether it begins a word. Characters
 * of one class have one trait. The engine itself is queried, so that its version of Unicode and the rules of its locale
 * apply.
 */
export function traitsOf(
	characters: readonly string[],
	contexts: readonly string[],
	segmenter: Intl.Segmenter,
): Float64Array {
	const traits = new Float64Array(characters.length);
	const boundaries = new Uint8Array(CHUNK * 2);
	let questions: [of: number, before: number, behind: number, last: number][] = [];
	let text = "";
	const ask = () => {
		boundaries.fill(0);
		for (const { index, isWordLike } of segmenter.segment(text + APART)) {
			boundaries[index] = isWordLike ? 3 : 1;
		}
		for (const [of, before, behind, last] of questions) {
			const answer = (bit(boundaries, before) << 2) | (bit(boundaries, behind) << 1) | bit(boundaries, last);
			// A double holds 13 contexts of four bits. There are fewer contexts.
			traits[of] = (traits[of] ?? 0) * 16 + answer * 2 + (boundaries[before] === 3 ? 1 : 0);
		}
		text = "";
		questions = [];
	};
	for (const context of contexts) {
		const [left = "", right = ""] = context.split("_");
		const lastLength = [...right].at(-1)?.length;
		for (const [of, character] of characters.entries()) {
			const before = text.length + APART.length + left.length;
			text += APART + left + character + right;
			const last = lastLength === undefined ? before : text.length - lastLength;
			questions.push([of, before, before + character.length, last]);
			if (text.length > CHUNK) ask();
		}
	}
	ask();
	return traits;
}

function bit(boundaries: Uint8Array, at: number): number {
	return boundaries[at] ? 1 : 0;
}
