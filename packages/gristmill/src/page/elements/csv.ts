import { isObject } from "../../core/schema/is-object.js";

export type Row = Readonly<Record<string, unknown>>;

/** Rows as CSV (RFC 4180), with a header. */
export function csvOf(columns: readonly string[], rows: readonly Row[]): string {
	const lines = [columns, ...rows.map((row) => columns.map((name) => cellText(row[name])))];
	return `${lines.map((cells) => cells.map(quoted).join(",")).join("\r\n")}\r\n`;
}

/** One row a line, as JSON. */
export function jsonlOf(rows: readonly Row[]): string {
	return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** A value in one cell. */
export function cellText(value: unknown): string {
	if (value === undefined || value === null) return "";
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function quoted(cell: string): string {
	// A spreadsheet would run a cell that begins like a formula.
	const safe = /^[=+@\t\r]|^-(?![\d.])/.test(cell) ? `'${cell}` : cell;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The members of an object, and those of its objects with a dot between the names. */
export function flattened(value: unknown, before = ""): Row {
	if (!isObject(value)) return {};
	return Object.fromEntries(
		Object.entries(value).flatMap(([name, one]) =>
			isObject(one) && before === ""
				? Object.entries(flattened(one, name))
				: [[before ? `${before}.${name}` : name, one]],
		),
	);
}
