/** A parsed request target. */
export interface Target {
	/** With unreserved characters and `$` decoded, so that equal addresses look equal. */
	readonly path: string;
	/** Without the question mark; "" if there is none. */
	readonly query: string;
}

export function parseTarget(target: string): Target {
	const mark = target.indexOf("?");
	let path = mark < 0 ? target : target.slice(0, mark);
	const query = mark < 0 ? "" : target.slice(mark + 1);
	// RFC 9112 §3.2.2: a server must accept the absolute form too.
	if (!path.startsWith("/")) path = path.replace(/^https?:\/\/[^/]*/i, "") || "/";
	return { path: path.includes("%") ? decodeUnreserved(path) : path, query };
}

/** RFC 3986 §6.2.2.2: `%41` is `A`. We also decode `%24` to `$`; `%2F` stays encoded. */
function decodeUnreserved(path: string): string {
	return path.replace(/%(?:24|2[dDeE]|3\d|4[1-9a-fA-F]|5[0-9aAfF]|6[1-9a-fA-F]|7[0-9aAeE])/g, (encoded) => {
		const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
		return /[A-Za-z0-9._~$-]/.test(character) ? character : encoded;
	});
}
