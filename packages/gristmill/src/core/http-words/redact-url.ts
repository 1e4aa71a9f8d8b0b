/** Replaces secrets in printed settings. */
export const REDACTED = "[redacted]";

/**
 * Removes the user name, the password and the query from a URL, for messages and printed settings.
 * Other texts are returned unchanged.
 *
 * @example redactUrl("https://me:secret@host/v1?key=1") // "https://[redacted]@host/v1?[redacted]"
 */
export function redactUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	// The text is not a valid URL, for example because of a space.
	if (!url) return text.replace(/\/\/[^/?#]*@/g, `//${REDACTED}@`);
	const isNamed = url.username !== "" || url.password !== "";
	if (!isNamed && url.search === "") return text;
	const { protocol, host, pathname, search, hash } = url;
	return `${protocol}//${isNamed ? `${REDACTED}@` : ""}${host}${pathname}${search && `?${REDACTED}`}${hash}`;
}
