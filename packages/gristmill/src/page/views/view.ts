import { isObject } from "../../core/schema/is-object.js";
import { declaredView, type ViewName } from "../../core/schema/views.js";
import { element } from "../elements/element.js";
import { words } from "../elements/number.js";
import { isBoxes, isShares, isSpans, isStatements, isText, membersOf } from "./shape.js";
import { barsView } from "./view-bars.js";
import { boxesView } from "./view-boxes.js";
import { diffView } from "./view-diff.js";
import { factList, factText, isFact } from "./view-facts.js";
import { imageView } from "./view-image.js";
import { listView } from "./view-list.js";
import { pairsView } from "./view-pairs.js";
import { plotView } from "./view-plot.js";
import { spansView } from "./view-spans.js";
import { tableView } from "./view-table.js";
import { textView } from "./view-text.js";
import { treeView } from "./view-tree.js";
import type { Member, ShownAnswer, View, Viewer } from "./viewer.js";

const VIEWERS: Readonly<Record<ViewName, Viewer>> = {
	bars: barsView,
	boxes: boxesView,
	diff: diffView,
	image: imageView,
	pairs: pairsView,
	plot: plotView,
	spans: spansView,
	table: tableView,
	text: textView,
};

/** These stand above the facts. */
const MAIN: readonly (ViewName | undefined)[] = ["diff", "image", "spans", "text"];

/** Shows a result: each member as its author declared, or else as its shape suggests. Nothing is left out. */
export function resultView(answer: ShownAnswer): View {
	const schemas = membersOf(answer.schema);
	const members = Object.entries(answer.output)
		.filter(([name]) => !name.startsWith("_"))
		.map(([name, value]): Member => ({ name, value, schema: schemas[name] ?? {}, answer }));
	const facts = members.filter(isFact);
	const shown = members
		.filter((member) => !facts.includes(member))
		.map((member) => {
			const kind = declaredView(member.schema) ?? guessed(member);
			const view = (kind && VIEWERS[kind](member)) ?? listView(member) ?? tree(member);
			return { kind, member, view };
		});
	const top = shown.filter(({ kind }) => MAIN.includes(kind));
	const rest = shown.filter(({ kind }) => !MAIN.includes(kind));
	const isAlone = top.length + (facts.length > 0 ? 1 : 0) + rest.length === 1;
	const block = ({ member: { name, schema }, view }: (typeof shown)[number]) => {
		const title = schema.description as string | undefined;
		const label = isAlone ? undefined : element("h2.label", { title }, words(name));
		return element("section.part", { "data-member": name }, label, view.element);
	};
	const factsAt = facts.length === 0 ? undefined : factList(facts, top.length > 0);
	const views = [...top, ...rest].map(({ view }) => view);
	const text = facts.map(factText).join("\n");
	const isEmpty = facts.every(({ value }) => value === "");
	const lead = views.find(({ summary }) => summary !== undefined) ?? views[0];
	return {
		element: element("div.views", ...top.map(block), factsAt, ...rest.map(block)),
		summary: lead?.summary,
		later: lead?.later,
		spoken: top[0]?.view.spoken ?? (text.replaceAll("\n", ", ") || lead?.spoken),
		copy: top[0]?.view.copy ?? (isEmpty ? lead?.copy : text),
		end: () => {
			for (const view of views) view.end?.();
		},
	};
}

/** The view that suits a shape. */
function guessed({ value, schema, answer }: Member): ViewName | undefined {
	if (schema.contentEncoding === "base64") return "image";
	if (isText(value)) return "text";
	if (isSpans(value)) return "spans";
	if (answer.picture && isBoxes(value)) return "boxes";
	if (isShares(value)) return "bars";
	if (isStatements(value)) return undefined;
	if (!Array.isArray(value)) return isObject(value) ? "pairs" : undefined;
	if (value.every((one) => typeof one === "number"))
		return value.length >= FEWEST_PLOTTED ? "plot" : undefined;
	return "table";
}

/** Fewer numbers are easier to read than to see. */
const FEWEST_PLOTTED = 8;

function tree({ value, schema, answer }: Member): View {
	return { element: treeView(value, schema, answer.schema) };
}
