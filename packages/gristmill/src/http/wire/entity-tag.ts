/** The first of these tags that If-None-Match contains, by weak comparison (RFC 9110 §13.1.2). */
export function knownTag(header: string | undefined, tags: readonly string[]): string | undefined {
	if (header === undefined) return undefined;
	const known = header.split(",").map((member) => member.trim().replace(/^W\//, ""));
	return tags.find((tag) => known.includes(tag));
}

/** RFC 9110 §8.8.3.3: each content coding is a separate representation with its own tag. */
export function zippedTag(tag: string): string {
	return `${tag.slice(0, -1)}-gzip"`;
}
