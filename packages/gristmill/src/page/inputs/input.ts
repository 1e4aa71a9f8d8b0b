import type { CallBody } from "../lines.js";

/** The input of a visitor. */
export interface InputValue {
	readonly mediaType: string;
	readonly content: string | Blob;
	/** Its form in the code examples. */
	readonly body: CallBody;
	/** The URL of a picture's preview. */
	readonly picture?: string | undefined;
}

/** A control for the input. */
export interface InputPart {
	readonly element: HTMLElement;
	/** The input; undefined if there is none yet. */
	read(): InputValue | undefined;
	/** What is wrong with the input; undefined if it can be sent. */
	complaint(): string | undefined;
	/** Stops background activity, such as the camera. */
	rest(): void;
}
