import type { Body } from "./lines.js";

/** What a visitor has given. */
export interface Given {
	readonly mediaType: string;
	readonly content: string | Blob;
	/** How it is named in lines that can be copied. */
	readonly body: Body;
	/** Where a picture can be shown from. */
	readonly picture?: string | undefined;
}

/** The place where a visitor gives the input. */
export interface InputPart {
	readonly element: HTMLElement;
	/** What is there; undefined where nothing is yet. */
	read(): Given | undefined;
	/** Says what is wrong with it; undefined where it can be sent. */
	complaint(): string | undefined;
	/** Ends what goes on while it is not seen, such as a camera. */
	rest(): void;
}
