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
	const isNamed = url !== undefined && (url.username !== "" || url.password !== "");
	// Where a password ends is certain only on the web. In the address of another server, or in a text that is not a valid URL, it may
	// have a slash, a question mark, a hash or an at sign.
	if (!url || !/^(?:https?|file):$/.test(url.protocol)) {
		const nameless = text.replace(/\/\/.*@/s, `//${REDACTED}@`);
		return url && url.search !== "" ? nameless.replace(/\?.*/s, `?${REDACTED}`) : nameless;
	}
	if (!isNamed && url.search === "") return text;
	const { protocol, host, pathname, search, hash } = url;
	return `${protocol}//${isNamed ? `${REDACTED}@` : ""}${host}${pathname}${search && `?${REDACTED}`}${hash}`;
}
