import type { Range } from "../pair.js";
import type { Block, Notation } from "./blocks.js";

const JSON_STRING: Notation = {
	read: (source) => JSON.parse(`"${source}"`),
	write: (answer) => JSON.stringify(answer).slice(1, -1),
};
const CSV_QUOTED: Notation = {
	read: (source) => source.replaceAll('""', '"'),
	write: (answer) => answer.replaceAll('"', '""'),
};
const csvPlain = (separator: string): Notation => ({
	read: (source) => source,
	// "12.5 kg" has a comma in Spanish, which would start another column.
	write: (answer) =>
		answer.includes(separator) || answer.includes('"') ? `"${CSV_QUOTED.write(answer)}"` : answer,
});

/** The text values of a JSON or CSV document, without keys and literals. Undefined for other documents. */
export function findValues(text: string): Block[] | undefined {
	return jsonStrings(text) ?? csvFields(text);
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

function jsonStrings(text: string): Block[] | undefined {
	if (!/^\s*[[{]\s*["[{\]}]/.test(text) || !isJson(text)) return undefined;
	const found: Block[] = [];
	for (const { 0: string, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"/gs)) {
		const end = index + string.length;
		if (/^\s*:/.test(text.slice(end, end + 80))) continue;
		found.push({ start: index + 1, end: end - 1, breaks: [], notation: JSON_STRING });
	}
	return found.filter(({ start, end }) => start < end);
}

/** CSV: all rows have the same number of fields, and no field starts with a space, as words after a comma do. */
function csvFields(text: string): Block[] | undefined {
	for (const separator of [",", ";"]) {
		const rows = csvRows(text, separator);
		const columns = rows?.[0]?.length ?? 0;
		if (rows === undefined || rows.length < 2 || columns < 2) continue;
		if (rows.some((row) => row.length !== columns || isNumber(text, row))) continue;
		const plain = csvPlain(separator);
		return rows.flat().map(({ start, end }) => {
			const quoted = text[start] === '"';
			return quoted
				? { start: start + 1, end: end - 1, breaks: [], notation: CSV_QUOTED }
				: { start, end, breaks: [], notation: plain };
		});
	}
	return undefined;
}

/** Whether the separators belong to numbers: "1,234 people" is not two fields. */
function isNumber(text: string, row: readonly Range[]): boolean {
	return row.slice(1).every(({ start }) => /^\d.\d{3}(?!\d)/.test(text.slice(start - 2, start + 4)));
}

function csvRows(text: string, separator: string): Range[][] | undefined {
	const FIELD = new RegExp(
		`(?:"[^"]*(?:""[^"]*)*"|[^${separator}"\\s](?:[^${separator}"\\r\\n]*[^${separator}"\\s])?|)`,
		"y",
	);
	const rows: Range[][] = [];
	let row: Range[] = [];
	for (let at = 0; at < text.length || row.length > 0; ) {
		FIELD.lastIndex = at;
		const end = at + (FIELD.exec(text)?.[0].length ?? 0);
		row.push({ start: at, end });
		const next = /^\r?\n/.exec(text.slice(end, end + 2))?.[0];
		if (text[end] === separator) at = end + 1;
		else if (next !== undefined || end === text.length) {
			if (row.length > 1) rows.push(row);
			else if (end > (row[0] as Range).start) return undefined;
			row = [];
			at = end + (next?.length ?? 0);
		} else return undefined;
	}
	return rows;
}
