import type { Tokens } from "marked";
import { inline, type Look } from "./inline.js";
import { painted, type Styled, widthOf, wrapped } from "./styled.js";

const GAP = "  ";
/** A column is not made narrower. */
const LEAST = 8;

/** A table in aligned columns. Cells are wrapped where it would be too wide, and each row is a block where that is not enough. */
export function tableLines(table: Tokens.Table, look: Look, width: number): string[] {
	const header = table.header.map(({ tokens }) => inline(tokens, look, look.paint.bold));
	const rows = table.rows.map((row) => row.map(({ tokens }) => inline(tokens, look)));
	const natural = header.map((cell, i) =>
		Math.max(1, ...[cell, ...rows.map((row) => row[i] ?? [])].map((one) => widthOf(one))),
	);
	const widths = fitted(natural, width - GAP.length * (natural.length - 1));
	if (widths === undefined) return blocks(header, rows, width);
	const lines = (row: readonly Styled[][]) => rowLines(row, widths, table.align);
	const rule = widths.map((columns) => look.paint.dim("─".repeat(columns))).join(GAP);
	return [...lines(header), rule, ...rows.flatMap(lines)];
}

/** The widths of columns that fit: the widest become narrower. Undefined if they cannot. */
function fitted(natural: readonly number[], room: number): number[] | undefined {
	const widths = [...natural];
	let excess = widths.reduce((sum, columns) => sum + columns, 0) - room;
	for (; excess > 0; excess--) {
		const widest = Math.max(...widths);
		if (widest <= LEAST) return undefined;
		widths[widths.indexOf(widest)] = widest - 1;
	}
	return widths;
}

function rowLines(
	row: readonly Styled[][],
	widths: readonly number[],
	align: Tokens.Table["align"],
): string[] {
	const cells = widths.map((columns, i) => wrapped(row[i] ?? [], columns));
	const height = Math.max(...cells.map(({ length }) => length));
	return Array.from({ length: height }, (_, line) =>
		cells
			.map((cell, i) => {
				const text = cell[line] ?? [];
				const space = " ".repeat(Math.max(0, (widths[i] ?? 0) - widthOf(text)));
				return align[i] === "right" ? space + painted(text) : painted(text) + space;
			})
			.join(GAP)
			.trimEnd(),
	);
}

function blocks(header: readonly Styled[][], rows: readonly Styled[][][], width: number): string[] {
	return rows.flatMap((row, i) => [
		...(i > 0 ? [""] : []),
		...row.flatMap((cell, column) => {
			const name = header[column] ?? [];
			const between = name.length > 0 ? [{ text: ": ", paint: (text: string) => text }] : [];
			return wrapped([...name, ...between, ...cell], width).map(painted);
		}),
	]);
}
