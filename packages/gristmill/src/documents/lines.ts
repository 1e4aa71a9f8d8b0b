import { JSON_LINES } from "../codecs/parts.js";
import type { InputKind } from "../core/definition/input.js";
import type { Mill } from "../core/definition/mill.js";

const WORDS: Readonly<Record<InputKind, string>> = {
	text: "text",
	json: "json",
	bytes: "base64",
	image: "base64",
	form: "form",
};

/** What a line of a request with many inputs is: text, json, base64 or form; "any" if the mill takes several kinds. */
export function lineKind({ input }: Mill): string | undefined {
	// JSON lines are one input of the mill itself.
	if (Object.hasOwn(input, JSON_LINES)) return undefined;
	const words = new Set(Object.values(input).map(({ kind }) => WORDS[kind]));
	return words.size === 1 ? [...words].join() : "any";
}

const TEXTS: Readonly<Record<string, string>> = {
	text: "a JSON string",
	json: "a JSON value",
	base64: "a JSON string with the base64",
	form: "an object with the parts",
	any: "a JSON value: text or base64 as a string",
};

/** How to send many inputs, for people. */
export function manyText(mill: Mill): string | undefined {
	const kind = lineKind(mill);
	return (
		kind &&
		`Many inputs go in one request with \`Content-Type: ${JSON_LINES}\`: each line is an input (${TEXTS[kind]}), and its answer is a line, in the same order.`
	);
}

/** How to get the result part by part, for people. */
export function partsText({ parts }: Mill): string | undefined {
	return (
		parts &&
		`\`${parts}\` comes part by part with \`Accept: ${JSON_LINES}\` (one part a line) or \`text/event-stream\`. The last line or event has the other members; without it, the result is not whole.`
	);
}
