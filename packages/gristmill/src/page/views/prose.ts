import { element } from "../elements/element.js";

/** A line of Markdown. Links become plain text. */
export function inline(text: string): DocumentFragment {
	const made = document.createDocumentFragment();
	for (const part of text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]*\))/)) {
		if (part.startsWith("`") && part.length > 2) made.append(element("code", part.slice(1, -1)));
		else if (part.startsWith("**") && part.length > 4) made.append(element("strong", part.slice(2, -2)));
		else if (part.startsWith("*") && part.length > 2) made.append(element("em", part.slice(1, -1)));
		else if (part.startsWith("[")) made.append(part.replace(/^\[([^\]]+)\]\([^)]*\)$/, "$1"));
		else made.append(part);
	}
	return made;
}
