import type { JsonSchema } from "../../core/schema/schema-parts.js";
import { properties } from "../../core/schema/schema-parts.js";
import { element } from "../elements/element.js";
import { counted, number } from "../elements/number.js";
import { resolved } from "./shape.js";

/** Longer strings are folded. */
const LONGEST = 240;

/** Number of members shown before "Show more". */
const MOST = 100;

/** Any value as a collapsible tree. Closed parts are not built. */
export function treeView(
	value: unknown,
	schema: JsonSchema | undefined,
	root: JsonSchema | undefined = schema,
	depth = 0,
): HTMLElement {
	return element("div", { class: "tree" }, branch(value, schema ?? {}, root, depth));
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
		const more = element(
			"button",
			{ type: "button", class: "quiet" },
			`Show more: ${number(left)} are not shown`,
		);
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
	if (typeof value === "string" && value.length > LONGEST)
		return element(
			"details",
			{},
			element("summary", {}, label, ` ${JSON.stringify(`${value.slice(0, LONGEST / 4)}…`)}`),
			element("div", { class: "string long-text", dir: "auto" }, value),
		);
	if (typeof value !== "object" || value === null)
		return element(
			"span",
			{},
			label,
			" ",
			element("span", { class: `value ${typeof value}`, dir: "auto" }, JSON.stringify(value)),
		);
	const count = Object.keys(value).length;
	const size = counted(count, Array.isArray(value) ? "items" : "members");
	const details = element("details", {}, element("summary", {}, label, ` ${size}`));
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
