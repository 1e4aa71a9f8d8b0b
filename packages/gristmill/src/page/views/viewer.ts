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

/** A rectangle of a picture, in its pixels. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly label?: string;
}

/** The picture that was sent, where the visitor sees it. A view draws on it instead of showing it again. */
export interface SentPicture {
	draw(boxes: readonly Box[]): void;
}

/** A result and its input. */
export interface ShownAnswer {
	readonly output: Readonly<Record<string, unknown>>;
	readonly schema: JsonSchema | undefined;
	/** The input, if it was text. */
	readonly text: string | undefined;
	/** The text area with the input, if it holds the text as it is. */
	readonly source?: SourceText | undefined;
	/** The input, if it was a picture. */
	readonly picture?: SentPicture | undefined;
	/** The name and size of the input, if it was a file. */
	readonly file?: { readonly name: string; readonly size: number } | undefined;
}

/** A member of a result, and the result that it is of. */
export interface Member {
	readonly name: string;
	readonly value: unknown;
	readonly schema: JsonSchema;
	readonly answer: ShownAnswer;
}

export interface View {
	readonly element: HTMLElement;
	/** A short summary, such as `12 tokens`. */
	readonly summary?: string | undefined;
	/** The summary, if it takes longer than showing the rest. */
	readonly later?: Promise<string> | undefined;
	/** What a screen reader says when the answer has come. */
	readonly spoken?: string | undefined;
	/** What the button "Copy" copies. */
	readonly copy?: string | undefined;
	/** Frees what the view holds. */
	readonly end?: (() => void) | undefined;
}

/** Shows a member, or returns undefined if its value has another shape. */
export type Viewer = (member: Member) => View | undefined;
