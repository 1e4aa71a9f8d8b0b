/** A dictionary that is searched word by word looks at three words. Text at this distance after a place has no effect. */
const AHEAD = 512;
/** The minimum distance between cuts. A Katakana run of this length is not taken for one word, whatever is cut off. */
export const APART = 64;

const CJ = /^(?:(?!\p{M})[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[\u30fc\uff70])$/u;
const SYLLABLE = /^[\uac00-\ud7a3]$/u;
/** Scripts whose dictionary is searched word by word. It does not divide up to four characters, so six must follow. */
const WORD_BY_WORD = ["Thai", "Laoo", "Khmr", "Mymr"].map(
	(script) => new RegExp(`^(?:(?=[\\p{L}\\p{M}])\\p{sc=${script}}){6}`, "u"),
);
/** Other characters that a dictionary or a rule of such scripts may know. No cut is made next to them. */
const UNSURE =
	/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tale}\p{sc=Talu}\p{sc=Lana}\p{sc=Tavt}\p{sc=Ahom}\u3031-\u3035\u3099-\u309c\u30a0\uff9e\uff9f]$/u;
/** The characters that the dictionary treats as Katakana, including half-width, circled and squared ones. */
const KATAKANA = "[\\u30a1-\\u30fa\\u30fc-\\u30ff\\u32d0-\\u32fe\\u3300-\\u3357\\uff66-\\uff9d]";
const IS_KATAKANA = new RegExp(`^${KATAKANA}$`);
/** Sound marks join some half-width letters. After other letters they would end a run. */
const KATAKANA_RUN = new RegExp(
	`^[\\uff9e\\uff9f]?(?:[\\uff73\\uff76-\\uff84\\uff8a-\\uff8e]\\uff9e|[\\uff8a-\\uff8e]\\uff9f|${KATAKANA})+$`,
);
const SOUND_MARK = /[\uff9e\uff9f]/;
const APART_SOUND = /[\u3099\u309a]$/;
/** Other Han characters, such as radicals or 々, are words only together with others. */
const WORD_ALONE = /^[\p{Ideographic}\p{sc=Hira}\p{sc=Kana}\u30fc\uff70]$/u;
const HAN_MARK = /(?=\p{M})\p{sc=Han}/u;
const LETTER = /\p{L}/u;

/** Plain, unsure, Chinese or Japanese, a Korean syllable, or the number of a script. */
type Kind = "plain" | "unsure" | "cj" | "syllable" | number;

/**
 * Returns whether a text may be cut at a boundary, so that both parts are divided like the whole. After a boundary of
 * its rules, the engine divides as if the text began there. Within a run of Chinese or Japanese it takes the cheapest
 * path through its dictionary, and the parts of a cheapest path are cheapest paths. The exception is a run of Katakana,
 * whose cost depends on its length. Elsewhere the engine goes word by word. A run is cut only if `withinRun` is true.
 */
export function isSafeCut(text: string, at: number, withinRun: boolean): boolean {
	const behind = characterAt(text, at);
	const right = kindOf(behind);
	let before = characterBefore(text, at);
	if (SOUND_MARK.test(before)) {
		const sounded = text.slice(at - 2, at).normalize("NFKC");
		if (!withinRun || right !== "cj" || behind.normalize("NFKC").length > behind.length) return false;
		// A mark that stays separate ends a run of Katakana in the whole and in the part.
		if (APART_SOUND.test(sounded)) return true;
		before = sounded.at(-1) ?? "";
	}
	const left = kindOf(before);
	if (left === "unsure" || right === "unsure") return false;
	// No dictionary puts a boundary at the start or end of its script, so this boundary is from the rules.
	if (left === "plain" || right === "plain") return true;
	if (left !== right) return typeof left === "string" || typeof right === "string";
	if (left === "syllable" || !withinRun) return false;
	if (typeof left === "number") {
		return LETTER.test(behind) && WORD_BY_WORD[left]?.test(text.slice(at, at + 12)) === true;
	}
	// The character decomposes into several. The boundary may be between them, although it is reported before them.
	if (behind.normalize("NFKC").length > behind.length) return false;
	if (!WORD_ALONE.test(before) && kindOf(characterBefore(text, at - before.length)) !== "cj") return false;
	if (!WORD_ALONE.test(behind) && kindOf(characterAt(text, at + behind.length)) !== "cj") return false;
	if (!IS_KATAKANA.test(before) || !IS_KATAKANA.test(behind)) return true;
	return at >= APART && KATAKANA_RUN.test(text.slice(at - APART, at + APART));
}

/**
 * Returns whether a run must not be cut at all. If any of its characters must be normalised, the engine puts no boundary
 * before such a mark, at any distance.
 */
export function holdsTogether(text: string): boolean {
	return HAN_MARK.test(text);
}

/** Returns the end of the text that the engine must see after a cut to divide the text before the cut. */
export function shownBehind(text: string, cut: number, to: number): number {
	if (typeof kindOf(characterBefore(text, cut)) !== "number") return cut;
	let end = cut + AHEAD;
	// The end is after a letter, so that the run ends as a word.
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

export function characterAt(text: string, at: number): string {
	return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function characterBefore(text: string, at: number): string {
	const pair = text.codePointAt(at - 2) ?? 0;
	return pair > 0xffff ? String.fromCodePoint(pair) : text.charAt(at - 1);
}
