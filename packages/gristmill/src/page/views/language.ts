/** The English name of a language; undefined if the tag has none. */
export function languageName(tag: string): string | undefined {
	try {
		const name = new Intl.DisplayNames("en", { type: "language" }).of(tag);
		return name === tag ? undefined : name;
	} catch {
		return undefined;
	}
}
