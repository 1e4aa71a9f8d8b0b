import { element } from "../elements/element.js";

/** Renders the Markdown that descriptions use: paragraphs, tables, lists, bold, italic, code. */
export function prose(text: string): DocumentFragment {
	const made = document.createDocumentFragment();
	for (const block of text.split(/\n\s*\n/)) {
		const lines = block.split("\n").filter((line) => line.trim() !== "");
		if (lines.length === 0) continue;
		if (lines.every((line) => line.startsWith("|"))) made.append(table(lines));
		else if (lines.every((line) => /^(?:[-*] |\s)/.test(line))) made.append(list(block));
		else made.append(element("p", {}, inline(lines.join(" ").replace(/^#+ /, ""))));
	}
	return made;
}

/** A line of Markdown. Links become plain text. */
export function inline(text: string): DocumentFragment {
	const made = document.createDocumentFragment();
	for (const part of text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]*\))/)) {
		if (part.startsWith("`") && part.length > 2) made.append(element("code", {}, part.slice(1, -1)));
		else if (part.startsWith("**") && part.length > 4) made.append(element("strong", {}, part.slice(2, -2)));
		else if (part.startsWith("*") && part.length > 2) made.append(element("em", {}, part.slice(1, -1)));
		else if (part.startsWith("[")) made.append(part.replace(/^\[([^\]]+)\]\([^)]*\)$/, "$1"));
		else made.append(part);
	}
	return made;
}

function table(lines: readonly string[]): HTMLElement {
	const rows = lines.map((line) => line.replace(/^\||\|\s*$/g, "").split("|"));
	const [head = [], , ...body] = rows;
	const row = (cells: readonly string[], tag: "th" | "td") =>
		element("tr", {}, ...cells.map((cell) => element(tag, {}, inline(cell.trim()))));
	// Wide tables scroll on their own, also by keyboard.
	return element(
		"div",
		{ class: "wide", tabindex: 0, role: "group", "aria-label": "Table" },
		element(
			"table",
			{},
			element("thead", {}, row(head, "th")),
			element("tbody", {}, ...body.map((cells) => row(cells, "td"))),
		),
	);
}

function list(block: string): HTMLElement {
	const items = block.split(/\n(?=[-*] )/).map((item) => item.replace(/^[-*] /, "").replace(/\s+/g, " "));
	return element("ul", {}, ...items.map((item) => element("li", {}, inline(item))));
}
