import { casefoldCompatibility } from "./compatibility-fold.js";
import { sortMarks } from "./mark-runs.js";
import { inPieces } from "./pieces.js";
import { isAscii, isLatin1 } from "./repertoire.js";

const NAMES = { nfc: "NFC", nfd: "NFD", nfkc: "NFKC", nfkd: "NFKD" } as const;
export type Form = keyof typeof NAMES | "nfkc_cf";

/** A text in a normalization form of UAX #15, or in NFKC_Casefold. */
export function inForm(text: string, form: Form): string {
	// Looking is quicker than rewriting, and most texts need no rewriting.
	if (isAscii(text)) return form === "nfkc_cf" ? text.toLowerCase() : text;
	if (form === "nfc" && isLatin1(text)) return text;
	const sorted = sortMarks(text);
	if (form === "nfkc_cf") return inPieces(sorted, casefoldCompatibility);
	return inPieces(sorted, (piece) => piece.normalize(NAMES[form]));
}
