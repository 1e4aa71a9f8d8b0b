import { fold } from "./casing.js";
import { CharacterSet } from "./character-set.js";
import { sortMarks } from "./mark-runs.js";

/** What NFKC_Casefold maps to something else, lower-case letters aside. */
const CHANGES = new CharacterSet(/\p{Changes_When_NFKC_Casefolded}/u);
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** NFKC_CF of each character seen: at most as many as change. */
const mapped = new Map<string, string>();

/**
 * NFKC_Casefold (Unicode 3.13, R5): NFKC_CF of each character, then NFC. Lower case comes first because it is quick
 * and leaves few characters to map; it maps none to what would fold otherwise.
 */
export function casefoldCompatibility(text: string): string {
	// What ignorable characters kept apart may now be a long run of marks.
	return sortMarks(CHANGES.replace(text.toLowerCase(), foldOne)).normalize("NFC");
}

function foldOne(character: string): string {
	const known = mapped.get(character);
	if (known !== undefined) return known;
	const folded = derive(character);
	mapped.set(character, folded);
	return folded;
}

/** NFKC_CF, as DerivedNormalizationProps defines it: mapped until nothing changes any more. */
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
