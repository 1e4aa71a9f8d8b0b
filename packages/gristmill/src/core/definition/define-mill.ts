import type { Deadline } from "../deadline.js";
import type { ProblemKind } from "../problem-table.js";
import { closed, modern, plain } from "../schema/json-schema.js";
import { type Static, type TObject, type TSchema, Type } from "../schema/typebox.js";
import type { RunOutput } from "../schema/typed-list.js";
import { complainAboutDefinition } from "./definition-rules.js";
import type { Deprecation } from "./deprecation.js";
import type { InputForm } from "./input.js";
import { DEFAULT_DEADLINE } from "./limits.js";
import type { Method, Mill, Need } from "./mill.js";

/** Marks a mill. A mill file may be bundled with its own copy of this module, so `instanceof` does not work. */
const BRAND = Symbol.for("gristmill.mill");

type Inputs = Readonly<Record<string, InputForm>>;
type Yielded<I extends Inputs> = {
	[K in keyof I]: I[K] extends InputForm<infer Value> ? Value : never;
}[keyof I];

/** The argument of `defineMill`. Only `name`, `version`, `summary`, `input`, `output` and `run` are required. */
export interface Definition<I extends Inputs, P extends TObject, O extends TSchema, M> {
	/** The mill's name in its URL. A tool noun, such as `tokeniser` or `word-counter`. */
	readonly name: string;
	/** Allows a name that looks like a verb. */
	readonly allowName?: boolean;
	readonly version: string;
	/** One sentence that says what the mill does. */
	readonly summary: string;
	/** Markdown: what it does, its limits, its accuracy, the licence of its model. */
	readonly description?: string;
	readonly method?: Method;
	/** The name and path parameters, such as `checksum-calculator/{algorithm}`. */
	readonly path?: string;
	/** By media type, the preferred one first. */
	readonly input: I;
	/** The query parameters. Callers may omit a parameter that has a default. */
	readonly parameters?: P;
	/** An object schema. Every object in it is closed: undeclared members are rejected. */
	readonly output: O;
	/** The mill's own problems, in addition to the common ones. */
	readonly problems?: Readonly<Record<string, ProblemKind>>;
	readonly examples?: readonly {
		/** A name for people. The page shows it. */
		readonly title?: string;
		readonly input: unknown;
		readonly mediaType?: keyof I & string;
		readonly parameters?: Partial<Static<P>>;
		readonly output: Static<O>;
	}[];
	/** Compares the output of an example. Default: deep equality. */
	readonly agrees?: (expected: Static<O>, actual: Static<O>) => boolean;
	/** Permissions that its worker needs. */
	readonly needs?: readonly Need[];
	/** The files that it reads. */
	readonly assets?: readonly URL[];
	/** Marks the mill as deprecated, in documents and in every answer. */
	readonly deprecated?: Deprecation;
	/** Milliseconds that one call may run. Default: 10,000. With `{ base, perKiB }`, larger inputs get more time. */
	readonly deadline?: Deadline;
	/** Lets calls run on the HTTP event loop. Only for quick, linear, pure TypeScript. */
	readonly inline?: boolean;
	/** Runs once per worker, before the first call. */
	readonly load?: (context: { readonly assets: readonly URL[] }) => M | Promise<M>;
	/** The algorithm. The same input and parameters must give the same output. */
	readonly run: (
		input: Yielded<I>,
		context: {
			readonly parameters: Static<P>;
			readonly mediaType: keyof I & string;
			readonly model: M;
			readonly signal: AbortSignal;
		},
	) => RunOutput<Static<O>> | Promise<RunOutput<Static<O>>>;
}

/**
 * Defines a mill. Throws a TypeError that says what to change if the definition is invalid.
 *
 * @example
 * export default defineMill({
 *   name: "word-counter", version: "1.0.0", summary: "Counts the words of a text.",
 *   input: { "text/plain": text() },
 *   output: Type.Object({ words: Type.Integer() }),
 *   run: (input) => ({ words: input.split(/\s+/).filter(Boolean).length }),
 * });
 */
export function defineMill<
	const I extends Inputs,
	O extends TSchema,
	P extends TObject = TObject<Record<never, never>>,
	M = undefined,
>(definition: Definition<I, P, O, M>): Mill {
	const complaint = complainAboutDefinition(definition as unknown as Readonly<Record<string, unknown>>);
	if (complaint !== undefined) {
		const error = new TypeError(`defineMill: ${complaint}`);
		// The stack should start at the author's line.
		Error.captureStackTrace(error, defineMill);
		throw error;
	}
	const mill = {
		name: definition.name,
		version: definition.version,
		summary: definition.summary,
		description: definition.description ?? "",
		method: definition.method ?? "POST",
		path: definition.path ?? definition.name,
		input: modernised(definition.input),
		parameters: closed(plain(definition.parameters ?? Type.Object({}))),
		output: closed(plain(definition.output)),
		problems: definition.problems ?? {},
		examples: definition.examples ?? [],
		agrees: definition.agrees,
		needs: definition.needs ?? [],
		assets: definition.assets ?? [],
		deprecated: definition.deprecated,
		deadline: definition.deadline ?? DEFAULT_DEADLINE,
		inline: definition.inline ?? false,
		load: definition.load,
		run: definition.run,
		[BRAND]: true,
	};
	// Types are inferred only here. From here on a mill is a plain record.
	return Object.freeze(mill) as unknown as Mill;
}

function modernised(inputs: Inputs): Inputs {
	return Object.fromEntries(
		Object.entries(inputs).map(([mediaType, form]) => [
			mediaType,
			form.schema ? { ...form, schema: modern(form.schema) } : form,
		]),
	);
}

/** Whether a value is a mill, from any copy of this package. */
export function isMill(value: unknown): value is Mill {
	return typeof value === "object" && value !== null && BRAND in value;
}
