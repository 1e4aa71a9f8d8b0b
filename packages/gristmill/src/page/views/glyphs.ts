/** Visible symbols for invisible characters. */
const GLYPHS: Readonly<Record<string, string>> = {
	" ": "·",
	"\t": "⇥",
	"\n": "↵\n",
	"\r": "␍",
	"\u00a0": "⍽",
	"\u200b": "[ZWSP]",
	"\u200c": "[ZWNJ]",
	"\u200d": "[ZWJ]",
	"\u00ad": "[SHY]",
	"\ufeff": "[BOM]",
};

/** A text with visible white space and invisible characters. */
export function visible(text: string): string {
	return text.replace(/[\s\p{Cc}\p{Cf}]/gu, (character) => GLYPHS[character] ?? `[${codePoints(character)}]`);
}

/** The code points of a text, such as `U+0065 U+0301`. */
export function codePoints(text: string): string {
	const all = Array.from(
		text,
		(character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
	);
	return all.length > 24 ? `${all.slice(0, 24).join(" ")} …` : all.join(" ");
}

/** The bytes of a text in UTF-8, in hexadecimal. */
export function hexBytes(text: string): string {
	return hex(new TextEncoder().encode(text));
}

/** Base64 bytes in hexadecimal; undefined if it is not Base64. */
export function hexOfBase64(base64: string): string | undefined {
	try {
		return hex(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
	} catch {
		return undefined;
	}
}

function hex(bytes: Uint8Array): string {
	const shown = Array.from(bytes.subarray(0, 32), (byte) => byte.toString(16).toUpperCase().padStart(2, "0"));
	return shown.join(" ") + (bytes.length > 32 ? " …" : "");
}
