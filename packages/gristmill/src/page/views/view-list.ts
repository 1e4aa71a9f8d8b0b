import { isObject } from "../../core/schema/is-object.js";
import { element } from "../elements/element.js";
import { folded } from "../elements/more.js";
import { counted, words } from "../elements/number.js";
import { copyButton } from "../lines/copy.js";
import { isScalar, isStatements } from "./shape.js";
import { scalarText } from "./view-facts.js";
import { treeView } from "./view-tree.js";
import type { Member, View } from "./viewer.js";

/** More words than that are folded. */
const MOST_WORDS = 100;

/** A list of words or numbers, or of statements that are true or false. */
export function listView({ value, schema, answer }: Member): View | undefined {
	if (!Array.isArray(value)) return undefined;
	if (isStatements(value)) return { element: statements(value) };
	if (!value.every(isScalar)) return undefined;
	// Whole numbers of a list are often ids: no digits are grouped, and what is copied is exact.
	const shown = value.map((one) => (Number.isInteger(one) ? String(one) : scalarText(one)));
	const text = value.map((one) => (typeof one === "number" ? String(one) : scalarText(one))).join(", ");
	const seen = element("p.words", { dir: "auto" }, shown.join(", ") || "none");
	const list = element("div.copied", seen, text === "" ? undefined : copyButton(() => text, seen));
	if (value.length <= MOST_WORDS) return { element: list, copy: text };
	const all = folded(counted(value.length, "items"), () => treeView(value, schema, answer.schema));
	seen.textContent = `${shown.slice(0, MOST_WORDS).join(", ")}, …`;
	return { element: element("div", list, all), copy: text };
}

/** What is true stands out. */
function statements(list: readonly unknown[]): HTMLElement {
	const items = list.filter(isObject).map((one) => {
		const parts = Object.values(one);
		const isTrue = parts.includes(true);
		const label = words(String(parts.find((part) => typeof part === "string")));
		return element(`li.${isTrue ? "did" : "not"}`, label, element("span.unseen", isTrue ? ": yes" : ": no"));
	});
	return element("ul.steps", ...items);
}
