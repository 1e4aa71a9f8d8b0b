/** Whether If-None-Match lists this tag, compared weakly (RFC 9110 §13.1.2); a coded form has the tag with a suffix. */
export function includesTag(header: string, tag: string): boolean {
	const coded = `${tag.slice(0, -1)}-gzip"`;
	return header.split(",").some((member) => {
		const known = member.trim().replace(/^W\//, "");
		return known === tag || known === coded;
	});
}
