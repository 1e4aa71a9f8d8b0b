import type { ParameterValues } from "../core/parameters.js";

/** What the output depends on besides the input. */
export interface Circumstances {
	readonly parameters: ParameterValues;
	/** The media type of the input. */
	readonly mediaType: string;
	/** The media type of the bytes to return. */
	readonly outputType: string;
}
