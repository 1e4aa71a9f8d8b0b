import { element } from "../elements/element.js";
import { counted } from "../elements/number.js";
import { copyButton } from "../lines/copy.js";
import { compare, type Stretch } from "./difference.js";
import { codePoints, visible } from "./glyphs.js";
import { hasMembers } from "./shape.js";
import type { ShownAnswer, View } from "./viewer.js";

/** Longer texts are shown without marks, because comparing them is slow. */
const LONGEST = 200_000;

/** For `{ text, changed, … }` from a text input: before and after, with the differences marked. */
export function differenceView({ output, members, text }: ShownAnswer): View | undefined {
	if (text === undefined || !hasMembers(members, { text: "string", changed: "boolean" })) return undefined;
	const after = String(output.text ?? "");
	const isShort = text.length + after.length <= LONGEST;
	const stretches = isShort ? compare(text, after) : [{ same: text === after, before: text, after }];
	const differences = stretches.filter(({ same }) => !same).length;
	const steps = stepsOf(output.steps);
	return {
		element: element(
			"div",
			{ class: "difference" },
			element(
				"div",
				{ class: "columns" },
				column("before", "del", stretches, text),
				column("after", "ins", stretches, after),
			),
			...(steps.length === 0 ? [] : [element("ul", { class: "steps", "aria-label": "Steps" }, ...steps)]),
		),
		summary: output.changed ? counted(differences, "differences") : "nothing to change",
		spoken: output.changed ? after : "nothing to change",
	};
}

function column(
	side: "before" | "after",
	tag: "del" | "ins",
	stretches: readonly Stretch[],
	whole: string,
): HTMLElement {
	const parts = stretches.map((stretch) => {
		const text = stretch[side];
		if (stretch.same || text === "") return text;
		// Equal-looking texts may have different characters. The title lists them.
		const kind = text.trim() === "" ? "blank" : undefined;
		return element(tag, { title: codePoints(text), class: kind }, visible(text));
	});
	const reading = element("div", { class: "reading", dir: "auto" }, ...parts);
	const heading = element("h2", { class: "label" }, side === "before" ? "Before" : "After");
	const copy = side === "after" ? copyButton(() => whole, reading) : undefined;
	return element("div", {}, element("div", { class: "above" }, heading, copy), reading);
}

function stepsOf(steps: unknown): HTMLElement[] {
	if (!Array.isArray(steps)) return [];
	return (steps as readonly { step?: unknown; changed?: unknown }[]).map(({ step, changed }) =>
		element(
			"li",
			{ class: changed ? "did" : "" },
			String(step),
			element("span", { class: "unseen" }, changed ? " changed the text" : " changed nothing"),
		),
	);
}
