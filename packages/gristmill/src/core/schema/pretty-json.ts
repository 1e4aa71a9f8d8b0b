/** Deeper levels get the same indentation. Otherwise the text would grow quadratically with the depth. */
const DEEPEST = 100;

/**
 * Formats JSON without parsing it, so that numbers keep all their digits.
 * @example prettyJson('{"a":[1,2]}')
 */
export function prettyJson(text: string): string {
	const parts: string[] = [];
	let depth = 0;
	const line = () => `\n${"  ".repeat(Math.min(depth, DEEPEST))}`;
	// Each match starts where the previous one ended, so the time is linear.
	for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s"{}[\],:]+/g)) {
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
