/**
 * Says what is wrong with a locale, if anything is: it must be a BCP 47 tag, and the rules of its language known.
 * @example complainAboutLocale("en_GB") // Write the locale as a BCP 47 tag, for example "en-GB": …
 */
export function complainAboutLocale(locale: string): string | undefined {
	// First, so that no complaint below repeats a text of any length.
	if (locale.length > MAX_LENGTH) {
		return `Shorten the locale to ${MAX_LENGTH} characters at most: it has ${locale.length}.`;
	}
	const quoted = JSON.stringify(locale);
	try {
		if (Intl.Segmenter.supportedLocalesOf(locale).length > 0) return undefined;
	} catch {
		return `Write the locale as a BCP 47 tag, for example "en-GB": ${quoted}.`;
	}
	return `Choose a language whose rules are known, or leave the locale out: ${quoted}.`;
}

/** RFC 5646 asks for room for 35 characters; extensions may add to that. */
const MAX_LENGTH = 100;
