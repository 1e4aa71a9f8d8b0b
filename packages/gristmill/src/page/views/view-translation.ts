import { element } from "../elements/element.js";
import { counted } from "../elements/number.js";
import { copyButton } from "../lines/copy.js";
import { languageName } from "./language.js";
import { light, runs } from "./runs.js";
import { hasMembers } from "./shape.js";
import type { ShownAnswer, View } from "./viewer.js";

interface Segment {
	readonly source: string;
	readonly target: string;
}

/**
 * For `{ text, from, to }` from a text input: the translation, beside the text area. Sentences light up in both if there
 * are segments. If the text area has something else, such as JSON, the text stands beside its translation.
 */
export function translationView({ output, members, text, source }: ShownAnswer): View | undefined {
	if (text === undefined || !hasMembers(members, { text: "string", from: "string", to: "string" }))
		return undefined;
	const segments = segmentsOf(output.segments);
	const parts = segments ?? [{ source: text, target: String(output.text) }];
	const sides = source ? (["target"] as const) : (["source", "target"] as const);
	const columns = sides.map((side) => {
		const language = String(side === "source" ? output.from : output.to);
		const name = languageName(language) ?? language;
		const box = runs(
			name,
			parts.map((part) => ({ text: part[side], isGap: part[side].trim() === "" })),
			(i) => {
				source?.light(i === undefined ? undefined : places[i]);
				for (const other of columns) light(other.box, i);
			},
		);
		const reading = element("div", { class: "reading", lang: language, dir: "auto" }, box);
		return { box, element: column(name, reading, parts.map((part) => part[side]).join("")) };
	});
	const places = placesOf(parts);
	source?.watch((offset) => {
		const i =
			offset === undefined ? -1 : places.findIndex(({ start, end }) => start <= offset && offset < end);
		source.light(i < 0 || parts.length < 2 ? undefined : places[i]);
		for (const { box } of columns) light(box, i < 0 ? undefined : i);
	});
	const sentences = (segments ?? []).filter((part) => part.source.trim() !== "").length;
	return {
		element: element(
			"div",
			{ class: `translation${source ? "" : " columns"}` },
			...columns.map((column) => column.element),
		),
		shows: ["text", "from", "to", "segments"],
		summary: segments ? counted(sentences, "sentences") : "",
		spoken: String(output.text),
		language: String(output.to),
	};
}

function column(name: string, reading: HTMLElement, text: string): HTMLElement {
	return element(
		"div",
		{},
		element(
			"div",
			{ class: "above" },
			element("h2", { class: "label" }, name),
			text === "" ? undefined : copyButton(() => text, reading),
		),
		reading,
	);
}

/** Where the sources are in the text: they follow each other without gaps. */
function placesOf(parts: readonly Segment[]) {
	let end = 0;
	return parts.map(({ source }) => {
		const start = end;
		end += source.length;
		return { start, end };
	});
}

function segmentsOf(value: unknown): readonly Segment[] | undefined {
	return Array.isArray(value) && value.length > 0 ? (value as readonly Segment[]) : undefined;
}
