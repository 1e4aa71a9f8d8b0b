import { isAscii } from "../characters/repertoire.js";

/** ftfy's time is quadratic in the length of a stretch, so stretches are kept short. */
const LONGEST = 400;

/** Repairs text that was decoded in the wrong charset. Other text does not change. */
export async function fixMojibake(text: string): Promise<string> {
	if (isAscii(text)) return text;
	// ftfy has five megabytes of code. The first call that needs it loads it.
	const { fix_encoding, is_bad } = await import("ftfy-js");
	let result = "";
	for (const stretch of stretches(text))
		result += !isAscii(stretch) && is_bad(stretch) ? fix_encoding(stretch) : stretch;
	return result;
}

/** Yields lines. Long lines are split after an ASCII character, because garbled sequences contain few of them. */
function* stretches(text: string): Generator<string> {
	// The end of the line. It is searched for once per line: a long line has many stretches.
	let line = 0;
	for (let at = 0; at < text.length; ) {
		if (at >= line) line = text.indexOf("\n", at) + 1 || text.length;
		const end = line - at <= LONGEST ? line : cut(text, at);
		yield text.slice(at, end);
		at = end;
	}
}

/** Returns the place after the last ASCII character of the part, or any place outside a surrogate pair. */
function cut(text: string, from: number): number {
	const most = from + LONGEST;
	for (let end = most; end > from; end--) if (text.charCodeAt(end - 1) < 0x80) return end;
	const last = text.charCodeAt(most - 1);
	return last >= 0xd800 && last <= 0xdbff ? most - 1 : most;
}
