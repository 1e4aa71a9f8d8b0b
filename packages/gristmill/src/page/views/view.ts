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

/** Shows an answer with the viewer for its shape, whatever the mill's name. */
export function view(answer: Omit<ShownAnswer, "members">): View {
	const whole: ShownAnswer = { ...answer, members: membersOf(answer.schema, answer.output) };
	for (const viewer of VIEWERS) {
		const shown = viewer(whole);
		if (shown) return shown;
	}
	return { element: treeView(answer.output, answer.schema) };
}
