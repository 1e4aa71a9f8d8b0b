import { Buffer } from "node:buffer";
import { loneSurrogate } from "../../codecs/formats/text.js";
import type { ToolInput } from "./tool-facts.js";

const LONE = /\p{Surrogate}/u;

/** JSON can contain lone surrogates, which no charset can. They are treated like invalid bytes. */
export function encodeText(
	{ invalidBy }: ToolInput,
	text: string,
	parameters: ReadonlyMap<string, readonly string[]>,
): Uint8Array {
	const offset = text.search(LONE);
	if (offset < 0 || (invalidBy !== undefined && parameters.get(invalidBy)?.[0] === "replace"))
		return Buffer.from(text);
	throw loneSurrogate({ invalidBy }, `at UTF-16 offset ${offset}`, { offset });
}
