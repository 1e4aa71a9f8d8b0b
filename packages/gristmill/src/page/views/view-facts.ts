import { element } from "../element.js";
import type { ShownAnswer, View } from "./viewer.js";

/** Longer texts are shown in the tree. */
const LONGEST = 200;

/** For a few plain values: each with its name and description, and the picture, if there is one. */
export function factsView({ output, members, picture }: ShownAnswer): View | undefined {
	const entries = Object.entries(output).filter(([name]) => !name.startsWith("_"));
	if (entries.length === 0 || entries.length > 12 || !entries.every(([, value]) => isPlain(value)))
		return undefined;
	const facts = element(
		"dl",
		{ class: "facts" },
		...entries.map(([name, value]) =>
			element(
				"div",
				{},
				element("dt", {}, name.replaceAll("_", " ")),
				element(
					"dd",
					{ class: String(value).length > 16 ? "long" : "" },
					typeof value === "number" ? number(value) : String(value),
				),
				element("dd", { class: "meaning" }, String(members[name]?.description ?? "")),
			),
		),
	);
	if (picture === undefined) return { element: facts };
	const image = element("img", { src: picture, alt: "The picture that was sent" });
	return { element: element("figure", { class: "portrait" }, image, element("figcaption", {}, facts)) };
}

function isPlain(value: unknown): boolean {
	return value === null || (typeof value !== "object" && String(value).length <= LONGEST);
}

/** Separates thousands with thin spaces, which no language uses as a decimal point. */
function number(value: number): string {
	const text = String(value);
	return /^-?\d{5,15}$/.test(text) ? text.replace(/\B(?=(?:\d{3})+$)/g, "\u202f") : text;
}
