import { element } from "./elements/element.js";
import type { MillFacts } from "./views/facts.js";
import { prose } from "./views/prose.js";

export function heading({ name, summary }: MillFacts): HTMLElement[] {
	return [element("h1", {}, name), element("p", { class: "summary" }, summary)];
}

export function about({ about: text, version, description }: MillFacts): HTMLElement[] {
	const link =
		description === undefined
			? undefined
			: element("a", { href: description, target: "_blank" }, "The whole description");
	const content = element(
		"div",
		{ class: "prose" },
		prose(text),
		element("p", {}, `Version ${version}. `, link),
	);
	return text === "" && !link
		? []
		: [element("details", { class: "about" }, element("summary", {}, "About this mill"), content)];
}

/** The sentence of a description that begins with a bold "Do not". It stands with every answer. */
export function warningOf(description: string): string {
	const found = /\*\*(Do not [^*]+)\*\*([^.]*\.)?/.exec(description);
	return found ? `${found[1]}${found[2] ?? ""}`.replace(/\s+/g, " ").trim() : "";
}
