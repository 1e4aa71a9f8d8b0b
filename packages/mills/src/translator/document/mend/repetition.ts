const LONGEST_RUN = 8;

/**
 * Whether an answer repeats the same words in a loop and the source does not.
 *
 * @example isRepetitive("the house of the house of the house of the house of the", "la casa") // true
 */
export function isRepetitive(answer: string, source: string): boolean {
	const [answered, given] = [worst(answer), worst(source)];
	if (answered >= 4 && answered > given + 1) return true;
	// No translation is that long: it must be a loop.
	return answer.length > 60 + 4 * source.length;
}

/** The highest number of consecutive repetitions of a run of one to eight words, or of letters in a long word. */
function worst(text: string): number {
	const words = text
		.toLowerCase()
		.split(/[\s\p{P}]+/u)
		.filter((word) => word !== "");
	// A loop inside one word ("hahahaha…") has no spaces, so its letters are checked like words.
	const letters = longestWord(words);
	return Math.max(rounds(words), letters.length > 24 ? rounds([...letters]) - 4 : 0);
}

function longestWord(words: readonly string[]): string {
	return words.reduce((longest, word) => (word.length > longest.length ? word : longest), "");
}

function rounds(words: readonly string[]): number {
	let most = 1;
	for (let size = 1; size <= LONGEST_RUN; size++) {
		let equal = 0;
		for (let at = size; at < words.length; at++) {
			equal = words[at] === words[at - size] ? equal + 1 : 0;
			// Count whole rounds: a word that occurs three times is emphasis ("no, no, no").
			most = Math.max(most, Math.floor(equal / size) + 1);
		}
	}
	return most;
}
