import { element } from "../element.js";
import { hexBytes, hexOfBase64, visible } from "./glyphs.js";
import { type Run, runs } from "./runs.js";
import { itemsOf } from "./shape.js";
import type { ShownAnswer, View } from "./viewer.js";

/** A part of the text with its offsets. */
interface Span {
	readonly start?: number;
	readonly end?: number;
	readonly text?: string;
	/** Base64, if the token is not whole characters. */
	readonly bytes?: string;
	readonly id?: number;
	readonly [more: string]: unknown;
}

const TINTS = 6;

/** For a list of items with `start` and `end`: the text in coloured runs, with details for each. */
export function tokensView({ output, schema, members, text }: ShownAnswer): View | undefined {
	const name = Object.keys(members).find((key) => {
		const items = itemsOf(members[key], schema);
		return items.start?.type === "integer" && items.end?.type === "integer" && Array.isArray(output[key]);
	});
	const list = name === undefined ? undefined : output[name];
	if (name === undefined || !Array.isArray(list)) return undefined;
	const spans = list as readonly Span[];
	const shown = spans.map((span, i) => runOf(span, i, text));
	if (shown.some((run) => run === undefined)) return undefined;
	const detail = element("p", { class: "detail" }, HINT);
	const box = runs(name, shown as Run[], (i) => {
		const span = i === undefined ? undefined : spans[i];
		detail.replaceChildren(span ? describe(span, text) : HINT);
	});
	const rest = Object.entries(output).filter(([key, value]) => key !== name && typeof value !== "object");
	const facts = rest.map(([key, value]) => element("span", {}, `${key.replaceAll("_", " ")} ${value}`));
	return {
		element: element("div", { class: "tokens" }, box, detail, element("p", { class: "asides" }, ...facts)),
		summary: `${spans.length} ${spans.length === 1 ? name.replace(/s$/, "") : name}`,
	};
}

const HINT = "Hover over a run, or press Tab and the arrow keys, to see its details.";

/** A span with a count is a passage. Passages may overlap. */
function isPassage({ count }: Span): boolean {
	return typeof count === "number";
}

function runOf(span: Span, i: number, text: string | undefined): Run | undefined {
	const own = textOf(span, text);
	const broken = own === undefined && typeof span.bytes === "string" ? hexOfBase64(span.bytes) : undefined;
	if (own === undefined && broken === undefined) return undefined;
	const kind = `tint${i % TINTS}${broken === undefined ? "" : " broken"}${isPassage(span) ? " passage" : ""}`;
	// A line break is visible, and also breaks the line.
	const seen = broken ?? (own ?? "").replace(/\r?\n/g, "↵\n");
	return {
		text: seen === "" ? "∅" : seen,
		class: kind,
		name: (own ?? seen).trim() === "" ? visible(own ?? "empty") : undefined,
	};
}

/** The span's own text, or its part of the input. Offsets in other units cannot be used. */
function textOf(span: Span, text: string | undefined): string | undefined {
	if (typeof span.text === "string") return span.text;
	if (text === undefined || span.start === undefined || span.bytes !== undefined) return undefined;
	return text.slice(span.start, span.end);
}

function describe(span: Span, text: string | undefined): Node {
	const own = textOf(span, text);
	const bytes = own === undefined ? hexOfBase64(String(span.bytes ?? "")) : hexBytes(own);
	const { start, end, text: _, bytes: __, ...more } = span;
	const parts: [string, string][] = Object.entries(more).map(([key, value]) => [key, String(value)]);
	if (start !== undefined) parts.push(["from", String(start)], ["to", String(end)]);
	const passage = isPassage(span);
	if (bytes !== undefined && !passage) parts.push(["bytes", bytes]);
	const made = document.createDocumentFragment();
	if (own !== undefined && !passage) made.append(element("code", {}, visible(own).trim()), " ");
	for (const [key, value] of parts) made.append(element("span", {}, element("b", {}, key), ` ${value}`), " ");
	return made;
}
