import type { JsonSchema } from "../core/schema-parts.js";
import { membersOf } from "./shape.js";
import { differenceView } from "./view-difference.js";
import { factsView } from "./view-facts.js";
import { tokensView } from "./view-tokens.js";
import { translationView } from "./view-translation.js";
import { treeView } from "./view-tree.js";

/** An answer, and what it is the answer to. */
export interface Answer {
	readonly output: Readonly<Record<string, unknown>>;
	readonly schema: JsonSchema | undefined;
	/** The members of the result by the schema, or of the answer where the schema is hidden. */
	readonly members: Readonly<Record<string, JsonSchema>>;
	/** The text that was sent, where it was text. */
	readonly text: string | undefined;
	/** Where the picture that was sent can be shown from. */
	readonly picture: string | undefined;
}

export interface View {
	readonly element: HTMLElement;
	/** What there is, in a word or two: `12 tokens`. */
	readonly summary?: string;
}

/** Shows an answer if its shape is the one that it knows. */
export type Viewer = (answer: Answer) => View | undefined;

/** The most particular first; what no one knows is a tree. */
const VIEWERS: readonly Viewer[] = [translationView, differenceView, tokensView, factsView];

/** Shows an answer as its shape suggests. The name of the mill does not matter. */
export function view(answer: Omit<Answer, "members">): View {
	const whole: Answer = { ...answer, members: membersOf(answer.schema, answer.output) };
	for (const viewer of VIEWERS) {
		const shown = viewer(whole);
		if (shown) return shown;
	}
	return { element: treeView(answer.output, answer.schema) };
}
