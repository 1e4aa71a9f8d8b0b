/** A dictionary that is searched word by word looks at three words: what lies this far behind changes nothing. */
const AHEAD = 512;
/** Cuts are this far apart: a run of Katakana of this length is not taken for one word, whatever is cut off it. */
export const APART = 64;

const CJ = /^(?=\p{L})[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]$/u;
const SYLLABLE = /^[\uac00-\ud7a3]$/u;
/** Scripts whose dictionary is searched word by word. It leaves up to four characters whole, so six must follow. */
const WORD_BY_WORD = [/^\p{sc=Thai}{6}/u, /^\p{sc=Laoo}{6}/u, /^\p{sc=Khmr}{6}/u, /^\p{sc=Mymr}{6}/u];
/** What a dictionary or a rule of such scripts may know beside: nothing is cut there. */
const UNSURE =
	/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tale}\p{sc=Talu}\p{sc=Lana}\p{sc=Tavt}\p{sc=Ahom}\u3031-\u3035\u3099-\u309c\u30a0\u30fc\uff70\uff9e\uff9f]$/u;
const KATAKANA = /^[\p{sc=Kana}\u30fc\uff66-\uff9f]$/u;
/** Without marks of sound: behind some letters they stay apart, and end a run. */
const KATAKANA_RUN = /^[\u30a1-\u30fa\u30fc-\u30fe\uff66-\uff9d]+$/;

type Kind = "plain" | "unsure" | "cj" | "syllable" | number;

/**
 * Whether a text may be cut at a boundary, so that both parts are divided as the whole is. The engine divides from a
 * boundary of its rules on as if the text began there. Within a run of Chinese or Japanese it takes the cheapest
 * way through its dictionary, and the parts of a cheapest way are cheapest ways; save that it prices a run of
 * Katakana by its length. Elsewhere it goes word by word. Whether the segments of a run are words, however, is said
 * by how the run ends: where they are not, a part of it would be taken for words.
 */
export function isSafeCut(text: string, at: number, wordLike: boolean): boolean {
	const [before, behind] = [characterBefore(text, at), characterAt(text, at)];
	const [left, right] = [kindOf(before), kindOf(behind)];
	if (left === "unsure" || right === "unsure") return false;
	// No dictionary puts a boundary where its script begins or ends: the rules did.
	if (left === "plain" || right === "plain") return true;
	if (left !== right) return typeof left === "string" || typeof right === "string";
	if (!wordLike) return false;
	if (left === "syllable") return false;
	if (typeof left === "number") {
		return /\p{L}/u.test(behind) && (WORD_BY_WORD[left]?.test(text.slice(at, at + 12)) ?? false);
	}
	if (!KATAKANA.test(before) || !KATAKANA.test(behind)) return true;
	return at >= APART && KATAKANA_RUN.test(text.slice(at - APART, at + APART));
}

/** How much of the text behind a safe cut the engine must be shown to divide what stands before it. */
export function shownBehind(text: string, cut: number, to: number): number {
	if (typeof kindOf(characterBefore(text, cut)) !== "number") return cut;
	let end = cut + AHEAD;
	// Behind a letter, so that the run ends as a word.
	while (end < to && !/\p{L}/u.test(text.charAt(end - 1))) end++;
	return Math.min(to, end);
}

function kindOf(character: string): Kind {
	if (CJ.test(character)) return "cj";
	if (SYLLABLE.test(character)) return "syllable";
	const script = WORD_BY_WORD.findIndex((sixOf) => sixOf.test(character.repeat(6)));
	if (script >= 0) return script;
	return UNSURE.test(character) ? "unsure" : "plain";
}

function characterAt(text: string, at: number): string {
	return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function characterBefore(text: string, at: number): string {
	const pair = text.codePointAt(at - 2) ?? 0;
	return pair > 0xffff ? String.fromCodePoint(pair) : text.charAt(at - 1);
}
