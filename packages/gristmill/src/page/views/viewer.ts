import type { JsonSchema } from "../../core/schema/schema-parts.js";

/** An answer and its input. */
export interface ShownAnswer {
	readonly output: Readonly<Record<string, unknown>>;
	readonly schema: JsonSchema | undefined;
	/** The members of the result, from the schema, or from the answer if the schema is hidden. */
	readonly members: Readonly<Record<string, JsonSchema>>;
	/** The input, if it was text. */
	readonly text: string | undefined;
	/** The URL of the input's preview, if it was a picture. */
	readonly picture: string | undefined;
}

export interface View {
	readonly element: HTMLElement;
	/** A short summary, such as `12 tokens`. */
	readonly summary?: string;
}

/** Shows an answer, or returns undefined if the shape is another. */
export type Viewer = (answer: ShownAnswer) => View | undefined;
