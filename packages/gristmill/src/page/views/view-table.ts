import { isObject } from "../../core/schema/is-object.js";
import { type JsonSchema, properties } from "../../core/schema/schema-parts.js";
import { folded } from "../elements/more.js";
import { counted } from "../elements/number.js";
import { makeTable } from "../elements/table.js";
import { isScalar, resolved } from "./shape.js";
import { scalarText } from "./view-facts.js";
import { treeView } from "./view-tree.js";
import type { Member, View } from "./viewer.js";

const MOST_COLUMNS = 40;
/** A longer list is folded. */
const MOST_WORDS = 24;

/** Objects, or lists of values, as the rows of a table. */
export function tableView({ name, value, schema, answer }: Member): View | undefined {
	if (!Array.isArray(value) || value.length === 0) return undefined;
	const isMatrix = value.every((row) => Array.isArray(row) && row.every(isScalar));
	if (!isMatrix && !value.every(isObject)) return undefined;
	const rows = value.map((row) =>
		isMatrix ? Object.fromEntries((row as unknown[]).map((one, i) => [`${i + 1}`, one])) : row,
	);
	if (new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row))).size > MOST_COLUMNS) return undefined;
	const schemas = properties(resolved(schema.items as JsonSchema | undefined, answer.schema));
	const cell = (one: unknown, column: string) =>
		foldedCell(one, resolved(schemas[column], answer.schema), answer.schema);
	const meanings = Object.fromEntries(
		Object.entries(schemas).map(([key, one]) => [key, String(one.description ?? "")]),
	);
	const table = makeTable(name, rows, { cell, meanings });
	return { element: table.element, summary: counted(value.length, "rows") };
}

/** What is no single value: words in a row, or else folded; undefined for a single value. */
export function foldedCell(value: unknown, schema: JsonSchema = {}, root?: JsonSchema): Node | undefined {
	if (isScalar(value)) return undefined;
	if (Array.isArray(value) && value.length <= MOST_WORDS && value.every(isScalar))
		return new Text(value.map((item) => scalarText(item)).join(", "));
	return folded(counted(Object.keys(value as object).length, "items"), () => treeView(value, schema, root));
}
