/**
 * Splits a header value at a separator outside quoted strings.
 *
 * One pass without a regular expression, because header values are untrusted.
 */
export function splitOutsideQuotes(value: string, separator: "," | ";"): string[] {
	const parts: string[] = [];
	let start = 0;
	let quoted = false;
	for (let i = 0; i < value.length; i++) {
		const c = value[i];
		if (quoted && c === "\\") i++;
		else if (c === '"') quoted = !quoted;
		else if (!quoted && c === separator) {
			parts.push(value.slice(start, i));
			start = i + 1;
		}
	}
	parts.push(value.slice(start));
	return parts;
}

/** The characters of a token (RFC 9110 §5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export function isToken(text: string): boolean {
	return TOKEN.test(text);
}

/** Removes the quotes and backslashes of a quoted string; undefined if it is malformed. */
export function unquote(text: string): string | undefined {
	if (text.length < 2 || text[0] !== '"' || text[text.length - 1] !== '"') return undefined;
	let plain = "";
	for (let i = 1; i < text.length - 1; i++) {
		if (text[i] === '"') return undefined;
		if (text[i] === "\\" && ++i === text.length - 1) return undefined;
		plain += text[i];
	}
	return plain;
}
