import { enumeration } from "../core/schema/schema-parts.js";
import type { Texts } from "./inputs/address.js";
import type { InputValue } from "./inputs/input.js";
import type { MillFacts } from "./views/facts.js";
import { membersOf } from "./views/shape.js";
import { spansMember } from "./views/view-tokens.js";

/** A longer text is shown as the mill answered it. */
const LONGEST = 20_000;

/**
 * The parameters of a second call for the view, if the first answer is a short form, such as ids or a count, and the
 * mill has a `format` that lists objects. A mill is pure, so both answers are about the same thing.
 */
export function fullTexts(
	{ schema, parameters }: MillFacts,
	texts: Texts,
	output: Readonly<Record<string, unknown>>,
	{ content }: InputValue,
): Texts | undefined {
	const format = parameters.find(({ name }) => name === "format");
	if (!format || typeof content !== "string" || content.length > LONGEST) return undefined;
	const lists = spansMember({ schema, members: membersOf(schema, output) });
	if (lists.length === 0 || lists.some((name) => name in output)) return undefined;
	const hasObjects = enumeration(format.schema)?.includes("objects");
	return hasObjects ? { ...texts, format: ["objects"] } : undefined;
}
