import { CharacterSet } from "../characters/character-set.js";
import { isAscii } from "../characters/repertoire.js";
import { MARKS, sortMarks } from "./mark-runs.js";

/** Marks of these scripts, such as the titlo letters of Cyrillic, are excluded: a mark on such a mark has no base letter. */
const LETTERS = new CharacterSet(/(?!\p{M})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u);

/** The blocks in which letters of the three scripts are composed with marks. */
const BLOCKS = [
	[0xc0, 0x24f],
	[0x370, 0x52f],
	[0x1e00, 0x1fff],
	[0x2c60, 0x2c7f],
	[0xa640, 0xa69f],
	[0xa720, 0xa7ff],
] as const;

/** Each composed letter with its base letter. It is made on first use, because most calls do not need it. */
let composed: { readonly pattern: RegExp; readonly bare: ReadonlyMap<string, string> } | undefined;

function composedLetters() {
	const bare = new Map<string, string>();
	for (const [first, last] of BLOCKS)
		for (let code = first; code <= last; code++) {
			const letter = String.fromCharCode(code);
			const [base = "", ...marks] = letter.normalize("NFD");
			if (marks.length > 0 && LETTERS.hasAt(base, 0)) bare.set(letter, base);
		}
	return { pattern: new RegExp(`[${[...bare.keys()].join("")}]`, "g"), bare };
}

/** Points and accents of Hebrew, and vowel signs of Arabic, which readers do not need. A hamza is part of its letter. */
const VOWEL_SIGNS =
	/[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff]/g;
const HAS_HEBREW_OR_ARABIC = /[\u0590-\u08ff\ufb1d-\ufb4e]/;

/**
 * Removes the marks of Latin, Greek and Cyrillic letters and the vowel signs of Hebrew and Arabic. Other scripts are
 * unreadable without their marks.
 */
export function stripMarks(text: string): string {
	if (isAscii(text)) return text;
	composed ??= composedLetters();
	const { pattern, bare } = composed;
	const plain = withoutFollowingMarks(text.replace(pattern, (letter) => bare.get(letter) ?? letter));
	if (!HAS_HEBREW_OR_ARABIC.test(plain)) return plain;
	return plain.replace(HEBREW_FORMS, (letter) => letter.normalize("NFD")).replace(VOWEL_SIGNS, "");
}

/** Hebrew letters that are composed with points. */
const HEBREW_FORMS = /[\ufb1d\ufb1f\ufb2a-\ufb4e]/g;

function withoutFollowingMarks(text: string): string {
	let result = "";
	let copied = 0;
	for (let at = 1; at < text.length; at++) {
		if (text.charCodeAt(at) < 0x300 || !MARKS.hasAt(text, at)) continue;
		let end = at + 1;
		while (end < text.length && MARKS.hasAt(text, end)) end++;
		if (LETTERS.hasAt(text, at - 1)) {
			result += text.slice(copied, at);
			copied = end;
		}
		at = end;
	}
	return copied === 0 ? text : result + text.slice(copied);
}

/** Marks that negate or strike out their base character. */
const OVERLAYS = /[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb]/;
const SIGN = /[\p{S}\p{P}]/u;

/**
 * Removes every mark of every script and composes the text again. A stroke through a sign stays, because it negates
 * the sign.
 */
export function stripAllMarks(text: string): string {
	if (isAscii(text)) return text;
	const apart = sortMarks(text).normalize("NFD");
	let base = "";
	let result = "";
	let copied = 0;
	for (let at = 0; at < apart.length; at++) {
		const character = String.fromCodePoint(apart.codePointAt(at) ?? 0);
		const end = at + character.length;
		if (!MARKS.hasAt(apart, at)) base = character;
		else if (!OVERLAYS.test(character) || !SIGN.test(base)) {
			result += apart.slice(copied, at);
			copied = end;
		}
		at = end - 1;
	}
	return (result + apart.slice(copied)).normalize("NFC");
}
