/** Whether an answer of this type is JSON. */
export function isJsonType(mediaType: string): boolean {
	return /[/+]json$/.test(mediaType);
}

/** JSON on one line, digit by digit: a parser of ours would round its numbers. No string of JSON holds the end of a line. */
export function jsonAsItCame(bytes: Uint8Array): string {
	return new TextDecoder()
		.decode(bytes)
		.replace(/[\r\n]+/g, " ")
		.trim();
}
