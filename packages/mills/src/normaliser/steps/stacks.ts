import { characterBefore, isAscii } from "../characters/repertoire.js";
import { MARKS, sortMarks } from "./mark-runs.js";

/** The most marks of no script on one letter. No language stacks more than four of them. */
const MOST_COMMON = 4;
/** The most marks of one script on one letter. Tibetan stacks and pointed Hebrew need many. */
const MOST_OF_SCRIPT = 10;

const COMMON_MARK = /[\p{Script=Inherited}\u0483-\u0489]/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** Removes the marks on a letter that exceed what any language writes ("zalgo"). */
export function capStacks(text: string): string {
	if (isAscii(text)) return text;
	let result = "";
	let copied = 0;
	for (let at = 0; at < text.length; at++) {
		if (text.charCodeAt(at) < 0x300 || !MARKS.hasAt(text, at)) continue;
		let end = at + 1;
		while (end < text.length && MARKS.hasAt(text, end)) end++;
		// A composed letter contains up to three marks.
		if (end - at > 1) {
			const start = at - characterBefore(text, at).length;
			const capped = capOne(text.slice(start, end));
			if (capped !== undefined) {
				result += text.slice(copied, start) + capped;
				copied = end;
			}
		}
		at = end - 1;
	}
	return copied === 0 ? text : result + text.slice(copied);
}

/** Returns a letter with its allowed marks, or undefined if it has no others. */
function capOne(cluster: string): string | undefined {
	let common = 0;
	let ofScript = 0;
	let kept = "";
	let isCut = false;
	for (const character of sortMarks(cluster).normalize("NFD")) {
		const isCounted = MARKS.hasAt(character, 0) && !IGNORABLE.test(character);
		if (isCounted && (COMMON_MARK.test(character) ? ++common > MOST_COMMON : ++ofScript > MOST_OF_SCRIPT))
			isCut = true;
		else kept += character;
	}
	return isCut ? sortMarks(kept).normalize("NFC") : undefined;
}
