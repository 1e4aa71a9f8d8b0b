/** Length marks, which have no script. The engine's treatment of them depends on the text that it saw before. */
const LENGTH_MARK = /[\u30fc\uff70]/;
/** Kana marks, which also have no script and no dictionary. */
const KANA_MARK = /[\u3031-\u3035\u309b\u309c\u30a0]/;
const CJ = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
const KANA_OR_CJ = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3031-\u3035\u309b\u309c\u30a0\u30fc\uff70]/u;
const WITHOUT_DICTIONARY =
	/[\p{sc=Tale}\p{sc=Talu}\p{sc=Lana}\p{sc=Tavt}\p{sc=Ahom}\u3031-\u3035\u309b\u309c\u30a0]/u;

/** A mark that forms a segment of two characters with any character. The engine uses no dictionary for a single character. */
const MARK = "\u0f71";

/**
 * Models the engine's state for a text that the engine sees in parts. The engine divides "ー本" in two, unless it saw a
 * mark without a dictionary, such as "〱", before any Chinese or Japanese. It then treats "ー" as another such mark.
 */
export class Memory {
	#knowsCj = false;
	#lastWithout = "";
	/** Whether the last learned segment belongs to the same run as the next. */
	#open = false;

	/** Returns the text to put before a part, so that the engine divides the part as if it had seen all earlier text. */
	reminder(part: string): string {
		if (!LENGTH_MARK.test(part)) return "";
		if (this.#knowsCj) return KANA_MARK.test(part) ? "漢漢\n" : "";
		return this.#lastWithout === "" ? "" : `${this.#lastWithout}${MARK}\n`;
	}

	/** Returns whether a part can change the state. */
	learnsFrom(part: string): boolean {
		return !this.#knowsCj && (CJ.test(part) || LENGTH_MARK.test(part) || WITHOUT_DICTIONARY.test(part));
	}

	/** Learns from segments, which must be given in order. `behind` is the text after the segment. */
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
