import { element } from "../elements/element.js";
import { counted, number } from "../elements/number.js";
import { hexBytes, hexOfBase64, visible } from "./glyphs.js";
import { joinTokens } from "./join-tokens.js";
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

/** The member that lists spans: items with `start` and `end`. */
export function spansMember({ schema, members }: Pick<ShownAnswer, "schema" | "members">): string[] {
	return Object.keys(members).filter((key) => {
		const items = itemsOf(members[key], schema);
		return items.start?.type === "integer" && items.end?.type === "integer";
	});
}

/** For a list of items with `start` and `end`: the text in coloured runs, with details for each. */
export function tokensView(answer: ShownAnswer): View | undefined {
	const { output, text } = answer;
	const name = spansMember(answer).find((key) => Array.isArray(output[key]));
	const list = name === undefined ? undefined : output[name];
	if (name === undefined || !Array.isArray(list)) return undefined;
	const spans = list as readonly Span[];
	const joined = joinTokens(spans);
	const shown = spans.map((span, i) => runOf(span, i, text, joined[i]));
	if (shown.some((run) => run === undefined)) return undefined;
	const noun = name.replaceAll("_", " ");
	const hint = `Point at one of the ${noun}, or press Tab and the arrow keys, to see more about it.`;
	const detail = element("p", { class: "detail" }, hint);
	const box = runs(noun, shown as Run[], (i) => {
		const span = i === undefined ? undefined : spans[i];
		detail.replaceChildren(span ? describe(span, text, joined[i ?? -1]?.text) : hint);
	});
	box.setAttribute("dir", "auto");
	const count = typeof output.count === "number" ? output.count : spans.length;
	const summary = counted(count, noun);
	const left = output.truncated === true && typeof output.total === "number" ? output.total : undefined;
	return {
		element: element(
			"div",
			{ class: "tokens" },
			element(
				"p",
				{ class: "headline" },
				element("b", {}, number(count)),
				` ${summary.replace(/^\S+ /, "")}`,
				left === undefined ? undefined : ` of ${number(left)}`,
			),
			box,
			detail,
		),
		shows: [name, "count", ...(left === undefined ? [] : ["total", "truncated"])],
		summary,
		spoken: summary,
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
	if (own !== undefined && !passage) made.append(element("code", {}, visible(own).trim()), " ");
	else if (whole !== undefined) made.append(`part of ${whole} `);
	for (const [key, value] of parts) made.append(element("span", {}, element("b", {}, key), ` ${value}`), " ");
	return made;
}
