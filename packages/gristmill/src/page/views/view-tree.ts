import { type JsonSchema, properties } from "../../core/schema/schema-parts.js";
import { element } from "../elements/element.js";
import { folded, stepwise } from "../elements/more.js";
import { counted } from "../elements/number.js";
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
	return element("div.tree", branch(value, schema ?? {}, root, depth));
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
	const more = stepwise(entries.length, MOST, (from, to) => {
		for (const [key, member] of entries.slice(from, to)) {
			const own = isList ? (schema.items as JsonSchema | undefined) : properties(schema)[key];
			list.append(element("li", twig(key, member, resolved(own, root), root, depth)));
		}
	});
	return element("div", list, more);
}

function twig(
	key: string,
	value: unknown,
	schema: JsonSchema,
	root: JsonSchema | undefined,
	depth: number,
): HTMLElement {
	const label = element("span.key", { title: String(schema.description ?? "") || undefined }, key);
	if (typeof value === "string" && value.length > LONGEST) {
		const start = element("span", label, ` ${JSON.stringify(`${value.slice(0, LONGEST / 4)}…`)}`);
		return folded(start, () => element("div.string.long-text", { dir: "auto" }, value));
	}
	if (typeof value !== "object" || value === null) {
		const shown = element("span", { class: `value ${typeof value}`, dir: "auto" }, JSON.stringify(value));
		return element("span", label, " ", shown);
	}
	const count = Object.keys(value).length;
	const size = element("span", label, ` ${counted(count, Array.isArray(value) ? "items" : "members")}`);
	// At deeper levels only small parts start open.
	const isOpen = count > 0 && count <= (depth < 2 ? 20 : 6) && depth < 4;
	return folded(size, () => branch(value, schema, root, depth + 1), isOpen);
}
