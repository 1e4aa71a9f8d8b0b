/** The tag of If-None-Match that is one of these, compared weakly (RFC 9110 §13.1.2); undefined where none is. */
export function knownTag(header: string | undefined, tags: readonly string[]): string | undefined {
	if (header === undefined) return undefined;
	const known = header.split(",").map((member) => member.trim().replace(/^W\//, ""));
	return tags.find((tag) => known.includes(tag));
}

/** RFC 9110 §8.8.3.3: each coding is a representation of its own, with a tag of its own. */
export function zippedTag(tag: string): string {
	return `${tag.slice(0, -1)}-gzip"`;
}
