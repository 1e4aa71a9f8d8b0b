/** Deeper levels are indented like this one: else the text would grow with the square of the depth. */
const DEEPEST = 100;

/**
 * JSON with line breaks, made from the text alone: numbers keep every digit that came, which parsing would not promise.
 * @example prettyJson('{"a":[1,2]}')
 */
export function prettyJson(text: string): string {
	const parts: string[] = [];
	let depth = 0;
	const line = () => `\n${"  ".repeat(Math.min(depth, DEEPEST))}`;
	// Each match begins where the one before ended: one walk over the text.
	for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s"{}[\],:]+/g)) {
		if (token === "{" || token === "[") {
			depth += 1;
			parts.push(token, line());
		} else if (token === "}" || token === "]") {
			depth -= 1;
			parts.push(line(), token);
		} else if (token === ",") parts.push(token, line());
		else if (token === ":") parts.push(": ");
		else parts.push(token.startsWith('"') ? token : token.replace(/\s+/g, ""));
	}
	return parts.join("");
}
