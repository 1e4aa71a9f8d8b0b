import { button, element } from "../elements/element.js";
import { counted, words } from "../elements/number.js";
import { copyButton } from "../lines/copy.js";
import { hexBytes, hexOfBase64, visible } from "./glyphs.js";
import { joinTokens } from "./join-tokens.js";
import { type Run, runs } from "./runs.js";
import { isSpans } from "./shape.js";
import type { Member, View } from "./viewer.js";

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

/** A list of items with `start` and `end`: the text in coloured runs, with details for each; or their ids. */
export function spansView({ name, value, answer: { output, text } }: Member): View | undefined {
	if (!isSpans(value) && !(Array.isArray(value) && value.length === 0)) return undefined;
	const spans = value as readonly Span[];
	const noun = words(name);
	const summary = counted(typeof output.count === "number" ? output.count : spans.length, noun);
	if (spans.length === 0) return { element: element("p.soft", "None."), summary };
	const joined = joinTokens(spans);
	const shown = spans.map((span, i) => runOf(span, i, text, joined[i]));
	if (shown.some((run) => run === undefined)) return undefined;
	const way = matchMedia("(pointer: coarse)").matches
		? "Touch a piece"
		: "Point at a piece, or choose one with the arrow keys,";
	const hint = `${way} to see more about it.`;
	const detail = element("p.detail", hint);
	const box = runs(noun, shown as Run[], (i) => {
		const span = i === undefined ? undefined : spans[i];
		detail.replaceChildren(span ? describe(span, text, joined[i ?? -1]?.text) : hint);
	});
	box.setAttribute("dir", "auto");
	const ids = spans.map(({ id }) => id).join(", ");
	const list = element("p.words", ids);
	const hasIds = spans.some(({ id }) => id !== undefined);
	const place = element("div", box, detail);
	const choices = ["Text", "IDs"].map((label, i) =>
		button(label, () => {
			place.replaceChildren(...(i === 0 ? [box, detail] : [list]));
			for (const [k, one] of choices.entries()) one.setAttribute("aria-pressed", String(i === k));
		}),
	);
	choices[0]?.setAttribute("aria-pressed", "true");
	const group = element("div.ways", { role: "group", "aria-label": "Show as" }, ...choices);
	const bar = element(
		"div.above",
		group,
		copyButton(() => ids, list, "the IDs"),
	);
	return {
		element: element("div.tokens", hasIds ? bar : undefined, place),
		summary,
		spoken: summary,
		copy: hasIds ? "" : spans.map((span) => textOf(span, text) ?? "").join("\n"),
	};
}

/** A span with a count is a passage. Passages may overlap. */
function isPassage({ count }: Span): boolean {
	return typeof count === "number";
}

function runOf(span: Span, i: number, text: string | undefined, whole: Run["whole"]): Run | undefined {
	const own = textOf(span, text);
	const broken = own === undefined && typeof span.bytes === "string" ? hexOfBase64(span.bytes) : undefined;
	if (own === undefined && broken === undefined) return undefined;
	const isBroken = broken !== undefined && !whole;
	const kind = `tint${i % TINTS}${isBroken ? " broken" : ""}${isPassage(span) ? " passage" : ""}`;
	// A line break is visible, and also breaks the line.
	const seen = broken ?? (own ?? "").replace(/\r?\n/g, "↵\n");
	const blank = (own ?? seen).trim() === "" ? visible(own ?? "empty") : undefined;
	return {
		text: seen === "" ? "∅" : seen,
		class: kind,
		over: typeof span.id === "number" ? String(span.id) : undefined,
		whole,
		name: whole ? `part of ${whole.text}` : blank,
	};
}

/** The span's own text, or its part of the input. Offsets in other units cannot be used. */
function textOf(span: Span, text: string | undefined): string | undefined {
	if (typeof span.text === "string") return span.text;
	if (text === undefined || span.start === undefined || span.bytes !== undefined) return undefined;
	return text.slice(span.start, span.end);
}

function describe(span: Span, text: string | undefined, whole: string | undefined): Node {
	const own = textOf(span, text);
	const bytes = own === undefined ? hexOfBase64(String(span.bytes ?? "")) : hexBytes(own);
	const { start, end, text: _, bytes: __, ...more } = span;
	const parts: [string, string][] = Object.entries(more).map(([key, value]) => [key, String(value)]);
	if (start !== undefined) parts.push(["from", String(start)], ["to", String(end)]);
	const passage = isPassage(span);
	if (bytes !== undefined && !passage) parts.push(["bytes", bytes]);
	const made = document.createDocumentFragment();
	if (own !== undefined && !passage) made.append(element("code", visible(own).trim()), " ");
	else if (whole !== undefined) made.append(`part of ${whole} `);
	for (const [key, value] of parts) made.append(element("span", element("b", key), ` ${value}`), " ");
	return made;
}
