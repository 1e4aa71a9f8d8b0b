import { element } from "../element.js";
import { light, runs } from "./runs.js";
import { hasMembers, itemsOf } from "./shape.js";
import type { ShownAnswer, View } from "./viewer.js";

interface Segment {
	readonly source: string;
	readonly target: string;
}

/** For `{ text, from, to }` from a text input: two columns, with matching sentences if there are segments. */
export function translationView({ output, schema, members, text }: ShownAnswer): View | undefined {
	if (text === undefined || !hasMembers(members, { text: "string", from: "string", to: "string" }))
		return undefined;
	const segments = segmentsOf(output.segments);
	const parts = segments ?? [{ source: text, target: String(output.text) }];
	const columns = (["source", "target"] as const).map((side) => {
		const language = String(side === "source" ? output.from : output.to);
		const box = runs(
			`${side}, ${languageName(language)}`,
			parts.map((part) => {
				const isGap = part[side].trim() === "";
				return { text: part[side], name: isGap ? "gap" : undefined, class: isGap ? "gap" : undefined };
			}),
			(i) => {
				for (const other of columns) light(other.box, i);
			},
		);
		const heading = element("h2", { class: "label" }, languageName(language));
		return {
			box,
			element: element("div", {}, heading, element("div", { class: "reading", lang: language }, box)),
		};
	});
	const sentences = (segments ?? []).filter(({ source }) => source.trim() !== "").length;
	const canSegment = itemsOf(members.segments, schema).source !== undefined;
	return {
		element: element("div", { class: "columns translation" }, ...columns.map((column) => column.element)),
		summary: segments && canSegment ? `${sentences} ${sentences === 1 ? "sentence" : "sentences"}` : "",
	};
}

function segmentsOf(value: unknown): readonly Segment[] | undefined {
	return Array.isArray(value) && value.length > 0 ? (value as readonly Segment[]) : undefined;
}

function languageName(tag: string): string {
	try {
		return new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;
	} catch {
		return tag;
	}
}
