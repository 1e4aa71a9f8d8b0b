import { element } from "../elements/element.js";
import { counted } from "../elements/number.js";
import { type Comparison, comparing, type Stretch } from "./difference.js";
import { codePoints, visible } from "./glyphs.js";
import { EMPTY, emptyText } from "./view-text.js";
import type { Member, View } from "./viewer.js";

/** More marks would make a browser slow. */
const MOST_SHOWN = 2_000;
/** The milliseconds for which a comparison may keep the page from anything else. */
const SLICE = 12;

/** A text that was made of the input: both, with the differences marked. */
export function diffView({ value: after, answer: { text } }: Member): View | undefined {
	if (text === undefined || typeof after !== "string") return undefined;
	const columns = element("div.columns");
	let hasEnded = false;
	const fill = ({ stretches }: Pick<Comparison, "stretches">) =>
		columns.replaceChildren(column("before", "del", stretches), column("after", "ins", stretches));
	const made = {
		element: columns,
		copy: after,
		spoken: text === after ? "nothing to change" : after || EMPTY,
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

function column(side: "before" | "after", tag: "del" | "ins", stretches: readonly Stretch[]): HTMLElement {
	const parts = stretches.slice(0, MOST_SHOWN).map((stretch) => {
		const text = stretch[side];
		if (stretch.same || text === "") return text;
		// Equal-looking texts may have different characters. The title lists them.
		const kind = text.trim() === "" ? "blank" : undefined;
		return element(tag, { title: codePoints(text), class: kind }, visible(text));
	});
	const rest = stretches.slice(MOST_SHOWN).map((stretch) => stretch[side]);
	const isEmpty = stretches.every((stretch) => stretch[side] === "");
	const reading = element(
		"div.reading",
		{ dir: "auto" },
		...(isEmpty ? [emptyText()] : parts),
		rest.join(""),
	);
	return element("div", element("p.label", side === "before" ? "Before" : "After"), reading);
}
