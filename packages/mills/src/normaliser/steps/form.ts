import { inPieces } from "../characters/pieces.js";
import { isAscii, isLatin1 } from "../characters/repertoire.js";
import { casefoldCompatibility } from "./compatibility-fold.js";
import { sortMarks } from "./mark-runs.js";

const NAMES = { nfc: "NFC", nfd: "NFD", nfkc: "NFKC", nfkd: "NFKD" } as const;
type Form = keyof typeof NAMES | "nfkc_cf";

/** Converts a text to a normalization form of UAX #15, or to NFKC_Casefold. */
export function inForm(text: string, form: Form): string {
	// Checking is faster than rewriting, and most texts need no rewriting.
	if (isAscii(text)) return form === "nfkc_cf" ? text.toLowerCase() : text;
	if (form === "nfc" && isLatin1(text)) return text;
	const sorted = sortMarks(text);
	if (form === "nfkc_cf") return inPieces(sorted, casefoldCompatibility);
	return inPieces(sorted, (piece) => piece.normalize(NAMES[form]));
}
