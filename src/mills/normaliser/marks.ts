import { CharacterSet } from "./character-set.js";
import { MARKS, sortMarks } from "./mark-runs.js";
import { isAscii } from "./repertoire.js";

/** Without marks of these scripts, such as the titlo letters of Cyrillic: what stands on one has no letter below it. */
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

/** Each composed letter with its bare one. Made on first use: most calls never need it. */
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

/** Latin, Greek and Cyrillic letters without their marks; other scripts need theirs to be read. */
export function stripMarks(text: string): string {
	if (isAscii(text)) return text;
	composed ??= composedLetters();
	const { pattern, bare } = composed;
	return withoutFollowingMarks(text.replace(pattern, (letter) => bare.get(letter) ?? letter));
}

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

/** A text without any mark of any script, composed again. */
export function stripAllMarks(text: string): string {
	if (isAscii(text)) return text;
	return MARKS.replace(sortMarks(text).normalize("NFD"), () => "").normalize("NFC");
}
