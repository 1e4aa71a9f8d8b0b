import { element } from "../elements/element.js";
import { isBoxes } from "./shape.js";
import { listView } from "./view-list.js";
import { pairsView } from "./view-pairs.js";
import { tableView } from "./view-table.js";
import type { Box, Member, View } from "./viewer.js";

/** Rectangles, drawn over the picture that was sent. Their numbers stand in the result. */
export function boxesView(member: Member): View | undefined {
	const { value, answer } = member;
	if (!isBoxes(value)) return undefined;
	const boxes = [value].flat() as (Box & Readonly<Record<string, unknown>>)[];
	const labelled = boxes.map(({ x, y, width, height, ...more }, i) => {
		const text = Object.values(more).find((one) => typeof one === "string");
		const label = text ?? (boxes.length > 1 ? String(i + 1) : undefined);
		return { x, y, width, height, ...(label !== undefined && { label }) };
	});
	answer.picture?.draw(labelled);
	const numbers = (Array.isArray(value) ? tableView(member) : pairsView(member)) ?? listView(member);
	return {
		element: numbers?.element ?? element("div"),
		end: () => answer.picture?.draw([]),
	};
}
