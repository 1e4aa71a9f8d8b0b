import { isAscii } from "./repertoire.js";

/** ftfy looks at a stretch as a whole, in time that grows with its square: stretches are kept short. */
const LONGEST = 400;

/** Text that was decoded in the wrong charset, as it was meant; what does not look so is left alone. */
export async function fixMojibake(text: string): Promise<string> {
	if (isAscii(text)) return text;
	// Five megabytes of code, loaded by the first call that asks for it.
	const { fix_encoding, is_bad } = await import("ftfy-js");
	let result = "";
	for (const stretch of stretches(text))
		result += !isAscii(stretch) && is_bad(stretch) ? fix_encoding(stretch) : stretch;
	return result;
}

/** Lines, and long ones in parts that end with an ASCII character, because garbled sequences hold few of them. */
function* stretches(text: string): Generator<string> {
	for (let at = 0; at < text.length; ) {
		const newline = text.indexOf("\n", at);
		const line = newline < 0 ? text.length : newline + 1;
		const end = line - at <= LONGEST ? line : cut(text, at);
		yield text.slice(at, end);
		at = end;
	}
}

/** Behind the last ASCII character of the part, or else anywhere but within a surrogate pair. */
function cut(text: string, from: number): number {
	const most = from + LONGEST;
	for (let end = most; end > from; end--) if (text.charCodeAt(end - 1) < 0x80) return end;
	const last = text.charCodeAt(most - 1);
	return last >= 0xd800 && last <= 0xdbff ? most - 1 : most;
}
