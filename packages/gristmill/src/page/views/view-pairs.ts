import { isObject } from "../../core/schema/is-object.js";
import { properties } from "../../core/schema/schema-parts.js";
import { element } from "../elements/element.js";
import { words } from "../elements/number.js";
import { isScalar, resolved } from "./shape.js";
import { scalarText } from "./view-facts.js";
import type { Member, Stretch, View } from "./viewer.js";

const MOST = 1_000;

/** An object as names and values; or a list of objects that have two texts, side by side. */
export function pairsView(member: Member): View | undefined {
	const { value, schema, answer } = member;
	if (Array.isArray(value)) return textPairs(value, member);
	if (!isObject(value) || !Object.values(value).every(isScalar)) return undefined;
	const schemas = properties(resolved(schema, answer.schema));
	const parts = Object.entries(value).map(([name, one]) =>
		element("span", element("b", words(name)), ` ${scalarText(one, schemas[name])}`),
	);
	return { element: element("p.pairs", ...parts) };
}

/** A text and its partner in each row. A row with `start` and `end` lights its part of the input. */
function textPairs(list: readonly unknown[], { answer }: Member): View | undefined {
	const rows = list.flatMap((one) => {
		const texts = isObject(one) ? Object.values(one).filter((part) => typeof part === "string") : [];
		const [left = "", right = ""] = texts;
		const { start, end } = (one ?? {}) as Partial<Stretch>;
		const place = start === undefined || end === undefined ? undefined : { start, end };
		return texts.length < 2 ? [] : [{ left, right, place }];
	});
	if (rows.length < list.length || rows.length > MOST) return undefined;
	const seen = rows.filter(({ left, right }) => left.trim() !== "" || right.trim() !== "");
	const lines = seen.map(({ left, right, place }) => {
		const line = element(
			"li",
			{ tabindex: 0 },
			element("span", { dir: "auto" }, left),
			element("span", { dir: "auto" }, right),
		);
		const light = (on: boolean) => answer.source?.light(on ? place : undefined);
		for (const event of ["pointerenter", "focus"]) line.addEventListener(event, () => light(true));
		for (const event of ["pointerleave", "blur"]) line.addEventListener(event, () => light(false));
		return line;
	});
	answer.source?.watch((offset) => {
		const at = ({ place }: (typeof seen)[number]) =>
			offset !== undefined && place !== undefined && place.start <= offset && offset < place.end;
		for (const [i, one] of seen.entries()) lines[i]?.classList.toggle("lit", at(one));
	});
	return { element: element("ul.couples", ...lines) };
}
