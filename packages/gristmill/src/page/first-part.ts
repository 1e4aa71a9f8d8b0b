/**
 * The start of a JSON text as JSON of its own: cut behind its last whole member or item, and closed there.
 * @example firstPart('{"a":[1,2,{"b":') // '{"a":[1,2]}'
 */
export function firstPart(text: string): string {
	const closers: string[] = [];
	let kept = "";
	const keep = (part: string) => {
		kept = part + closers.join("");
	};
	for (const match of text.matchAll(/"(?:[^"\\]|\\.)*("?)|[{}[\],]/g)) {
		const [token, quote] = match;
		const { index } = match;
		if (quote === "") {
			// The text ends within this string. Of a long one the start is worth showing.
			const before = text.slice(0, index).trimEnd();
			const isValue = /[:[]$/.test(before) || (before.endsWith(",") && closers[0] === "]");
			if (isValue) keep(`${before}${wholeCharacters(token)}"`);
			break;
		}
		if (token === "{" || token === "[") {
			closers.unshift(token === "{" ? "}" : "]");
			if (closers.length === 1) keep(text.slice(0, index + 1));
		} else if (token === "}" || token === "]") {
			closers.shift();
			keep(text.slice(0, index + 1));
			if (closers.length === 0) break;
			// What stands before a comma is whole.
		} else if (token === ",") keep(text.slice(0, index));
	}
	return kept;
}

/** A string without an escape that is cut off. */
function wholeCharacters(string: string): string {
	return /^"(?:[^"\\]|\\u[\da-fA-F]{4}|\\[^u])*/.exec(string)?.[0] ?? '"';
}
