/** JSON on one line, not parsed: parsing would round its numbers. JSON strings contain no line breaks. */
export function jsonAsItCame(bytes: Uint8Array): string {
	return new TextDecoder()
		.decode(bytes)
		.replace(/[\r\n]+/g, " ")
		.trim();
}
