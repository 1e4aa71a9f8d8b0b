import type { Deadline } from "../deadline.js";
import type { ProblemKind } from "../problem-table.js";
import type { JsonSchema } from "../schema/json-schema.js";
import type { Deprecation } from "./deprecation.js";
import type { InputForm } from "./input.js";

/** The one method of a mill besides OPTIONS. */
export type Method = "POST" | "QUERY" | "GET";

/** A permission of a mill's worker. */
export type Need = "addons" | "spawn" | "wasi";

/** Decoded query and path parameters: strings, numbers, booleans, or lists of these. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** A call with its expected result. It is documentation, self-test and test input. */
export interface Example {
	/** A name for people, such as "A language model's tokens". */
	readonly title?: string;
	/** Text for `text`, any value for `json`, bytes or the URL of a file for `image` and `bytes`. */
	readonly input: unknown;
	/** One of the mill's media types. Default: the first. */
	readonly mediaType?: string;
	readonly parameters?: ParameterValues;
	readonly output: Readonly<Record<string, unknown>>;
}

/** What `run` gets in addition to the input. It has no request, no headers and no caller. */
export interface RunContext {
	readonly parameters: ParameterValues;
	/** The media type of the input. */
	readonly mediaType: string;
	/** What `load` returned. */
	readonly model: unknown;
	/** Aborted when no caller waits for the answer any more. */
	readonly signal: AbortSignal;
}

/** A mill as `defineMill` returns it: validated, with defaults filled in and types erased. */
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
	/** Set if the mill is deprecated. */
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
