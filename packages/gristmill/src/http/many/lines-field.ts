import { JSON_LINES } from "../../codecs/parts.js";
import type { InputKind } from "../../core/definition/input.js";
import type { Mill } from "../../core/definition/mill.js";

const WORDS: Readonly<Record<InputKind, string>> = {
	text: "text",
	json: "json",
	bytes: "base64",
	image: "base64",
	form: "form",
};

/**
 * The media type of many inputs, with what a line is if all inputs are of one kind; undefined if JSON lines are one input of the mill
 * itself.
 */
export function linesField({ input }: Mill): string | undefined {
	if (Object.hasOwn(input, JSON_LINES)) return undefined;
	const words = new Set(Object.values(input).map(({ kind }) => WORDS[kind]));
	return words.size === 1 ? `${JSON_LINES}; line=${[...words].join()}` : JSON_LINES;
}
