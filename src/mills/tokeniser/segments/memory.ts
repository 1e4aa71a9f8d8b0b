/** Marks of length, which are of no script: what is done with them depends on what the engine was asked before. */
const LENGTH_MARK = /[\u30fc\uff70]/;
/** Marks of Kana that are of no script either, and for which there is no dictionary. */
const KANA_MARK = /[\u3031-\u3035\u309b\u309c\u30a0]/;
const CJ = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
const KANA_OR_CJ = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3031-\u3035\u309b\u309c\u30a0\u30fc\uff70]/u;
const WITHOUT_DICTIONARY =
	/[\p{sc=Tale}\p{sc=Talu}\p{sc=Lana}\p{sc=Tavt}\p{sc=Ahom}\u3031-\u3035\u309b\u309c\u30a0]/u;

/** A mark that makes a segment of two characters of any character: for one alone no dictionary is looked up. */
const MARK = "\u0f71";

/**
 * What the engine would remember of a text that it was shown in parts. It divides "ー本" in two, save where it met
 * a mark without a dictionary such as "〱" before any Chinese or Japanese: then it holds "ー" for another of these.
 */
export class Memory {
	#knowsCj = false;
	#lastWithout = "";
	/** Whether the segment that was told last belongs to the same run as the next. */
	#open = false;

	/** What must stand before a part, so that the engine divides it as if it had seen all that came before. */
	reminder(part: string): string {
		if (!LENGTH_MARK.test(part)) return "";
		if (this.#knowsCj) return KANA_MARK.test(part) ? "漢漢\n" : "";
		return this.#lastWithout === "" ? "" : `${this.#lastWithout}${MARK}\n`;
	}

	/** Whether there is anything to learn from a part. */
	learnsFrom(part: string): boolean {
		return !this.#knowsCj && (CJ.test(part) || LENGTH_MARK.test(part) || WITHOUT_DICTIONARY.test(part));
	}

	/** Segments are told in their order; `behind` is what follows the segment. */
	learn(segment: string, behind: string): void {
		if (this.#knowsCj) return;
		const alone = segment.length === 1 && !(KANA_OR_CJ.test(segment) && KANA_OR_CJ.test(behind));
		if (alone && !this.#open) return;
		this.#open = KANA_OR_CJ.test(behind) && KANA_OR_CJ.test(segment.slice(-1));
		for (const character of segment) {
			const held = LENGTH_MARK.test(character) && !KANA_MARK.test(this.#lastWithout);
			if (held || CJ.test(character)) this.#knowsCj = true;
			else if (WITHOUT_DICTIONARY.test(character)) this.#lastWithout = character;
		}
	}
}
