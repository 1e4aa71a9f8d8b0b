/**
 * Returns what is wrong with a locale, if anything. It must be a BCP 47 tag, and its language must have known rules.
 * @example complainAboutLocale("en_GB") // Write the locale as a BCP 47 tag, for example "en-GB": …
 */
export function complainAboutLocale(locale: string): string | undefined {
	// This check is first, so that no message below repeats a text of unlimited length.
	if (locale.length > MAX_LENGTH) {
		return `The locale has ${locale.length} characters, and may have ${MAX_LENGTH}.`;
	}
	const quoted = JSON.stringify(locale);
	try {
		const value = suppressionsIn(locale);
		if (value !== undefined && !/^(?:none|standard)$/.test(value))
			return `The locale ${quoted} has an unknown value of "ss". Write "ss-none" or "ss-standard".`;
		if (Intl.Segmenter.supportedLocalesOf(locale).length > 0) return undefined;
	} catch {
		return `The locale ${quoted} is not a BCP 47 tag. Write one, such as "en-GB".`;
	}
	return `The rules of ${quoted} are not known. Choose another language, or leave the locale out.`;
}

/** RFC 5646 requires room for 35 characters. Extensions may add more. */
const MAX_LENGTH = 100;

/** Returns the value of the key "ss" (sentence break suppressions) of a locale's Unicode extension, in lower case. */
export function suppressionsIn(locale: string): string | undefined {
	const [canonical = ""] = Intl.getCanonicalLocales(locale);
	// The part after "-x-" is for private use.
	const [tag = ""] = canonical.split("-x-");
	const found = /-u(?:-[a-z0-9]{2,8})*?-ss(?:-([a-z0-9]{3,8}(?:-[a-z0-9]{3,8})*))?(?=-|$)/.exec(tag);
	// A key without a value means "true".
	return found ? (found[1] ?? "true") : undefined;
}
