/** A dictionary that is searched word by word looks at three words: what lies this far behind changes nothing. */
const AHEAD = 512;
/** Cuts are this far apart: a run of Katakana of this length is not taken for one word, whatever is cut off it. */
export const APART = 64;

const CJ = /^(?:(?!\p{M})[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[\u30fc\uff70])$/u;
const SYLLABLE = /^[\uac00-\ud7a3]$/u;
/** Scripts whose dictionary is searched word by word. It leaves up to four characters whole, so six must follow. */
const WORD_BY_WORD = ["Thai", "Laoo", "Khmr", "Mymr"].map(
	(script) => new RegExp(`^(?:(?=[\\p{L}\\p{M}])\\p{sc=${script}}){6}`, "u"),
);
/** What a dictionary or a rule of such scripts may know beside: nothing is cut there. */
const UNSURE =
	/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tale}\p{sc=Talu}\p{sc=Lana}\p{sc=Tavt}\p{sc=Ahom}\u3031-\u3035\u3099-\u309c\u30a0\uff9e\uff9f]$/u;
/** What the dictionary takes for Katakana, be it half as wide, in a circle, or several in a square. */
const KATAKANA = "[\\u30a1-\\u30fa\\u30fc-\\u30ff\\u32d0-\\u32fe\\u3300-\\u3357\\uff66-\\uff9d]";
const IS_KATAKANA = new RegExp(`^${KATAKANA}$`);
/** Marks of sound join some letters of half width; behind others they would end a run. */
const KATAKANA_RUN = new RegExp(
	`^[\\uff9e\\uff9f]?(?:[\\uff73\\uff76-\\uff84\\uff8a-\\uff8e]\\uff9e|[\\uff8a-\\uff8e]\\uff9f|${KATAKANA})+$`,
);
const SOUND_MARK = /[\uff9e\uff9f]/;
const APART_SOUND = /[\u3099\u309a]$/;
/** Other characters of Han, as radicals or 々, are words in company only. */
const WORD_ALONE = /^[\p{Ideographic}\p{sc=Hira}\p{sc=Kana}\u30fc\uff70]$/u;
const HAN_MARK = /(?=\p{M})\p{sc=Han}/u;
const LETTER = /\p{L}/u;

/** Plain, unsure, Chinese or Japanese, a Korean syllable, or the number of a script. */
type Kind = "plain" | "unsure" | "cj" | "syllable" | number;

/**
 * Whether a text may be cut at a boundary, so that both parts are divided as the whole is. The engine divides from a
 * boundary of its rules on as if the text began there. Within a run of Chinese or Japanese it takes the cheapest
 * way through its dictionary, and the parts of a cheapest way are cheapest ways; save that it prices a run of
 * Katakana by its length. Elsewhere it goes word by word. Within a run nothing is cut unless `withinRun` says so.
 */
export function isSafeCut(text: string, at: number, withinRun: boolean): boolean {
	const behind = characterAt(text, at);
	const right = kindOf(behind);
	let before = characterBefore(text, at);
	if (SOUND_MARK.test(before)) {
		const sounded = text.slice(at - 2, at).normalize("NFKC");
		if (!withinRun || right !== "cj" || behind.normalize("NFKC").length > behind.length) return false;
		// A mark that stays apart ends a run of Katakana in the whole as in the part.
		if (APART_SOUND.test(sounded)) return true;
		before = sounded.at(-1) ?? "";
	}
	const left = kindOf(before);
	if (left === "unsure" || right === "unsure") return false;
	// No dictionary puts a boundary where its script begins or ends: the rules did.
	if (left === "plain" || right === "plain") return true;
	if (left !== right) return typeof left === "string" || typeof right === "string";
	if (left === "syllable" || !withinRun) return false;
	if (typeof left === "number") {
		return LETTER.test(behind) && WORD_BY_WORD[left]?.test(text.slice(at, at + 12)) === true;
	}
	// Several characters in one: the boundary may lie among them, though it is shown before them.
	if (behind.normalize("NFKC").length > behind.length) return false;
	if (!WORD_ALONE.test(before) && kindOf(characterBefore(text, at - before.length)) !== "cj") return false;
	if (!WORD_ALONE.test(behind) && kindOf(characterAt(text, at + behind.length)) !== "cj") return false;
	if (!IS_KATAKANA.test(before) || !IS_KATAKANA.test(behind)) return true;
	return at >= APART && KATAKANA_RUN.test(text.slice(at - APART, at + APART));
}

/**
 * Whether a run may be cut at all: where any of its characters has to be normalised, no boundary is put before such
 * a mark, however far away.
 */
export function holdsTogether(text: string): boolean {
	return HAN_MARK.test(text);
}

/** How much of the text behind a cut the engine must be shown to divide what stands before it. */
export function shownBehind(text: string, cut: number, to: number): number {
	if (typeof kindOf(characterBefore(text, cut)) !== "number") return cut;
	let end = cut + AHEAD;
	// Behind a letter, so that the run ends as a word.
	while (end < to && !LETTER.test(text.charAt(end - 1))) end++;
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
