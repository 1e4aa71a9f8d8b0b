import { element } from "../elements/element.js";
import { membersOf } from "./shape.js";
import { differenceView } from "./view-difference.js";
import { factsView } from "./view-facts.js";
import { filesView } from "./view-files.js";
import { tokensView } from "./view-tokens.js";
import { translationView } from "./view-translation.js";
import { treeView } from "./view-tree.js";
import type { ShownAnswer, View, Viewer } from "./viewer.js";

/** The most specific first. Other answers are shown as a tree. */
const VIEWERS: readonly Viewer[] = [filesView, translationView, differenceView, tokensView, factsView];

/** Shows an answer with the viewer for its shape, whatever the mill's name. Members that it does not show stand below. */
export function view(answer: Omit<ShownAnswer, "members">): View {
	const whole: ShownAnswer = { ...answer, members: membersOf(answer.schema, answer.output) };
	for (const viewer of VIEWERS) {
		const shown = viewer(whole);
		if (!shown) continue;
		const left = Object.entries(answer.output).filter(
			([name]) => !shown.shows.includes(name) && name[0] !== "_",
		);
		if (left.length === 0) return shown;
		const output = Object.fromEntries(left);
		const below = factsView({ ...whole, output, picture: undefined }) ?? tree(output, answer.schema);
		below.element.classList.add("rest");
		return { ...shown, element: element("div", { class: "views" }, shown.element, below.element) };
	}
	return tree(answer.output, answer.schema);
}

function tree(output: ShownAnswer["output"], schema: ShownAnswer["schema"]): View {
	return { element: treeView(output, schema), shows: Object.keys(output) };
}
