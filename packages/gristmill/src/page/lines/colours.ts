import { element } from "../elements/element.js";

const TOKENS =
	/("(?:[^"\\\n]|\\.)*")(\s*:)?|('(?:[^'\\]|\\.)*')|(\b(?:true|false|null|import|from|const|await|with|as|print)\b)|((?:^|\s)--?[a-zA-Z][\w-]*)|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)/g;

/** JSON, or a few lines of a shell, of JavaScript or of Python, with colours for its parts. */
export function coloured(text: string): (Node | string)[] {
	const made: (Node | string)[] = [];
	let end = 0;
	for (const match of text.matchAll(TOKENS)) {
		const [whole, double, colon, single, word, flag, number] = match;
		const kind = colon
			? "key"
			: (double ?? single)
				? "string"
				: (word ?? flag)
					? "word"
					: number
						? "number"
						: "";
		made.push(text.slice(end, match.index), element("span", { class: `c-${kind}` }, double ?? whole));
		if (colon) made.push(colon);
		end = match.index + whole.length;
	}
	made.push(text.slice(end));
	return made;
}
