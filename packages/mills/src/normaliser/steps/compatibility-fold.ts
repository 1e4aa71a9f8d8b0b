import { CharacterSet } from "../characters/character-set.js";
import { fold } from "./casing.js";
import { sortMarks } from "./mark-runs.js";

/** The characters that NFKC_Casefold changes. Lower-case letters are not among them. */
const CHANGES = new CharacterSet(/\p{Changes_When_NFKC_Casefolded}/u);
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** NFKC_CF of each character seen. The size is bounded by the number of characters that change. */
const mapped = new Map<string, string>();

/**
 * NFKC_Casefold (Unicode 3.13, R5): NFKC_CF of each character, then NFC. Lower case is applied first because it is fast
 * and leaves few characters to map. It maps no character to one that would fold differently.
 */
export function casefoldCompatibility(text: string): string {
	// Without the ignorable characters between them, marks may now form a long run.
	return sortMarks(CHANGES.replace(text.toLowerCase(), foldOne)).normalize("NFC");
}

function foldOne(character: string): string {
	const known = mapped.get(character);
	if (known !== undefined) return known;
	const folded = derive(character);
	mapped.set(character, folded);
	return folded;
}

/** Returns NFKC_CF, as DerivedNormalizationProps defines it: the mapping is repeated until nothing changes. */
function derive(character: string): string {
	let before: string;
	let now = character.normalize("NFD");
	do {
		before = now;
		now = fold(before).normalize("NFKC").replace(IGNORABLE, "");
		now = fold(now).normalize("NFKC");
	} while (now !== before);
	return now;
}
