import type { JsonBounds } from "../codecs/formats/json-bounds.js";
import { MiB } from "../core/definition/limits.js";
import { Problem } from "../core/problem.js";
import { inputsOf, type ToolFacts } from "./arguments/tool-facts.js";

/** How much a message may hold. */
export interface MessageBounds extends JsonBounds {
	/** The most bytes, as it is sent and inflated. */
	readonly bytes: number;
}

/** Bytes for a message in addition to its input. */
const ENVELOPE = 64 * 1024;
/** Enough for the parameters of a call and for the client's own metadata. */
const ENVELOPE_VALUES = 10_000;
/** An input may be nested 500 levels deep, and the message adds a few levels. */
const DEPTH = 512;

/**
 * The bounds follow from the largest inputs of the tools. Base64 turns three bytes into four, and JSON escapes can turn
 * one into two. A tool that takes JSON needs many values, and the shortest value takes two bytes.
 */
export function messageBounds(tools: readonly ToolFacts[]): MessageBounds {
	const inputs = tools.flatMap((tool) => [...inputsOf(tool), ...tool.inputs.filter(({ parts }) => parts)]);
	const needed = inputs.map(({ kind, maxBytes = 0 }) =>
		kind === "bytes" ? Math.ceil(maxBytes / 3) * 4 : 2 * maxBytes,
	);
	const json = inputs
		.filter(({ kind }) => kind === "json" || kind === "form")
		.map(({ maxBytes = 0 }) => maxBytes / 2);
	return {
		bytes: Math.max(MiB, ENVELOPE + Math.max(0, ...needed)),
		values: ENVELOPE_VALUES + Math.ceil(Math.max(0, ...json)),
		depth: DEPTH,
	};
}

/** The problem for a message that is small enough but has too many values or levels. */
export function tooMuch(excess: keyof JsonBounds, bounds: JsonBounds): Problem {
	return new Problem(
		"content-too-large",
		excess === "depth"
			? `The message nests arrays and objects more than ${bounds.depth} deep.`
			: `The message has more than ${bounds.values} values. Send fewer.`,
	);
}
