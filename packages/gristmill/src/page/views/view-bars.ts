import { isObject } from "../../core/schema/is-object.js";
import { element } from "../elements/element.js";
import { number, words } from "../elements/number.js";
import { percent } from "./view-facts.js";
import type { Member, View } from "./viewer.js";

/** More bars than that cannot be compared. */
const MOST = 200;

/** Numbers by name as bars: an object of numbers, or a list of objects that have a text and a number. */
export function barsView({ value }: Member): View | undefined {
	const bars = barsOf(value);
	if (!bars || bars.length === 0 || bars.length > MOST) return undefined;
	const isShare = bars.every(([, size]) => size >= 0 && size <= 1);
	const most = isShare ? 1 : Math.max(...bars.map(([, size]) => Math.abs(size)), Number.MIN_VALUE);
	const rows = bars.flatMap(([name, size]) => {
		const bar = element("span.bar", { "aria-hidden": "true" });
		bar.style.inlineSize = `${(Math.abs(size) / most) * 100}%`;
		const text = isShare ? percent(size) : number(size);
		return [element("dt", { dir: "auto" }, words(name)), element("dd", { title: String(size) }, bar, text)];
	});
	return { element: element("dl.bars", ...rows) };
}

function barsOf(value: unknown): readonly (readonly [string, number])[] | undefined {
	const rows = Array.isArray(value)
		? value.map((one) => {
				const parts = isObject(one) ? Object.values(one) : [];
				return [
					parts.find((part) => typeof part === "string"),
					parts.find((part) => typeof part === "number"),
				];
			})
		: isObject(value)
			? Object.entries(value)
			: [];
	const isBar = (row: readonly unknown[]): row is [string, number] =>
		typeof row[0] === "string" && typeof row[1] === "number";
	return rows.every(isBar) ? rows : undefined;
}
