import type { Deadline } from "./deadline.js";
import type { Deprecation } from "./deprecation.js";
import type { InputForm } from "./input.js";
import type { JsonSchema } from "./json-schema.js";
import type { ProblemKind } from "./problem-table.js";

/** The one method of a mill besides OPTIONS. */
export type Method = "POST" | "QUERY" | "GET";

/** What a mill's worker must be allowed beyond computing. */
export type Need = "addons" | "spawn" | "wasi";

/** Query and path parameters after decoding: strings, numbers, booleans, or lists of them. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A call that is known to give this answer: documentation, self-test and test input in one. */
export interface Example {
	/** Text for `text`, any value for `json`, bytes or the URL of a file for `image` and `bytes`. */
	readonly input: unknown;
	/** Which of the mill's inputs it is; the first where it is left out. */
	readonly mediaType?: string;
	readonly parameters?: Parameters;
	readonly output: Readonly<Record<string, unknown>>;
}

/** What `run` sees beside the input: no request, no headers, no caller. */
export interface RunContext {
	readonly parameters: Parameters;
	/** Which of the mill's media types the input came as. */
	readonly mediaType: string;
	/** What `load` returned. */
	readonly model: unknown;
	/** Aborted when nobody waits for the answer any more. */
	readonly signal: AbortSignal;
}

/** A mill as everything behind `defineMill` sees it: checked, complete, types erased. */
export interface Mill {
	readonly name: string;
	readonly version: string;
	/** One sentence. */
	readonly summary: string;
	/** Markdown. */
	readonly description: string;
	readonly method: Method;
	/** The name, or the name and path parameters: `checksum-calculator/{algorithm}`. */
	readonly path: string;
	/** By media type, the preferred one first. */
	readonly input: Readonly<Record<string, InputForm>>;
	/** An object schema; JSON Schema 2020-12. */
	readonly parameters: JsonSchema;
	/** A closed object schema; JSON Schema 2020-12. */
	readonly output: JsonSchema;
	readonly problems: Readonly<Record<string, ProblemKind>>;
	readonly examples: readonly Example[];
	readonly agrees: ((expected: unknown, actual: unknown) => boolean) | undefined;
	readonly needs: readonly Need[];
	readonly assets: readonly URL[];
	/** That it should no longer be used, where that is so. */
	readonly deprecated: Deprecation | undefined;
	/** Milliseconds that one call may run. */
	readonly deadline: Deadline;
	readonly inline: boolean;
	readonly load: ((context: { assets: readonly URL[] }) => unknown) | undefined;
	readonly run: (input: unknown, context: RunContext) => unknown;
}

/** The names in the braces of a mill's path, in order. */
export function pathParameters(path: string): string[] {
	return path
		.split("/")
		.filter((segment) => segment.startsWith("{"))
		.map((segment) => segment.slice(1, -1));
}
