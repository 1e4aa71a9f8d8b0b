import { cellText, csvOf, jsonlOf, type Row } from "./csv.js";
import { button, element, save } from "./element.js";
import { number, words } from "./number.js";

/** A table whose rows can be sorted by each column, and saved. */
export interface Table {
	readonly element: HTMLElement;
	/** Shows these rows instead. */
	show(rows: readonly Row[]): void;
}

/** Number of rows shown before "Show more". */
const MOST_ROWS = 100;
/** A longer text is shortened. The files have all of it. */
const LONGEST = 160;

/** `cell` may show a value in its own way. `meanings` explain the columns. */
export function makeTable(
	label: string,
	rows: readonly Row[],
	{
		cell = () => undefined,
		meanings = {},
	}: {
		readonly cell?: (value: unknown, column: string) => Node | undefined;
		readonly meanings?: Readonly<Record<string, string>>;
	} = {},
): Table {
	let all = rows;
	let shown = MOST_ROWS;
	let order: { readonly column: string; readonly isUp: boolean } | undefined;
	const [head, body] = [element("tr"), element("tbody")];
	const more = button("", () => {
		shown += MOST_ROWS * 10;
		render();
	});
	more.className = "quiet";
	const columns = () => [...new Set(all.slice(0, 1_000).flatMap((row) => Object.keys(row)))];

	function heading(column: string): HTMLElement {
		const isOrder = order?.column === column;
		const sort = button(words(column), () => {
			order = { column, isUp: !(isOrder && order?.isUp) };
			render();
			head.querySelectorAll("button")[columns().indexOf(column)]?.focus();
		});
		const state = isOrder ? (order?.isUp ? "ascending" : "descending") : undefined;
		return element("th", { scope: "col", "aria-sort": state, title: meanings[column] }, sort);
	}

	function render(): void {
		const names = columns();
		head.replaceChildren(...names.map(heading));
		const sorted = order
			? all.toSorted((a, b) => compared(a, b, order?.column ?? "") * (order?.isUp ? 1 : -1))
			: all;
		body.replaceChildren(
			...sorted.slice(0, shown).map((row) =>
				element(
					"tr",
					...names.map((name) => {
						const value = row[name];
						const isNumber = typeof value === "number";
						const content = cell(value, name) ?? (isNumber ? number(value) : shortened(cellText(value)));
						return element(
							isNumber ? "td.figure" : "td",
							{ dir: "auto", title: isNumber ? String(value) : undefined },
							content,
						);
					}),
				),
			),
		);
		more.hidden = all.length <= shown;
		more.textContent = `Show more: ${number(all.length - shown)} are not shown`;
	}
	render();
	const file = (name: string, type: string, text: () => string) =>
		button(`Save ${name}`, () => save(`${label}.${name.toLowerCase()}`, new Blob([text()], { type })), {
			class: "copy",
		});
	const wide = element(
		"div.wide",
		{ tabindex: 0, role: "group", "aria-label": "Table" },
		element("table", element("thead", head), body),
	);
	const bar = element(
		"div.row",
		more,
		file("CSV", "text/csv", () => csvOf(columns(), all)),
		file("JSONL", "application/jsonl", () => jsonlOf(all)),
	);
	return {
		element: element("div", wide, bar),
		show: (next) => {
			all = next;
			render();
		},
	};
}

/** Numbers by size, everything else by its text. */
function compared(a: Row, b: Row, column: string): number {
	const [left, right] = [a[column], b[column]];
	if (typeof left === "number" && typeof right === "number") return left - right;
	return cellText(left).localeCompare(cellText(right));
}

function shortened(text: string): string {
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
