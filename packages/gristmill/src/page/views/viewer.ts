import type { JsonSchema } from "../../core/schema/schema-parts.js";

/** A part of a text, in UTF-16 code units. */
export interface Stretch {
	readonly start: number;
	readonly end: number;
}

/** A text area whose parts a view can light up. */
export interface SourceText {
	light(stretch: Stretch | undefined): void;
	/** Says where in the text the visitor is, until the text changes. */
	watch(look: (offset: number | undefined) => void): void;
}

/** An answer and its input. */
export interface ShownAnswer {
	readonly output: Readonly<Record<string, unknown>>;
	readonly schema: JsonSchema | undefined;
	/** The members of the result, from the schema, or from the answer if the schema is hidden. */
	readonly members: Readonly<Record<string, JsonSchema>>;
	/** The input, if it was text. */
	readonly text: string | undefined;
	/** The text area with the input, if it holds the text as it is. */
	readonly source?: SourceText | undefined;
	/** The URL of the input's preview, if it was a picture. */
	readonly picture: string | undefined;
	/** The name and size of the input, if it was a file. */
	readonly file?: { readonly name: string; readonly size: number } | undefined;
}

export interface View {
	readonly element: HTMLElement;
	/** The members of the result that it shows. The others stand below it. */
	readonly shows: readonly string[];
	/** A short summary, such as `12 tokens`. */
	readonly summary?: string;
	/** The summary, if it takes longer than showing the rest. */
	readonly later?: Promise<string>;
	/** What a screen reader says when the answer has come. */
	readonly spoken?: string;
	/** The language of `spoken`, if it is not the page's. */
	readonly language?: string;
	/** Frees what the view holds. */
	readonly end?: () => void;
}

/** Shows an answer, or returns undefined if the shape is another. */
export type Viewer = (answer: ShownAnswer) => View | undefined;
