import { JSON_LINES } from "../../codecs/parts.js";
import type { Mill } from "../../core/definition/mill.js";
import { lineKind } from "../../documents/lines.js";

/** The media type of many inputs, with what a line is if all inputs are of one kind; undefined if the mill takes none. */
export function linesField(mill: Mill): string | undefined {
	const kind = lineKind(mill);
	return kind === undefined || kind === "any" ? kind && JSON_LINES : `${JSON_LINES}; line=${kind}`;
}
