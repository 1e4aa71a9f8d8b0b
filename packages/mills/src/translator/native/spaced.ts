const SPACE = 0x20;
/** U+2581, which represents a space in pieces. */
const MARK = 0x2581;
const REPLACEMENT = 0xfffd;

/**
 * The code units in which pieces are searched: spaces are single and written as `▁`, one is in front, none at the end. Only
 * U+0020 is a space. Half a surrogate pair becomes U+FFFD, as in UTF-8.
 */
export function spaced(text: string): Uint16Array {
	const units = new Uint16Array(text.length + 1);
	units[0] = MARK;
	let length = 1;
	let blank = true;
	for (let i = 0; i < text.length; i++) {
		const unit = text.charCodeAt(i);
		if (unit === SPACE) {
			if (!blank) units[length++] = MARK;
			blank = true;
			continue;
		}
		blank = false;
		if ((unit & 0xf800) !== 0xd800) units[length++] = unit;
		else if (unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
			units[length++] = unit;
			units[length++] = text.charCodeAt(++i);
		} else units[length++] = REPLACEMENT;
	}
	// Like SentencePiece, this does not distinguish a mark in the text from one that replaced a space.
	while (length > 0 && units[length - 1] === MARK) length--;
	return units.subarray(0, length);
}
