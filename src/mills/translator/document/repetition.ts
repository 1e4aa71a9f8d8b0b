const LONGEST_RUN = 8;

/**
 * Whether an answer runs in circles: the same words again and again where the source has nothing of the kind.
 *
 * @example runsInCircles("the house of the house of the house of the house of the", "la casa") // true
 */
export function runsInCircles(answer: string, source: string): boolean {
	const [answered, given] = [worst(answer), worst(source)];
	if (answered >= 4 && answered > given + 1) return true;
	// Far longer than any translation: only a loop writes that.
	return answer.length > 60 + 4 * source.length;
}

/** How often in a row the most repeated run of one to eight words stands, counted in words for single letters too. */
function worst(text: string): number {
	const words = text
		.toLowerCase()
		.split(/[\s\p{P}]+/u)
		.filter((word) => word !== "");
	// A loop inside one word ("hahahaha…") has no spaces to show it; runs of letters are read the same way.
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
			// A single word thrice is emphasis ("no, no, no"), so the count is of whole rounds.
			most = Math.max(most, Math.floor(equal / size) + 1);
		}
	}
	return most;
}
