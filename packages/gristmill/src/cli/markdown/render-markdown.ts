import { runInNewContext } from "node:vm";
import { Lexer, type Token, type Tokens } from "marked";
import { type Paint, printable } from "../command-line/terminal.js";
import { inline, type Look, tokensOf } from "./inline.js";
import { painted, UNSTYLED, wrapped } from "./styled.js";
import { tableLines } from "./table.js";

/** Longer documents are printed as they are: another server decides how long they are. */
const MOST_CHARACTERS = 256 * 1024;
const MOST_MS = 1_000;
const WIDEST = 100;
const NARROWEST = 20;

/** Markdown for a terminal of this width. Without colours, the marks of Markdown set off headings and code. */
export function renderMarkdown(
	source: string,
	{ paint, columns = 80 }: { paint: Paint; columns?: number },
): string {
	const text = printable(source).trim();
	// A terminal that does not know its width has 0 columns.
	const width = Math.min(WIDEST, Math.max(NARROWEST, columns || 80));
	if (text.length > MOST_CHARACTERS) return `${text}\n`;
	const look = { paint, colours: paint.bold("x") !== "x" };
	const render = () => blockLines(Lexer.lex(text), look, width).join("\n");
	try {
		// The parser takes minutes for text that is made for it. Only this way can a function be stopped.
		return `${runInNewContext("render()", { render }, { timeout: MOST_MS })}\n`;
	} catch (error) {
		// Nested too deeply for the call stack, or too slow.
		if (
			error instanceof RangeError ||
			(error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
		)
			return `${text}\n`;
		throw error;
	}
}

/** The lines of blocks, with an empty line between two of them. */
function blockLines(
	tokens: readonly Token[],
	look: Look,
	width: number,
	gap: readonly string[] = [""],
): string[] {
	const blocks = tokens
		.filter(({ type }) => type !== "space" && type !== "def")
		.map((token) => linesOf(token, look, width));
	return blocks.flatMap((lines, i) => (i > 0 ? [...gap, ...lines] : lines));
}

function linesOf(token: Token, look: Look, width: number): string[] {
	const { paint, colours } = look;
	switch (token.type) {
		case "heading": {
			const style = token.depth === 1 ? (text: string) => paint.bold(paint.underline(text)) : paint.bold;
			const marks = colours ? [] : [{ text: `${"#".repeat(token.depth)} `, paint: UNSTYLED }];
			return wrapped([...marks, ...inline(token.tokens, look, style)], width).map(painted);
		}
		case "code":
			return token.text.split("\n").map((line: string) => (line === "" ? "" : `    ${paint.key(line)}`));
		case "blockquote":
			return blockLines(token.tokens ?? [], look, width - 2).map((line) =>
				`${paint.dim("│")} ${line}`.trimEnd(),
			);
		case "list":
			return listLines(token as Tokens.List, look, width);
		case "table":
			return tableLines(token as Tokens.Table, look, width);
		case "hr":
			return [paint.dim("─".repeat(Math.min(width, 40)))];
		case "html":
			return token.raw.trimEnd().split("\n");
		default:
			return wrapped(inline(tokensOf(token) ?? [token], look), width).map(painted);
	}
}

function listLines({ items, ordered, start, loose }: Tokens.List, look: Look, width: number): string[] {
	const gap = loose ? [""] : [];
	return items.flatMap((item, i) => {
		const mark = ordered ? `${Number(start) + i}. ` : look.colours ? "• " : "- ";
		const box = item.task ? `[${item.checked ? "x" : " "}] ` : "";
		const content = item.tokens.filter(({ type }) => type !== "checkbox");
		const lines = blockLines(content, look, width - mark.length, gap);
		const [first = "", ...rest] = lines;
		const indented = rest.map((line) => (line === "" ? "" : `${" ".repeat(mark.length)}${line}`));
		return [...(i > 0 ? gap : []), `${mark}${box}${first}`, ...indented];
	});
}
