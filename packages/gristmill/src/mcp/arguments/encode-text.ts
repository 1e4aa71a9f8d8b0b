import { Buffer } from "node:buffer";
import { Problem } from "../../core/problem.js";
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
	const otherwise = invalidBy === undefined ? "" : `, or set ${invalidBy}=replace`;
	throw new Problem(
		"unreadable-input",
		`Send text that is valid Unicode${otherwise}: a lone surrogate stands at UTF-16 offset ${offset}.`,
		{ offset },
	);
}
