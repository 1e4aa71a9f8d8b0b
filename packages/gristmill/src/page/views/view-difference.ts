import { element } from "../elements/element.js";
import { counted } from "../elements/number.js";
import { copyButton } from "../lines/copy.js";
import { type Comparison, comparing, type Stretch } from "./difference.js";
import { codePoints, visible } from "./glyphs.js";
import { hasMembers } from "./shape.js";
import type { ShownAnswer, View } from "./viewer.js";

/** More marks would make a browser slow. */
const MOST_SHOWN = 2_000;
/** The milliseconds for which a comparison may keep the page from anything else. */
const SLICE = 12;

/** For `{ text, changed, … }` from a text input: before and after, with the differences marked. */
export function differenceView({ output, members, text }: ShownAnswer): View | undefined {
	if (text === undefined || !hasMembers(members, { text: "string", changed: "boolean" })) return undefined;
	const after = String(output.text ?? "");
	const columns = element("div", { class: "columns" });
	const steps = stepsOf(output.steps);
	let hasEnded = false;
	const fill = ({ stretches }: Pick<Comparison, "stretches">) =>
		columns.replaceChildren(
			column("before", "del", stretches, text),
			column("after", "ins", stretches, after),
		);
	const made = {
		element: element(
			"div",
			{ class: "difference" },
			columns,
			...(steps.length === 0 ? [] : [element("ul", { class: "steps", "aria-label": "Steps" }, ...steps)]),
		),
		shows: ["text", "changed", "steps"],
		spoken: text === after ? "nothing to change" : after,
		end: () => {
			hasEnded = true;
		},
	};
	const compared = comparing(text, after);
	const first = sliced(compared);
	if (first) {
		fill(first);
		return { ...made, summary: summaryOf(first) };
	}
	fill({ stretches: [{ same: true, before: text, after: text }] });
	const rest = async () => {
		for (;;) {
			await new Promise((settle) => setTimeout(settle));
			const found = hasEnded ? undefined : sliced(compared);
			if (found) fill(found);
			if (found || hasEnded) return found ? summaryOf(found) : "";
		}
	};
	return { ...made, summary: "comparing…", later: rest() };
}

/** Compares for a moment; undefined if that was not enough. */
function sliced(compared: Generator<number, Comparison>): Comparison | undefined {
	const end = performance.now() + SLICE;
	while (performance.now() < end) {
		const step = compared.next();
		if (step.done) return step.value;
	}
	return undefined;
}

function summaryOf({ differences, isWhole }: Comparison): string {
	if (differences === 0) return "nothing to change";
	return `${isWhole ? "" : "more than "}${counted(differences, "differences")}`;
}

function column(
	side: "before" | "after",
	tag: "del" | "ins",
	stretches: readonly Stretch[],
	whole: string,
): HTMLElement {
	const marked = stretches.slice(0, MOST_SHOWN);
	const rest = stretches.slice(MOST_SHOWN).map((stretch) => stretch[side]);
	const parts = marked.map((stretch) => {
		const text = stretch[side];
		if (stretch.same || text === "") return text;
		// Equal-looking texts may have different characters. The title lists them.
		const kind = text.trim() === "" ? "blank" : undefined;
		return element(tag, { title: codePoints(text), class: kind }, visible(text));
	});
	const reading = element("div", { class: "reading", dir: "auto" }, ...parts, rest.join(""));
	const heading = element("h2", { class: "label" }, side === "before" ? "Before" : "After");
	const copy = side === "after" && whole !== "" ? copyButton(() => whole, reading) : undefined;
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
