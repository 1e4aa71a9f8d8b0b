import { element } from "../elements/element.js";
import type { Member, View } from "./viewer.js";

/** More text at once makes a browser slow. */
const LONGEST = 200_000;

/** What stands in the place of an empty text, and what is said of it. */
export const EMPTY = "The text is empty.";
export const emptyText = (): HTMLElement => element("span.soft", EMPTY);

/** A text to read, with its lines. */
export function textView({ value }: Member): View | undefined {
	if (typeof value !== "string") return undefined;
	const reading = element("div.reading", { dir: "auto" }, value.slice(0, LONGEST));
	if (value === "") reading.append(emptyText());
	if (value.length > LONGEST) reading.append(element("span.soft", " … The tab JSON has more."));
	return { element: reading, spoken: value || EMPTY, copy: value };
}
