/** Whether a media type is JSON. */
export function isJsonType(mediaType: string): boolean {
	return /[/+]json$/.test(mediaType);
}

/** JSON on one line, not parsed: parsing would round its numbers. JSON strings contain no line breaks. */
export function jsonAsItCame(bytes: Uint8Array): string {
	return new TextDecoder()
		.decode(bytes)
		.replace(/[\r\n]+/g, " ")
		.trim();
}
