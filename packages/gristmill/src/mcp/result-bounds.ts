import { MiB } from "../core/definition/limits.js";
import { describeBytes } from "../core/describe-bytes.js";
import { Problem } from "../core/problem.js";
import type { ToolFacts } from "./arguments/tool-facts.js";

/** The most bytes of a result in JSON. Older clients get it twice, as text and as structure, and it is parsed and written in memory. */
const MOST_JSON = 32 * MiB;
/** The most bytes of a result with binary members. A model takes pictures of a few MiB at most. */
const MOST_BINARY = 8 * MiB;

/** Throws a Problem if a result is too large for an agent. `size` is that of its JSON. */
export function refuseLargeResult({ binary }: Pick<ToolFacts, "binary">, size: number): void {
	const most = binary.length > 0 ? MOST_BINARY : MOST_JSON;
	if (size <= most) return;
	throw new Problem(
		"content-too-large",
		`The result has ${describeBytes(size)}, and a tool returns at most ${describeBytes(most)}. Send a smaller input, or call the mill over HTTP.`,
	);
}
