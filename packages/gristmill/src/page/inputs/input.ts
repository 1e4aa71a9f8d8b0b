import type { CallBody } from "../lines/call.js";
import type { SentPicture, SourceText } from "../views/viewer.js";

/** The input of a visitor. */
export interface InputValue {
	readonly mediaType: string;
	readonly content: string | Blob;
	/** Its form in the code examples. */
	readonly body: CallBody;
	/** The name of the file, if it is one. */
	readonly name?: string | undefined;
	/** The preview of a picture. */
	readonly picture?: SentPicture | undefined;
	/** The text area that holds the input, if it holds the text as it is. */
	readonly source?: SourceText | undefined;
}

/** Why the page does not send an input, and what it can do about it. */
export interface Refused {
	readonly title: string;
	readonly detail: string;
	readonly remedies?: readonly Remedy[];
}

interface Remedy {
	readonly label: string;
	apply(): void;
}

/** A control for the input. */
export interface InputPart {
	readonly element: HTMLElement;
	/** The input; undefined if there is none yet. */
	read(): InputValue | undefined;
	/** What is wrong with the input; undefined if it can be sent. */
	refused(): Refused | undefined;
	/** Whether a file could be an input here. */
	fits(file: File): boolean;
	/** Takes a file that was dropped or pasted somewhere on the page. */
	take(file: File): void;
	/** Remembers the input: what it returns brings it back. */
	keep(): () => void;
	/** Stops background activity, such as the camera. */
	rest(): void;
}
