import { isObject } from "../../core/schema/is-object.js";
import { type JsonSchema, properties } from "../../core/schema/schema-parts.js";
import { element } from "../elements/element.js";
import { counted, number } from "../elements/number.js";
import { plot } from "./plot.js";
import { resolved } from "./shape.js";
import { treeView } from "./view-tree.js";

/** Number of rows shown before "Show more". */
const MOST_ROWS = 100;
const MOST_COLUMNS = 8;
/** Fewer numbers are easier to read than to see. */
const FEWEST_PLOTTED = 8;
/** More words than that are folded. */
const MOST_WORDS = 24;

/** A member that is not plain: a table, a plot, a line of words, or a folded tree. */
export function listView(
	name: string,
	value: unknown,
	schema: JsonSchema,
	root: JsonSchema | undefined,
): HTMLElement {
	const label = name.replaceAll("_", " ");
	if (typeof value === "string")
		return section(label, element("p", { class: "reading", dir: "auto" }, value));
	if (Array.isArray(value)) {
		if (value.length >= FEWEST_PLOTTED && value.every((item) => typeof item === "number"))
			return section(
				label,
				plot(value as number[]),
				folded(value, schema, root, counted(value.length, "numbers")),
			);
		const items = resolved(schema.items as JsonSchema | undefined, root);
		const table = tableOf(value, items, root);
		if (table) return section(label, table);
		if (value.length <= MOST_WORDS && value.every(isScalar))
			return section(label, element("p", {}, value.map(cellText).join(", ") || "none"));
	}
	const members = isObject(value) ? Object.entries(value) : [];
	if (members.length > 0 && members.length <= MOST_COLUMNS && members.every(([, one]) => isScalar(one)))
		return section(label, pairs(members, properties(schema)));
	return folded(value, schema, root, label);
}

function section(label: string, ...content: readonly Node[]): HTMLElement {
	return element("section", { class: "part" }, element("h2", { class: "label" }, label), ...content);
}

function folded(
	value: unknown,
	schema: JsonSchema,
	root: JsonSchema | undefined,
	label: string,
): HTMLElement {
	const details = element("details", {}, element("summary", {}, label));
	// Built when it is opened: most are not.
	details.addEventListener("toggle", () => details.append(treeView(value, schema, root)), { once: true });
	return details;
}

/** A small object in one line: `from 38 · to 49`. */
function pairs(
	members: readonly (readonly [string, unknown])[],
	schemas: Readonly<Record<string, JsonSchema>>,
): HTMLElement {
	const parts = members.map(([name, value]) => {
		const { type, minimum, maximum } = schemas[name] ?? {};
		const isShare = typeof value === "number" && type === "number" && minimum === 0 && maximum === 1;
		const text = isShare ? `${Number((value * 100).toPrecision(3))} %` : cellText(value);
		return element("span", {}, element("b", {}, name.replaceAll("_", " ")), ` ${text}`);
	});
	return element("p", { class: "pairs" }, ...parts);
}

/** Objects as rows; undefined if they are not alike. */
function tableOf(
	list: readonly unknown[],
	items: JsonSchema,
	root: JsonSchema | undefined,
): HTMLElement | undefined {
	if (list.length === 0 || !list.every(isObject)) return undefined;
	const rows = list as readonly Readonly<Record<string, unknown>>[];
	const columns = [...new Set(rows.slice(0, MOST_ROWS).flatMap((row) => Object.keys(row)))];
	if (columns.length === 0 || columns.length > MOST_COLUMNS) return undefined;
	const schemas = properties(items);
	const body = element("tbody", {});
	const cell = (row: Readonly<Record<string, unknown>>, name: string) => {
		const value = row[name];
		const isShort = Array.isArray(value) && value.length <= MOST_WORDS && value.every(isScalar);
		if (isScalar(value) || isShort)
			return element(
				"td",
				{ class: typeof value === "number" ? "figure" : "", dir: "auto" },
				isShort ? value.map(cellText).join(", ") : cellText(value),
			);
		const size = Object.keys(value as object).length;
		return element("td", {}, folded(value, resolved(schemas[name], root), root, counted(size, "items")));
	};
	let count = 0;
	const extend = () => {
		for (const row of rows.slice(count, count + MOST_ROWS))
			body.append(element("tr", {}, ...columns.map((name) => cell(row, name))));
		count = Math.min(rows.length, count + MOST_ROWS);
	};
	extend();
	const more = element("button", { type: "button", class: "quiet" });
	const tell = () => {
		more.textContent = `Show more: ${number(rows.length - count)} are not shown`;
	};
	more.addEventListener("click", () => {
		extend();
		if (count < rows.length) tell();
		else more.remove();
	});
	tell();
	const head = columns.map((name) =>
		element(
			"th",
			{ scope: "col", title: String(schemas[name]?.description ?? "") || undefined },
			name.replaceAll("_", " "),
		),
	);
	const table = element("table", {}, element("thead", {}, element("tr", {}, ...head)), body);
	return element(
		"div",
		{ class: "wide", tabindex: 0, role: "group", "aria-label": "Table" },
		table,
		count < rows.length ? more : undefined,
	);
}

function isScalar(value: unknown): boolean {
	return value === null || typeof value !== "object";
}

function cellText(value: unknown): string {
	if (typeof value === "number") return number(value);
	return value === undefined || value === null ? "" : String(value);
}
