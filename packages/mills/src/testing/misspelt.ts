/** A word of fewer letters would often become another word. */
const SHORTEST = 4;

/**
 * The text with a typing error in about one of `every` longer words: a letter left out, doubled, or changed with the
 * next. The same text always gets the same errors, so that two models can be compared.
 */
export function misspelt(text: string, every: number): string {
	let state = seedOf(text);
	const draw = (below: number) => {
		// A linear congruence is random enough for typing errors; its low bits are not.
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return (state >>> 8) % below;
	};
	return text.replace(/\p{L}+/gu, (word) => {
		const letters = [...word];
		if (letters.length < SHORTEST || draw(every) > 0) return word;
		const at = 1 + draw(letters.length - 2);
		const [letter = "", next = ""] = letters.slice(at, at + 2);
		const wrong = [next, `${letter}${letter}${next}`, `${next}${letter}`][draw(3)] as string;
		letters.splice(at, 2, wrong);
		return letters.join("");
	});
}

function seedOf(text: string): number {
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	return hash >>> 0;
}
