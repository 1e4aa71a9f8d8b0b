import { element } from "../elements/element.js";
import { folded } from "../elements/more.js";
import { counted } from "../elements/number.js";
import { plot } from "./plot.js";
import { treeView } from "./view-tree.js";
import type { Member, View } from "./viewer.js";

/** A list of numbers as a line, with the numbers folded below. */
export function plotView({ value, schema, answer }: Member): View | undefined {
	if (!Array.isArray(value) || value.length < 2 || !value.every((one) => typeof one === "number"))
		return undefined;
	const all = folded(counted(value.length, "numbers"), () => treeView(value, schema, answer.schema));
	return { element: element("div", plot(value as number[]), all), copy: value.join(", ") };
}
