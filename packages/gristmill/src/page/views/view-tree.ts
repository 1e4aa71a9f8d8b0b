import type { JsonSchema } from "../../core/schema/schema-parts.js";
import { properties } from "../../core/schema/schema-parts.js";
import { element } from "../element.js";
import { resolved } from "./shape.js";

/** Number of members shown before "Show more". */
const MOST = 100;

/** Any value as a collapsible tree. Closed parts are not built. */
export function treeView(value: unknown, schema: JsonSchema | undefined): HTMLElement {
	return element("div", { class: "tree" }, branch(value, schema ?? {}, schema, 0));
}

function branch(
	value: unknown,
	schema: JsonSchema,
	root: JsonSchema | undefined,
	depth: number,
): HTMLElement {
	const isList = Array.isArray(value);
	const entries = Object.entries(value as object);
	const list = element("ul", { role: "list" });
	const extend = (from: number): void => {
		for (const [key, member] of entries.slice(from, from + MOST)) {
			const own = isList ? (schema.items as JsonSchema | undefined) : properties(schema)[key];
			list.append(element("li", {}, twig(key, member, resolved(own, root), root, depth)));
		}
		const left = entries.length - from - MOST;
		if (left <= 0) return;
		const more = element("button", { type: "button", class: "quiet" }, `Show more: ${left} are not shown`);
		more.addEventListener("click", () => {
			more.parentElement?.remove();
			extend(from + MOST);
		});
		list.append(element("li", {}, more));
	};
	extend(0);
	return list;
}

function twig(
	key: string,
	value: unknown,
	schema: JsonSchema,
	root: JsonSchema | undefined,
	depth: number,
): HTMLElement {
	const label = element("span", { class: "key", title: String(schema.description ?? "") || undefined }, key);
	if (typeof value !== "object" || value === null)
		return element(
			"span",
			{},
			label,
			" ",
			element("span", { class: `value ${typeof value}` }, JSON.stringify(value)),
		);
	const count = Object.keys(value).length;
	const noun = Array.isArray(value) ? (count === 1 ? "item" : "items") : count === 1 ? "member" : "members";
	const details = element("details", {}, element("summary", {}, label, ` ${count} ${noun}`));
	let isBuilt = false;
	const build = () => {
		if (!isBuilt) details.append(branch(value, schema, root, depth + 1));
		isBuilt = true;
	};
	details.addEventListener("toggle", () => details.open && build());
	// At deeper levels only small parts start open.
	if (count > 0 && count <= (depth < 2 ? 20 : 6) && depth < 4) {
		build();
		details.open = true;
	}
	return details;
}
