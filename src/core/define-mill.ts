import type { Deadline } from "./deadline.js";
import { complainAboutDefinition } from "./definition-rules.js";
import type { Deprecation } from "./deprecation.js";
import type { InputForm } from "./input.js";
import { closed, modern, plain } from "./json-schema.js";
import { DEFAULT_DEADLINE } from "./limits.js";
import type { Method, Mill, Need } from "./mill.js";
import type { ProblemKind } from "./problem-table.js";
import { type Static, type TObject, type TSchema, Type } from "./typebox.js";
import type { Given } from "./typed-list.js";

/** A mill file may be bundled with a copy of this module, so a mill is known by this mark. */
const BRAND = Symbol.for("gristmill.mill");

type Inputs = Readonly<Record<string, InputForm>>;
type Yielded<I extends Inputs> = {
	[K in keyof I]: I[K] extends InputForm<infer Value> ? Value : never;
}[keyof I];

/** What an author writes. Only `name`, `version`, `summary`, `input`, `output` and `run` are needed. */
export interface Definition<I extends Inputs, P extends TObject, O extends TSchema, M> {
	/** A tool noun, as it stands in the address: `tokeniser`, `word-counter`. */
	readonly name: string;
	/** Serve the name although it looks like a verb. */
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
	/** The query string. A member with a default may be left out by callers. */
	readonly parameters?: P;
	/** An object; every object in it is closed. */
	readonly output: O;
	/** The mill's own problems, beside the common ones. */
	readonly problems?: Readonly<Record<string, ProblemKind>>;
	readonly examples?: readonly {
		readonly input: unknown;
		readonly mediaType?: keyof I & string;
		readonly parameters?: Partial<Static<P>>;
		readonly output: Static<O>;
	}[];
	/** How exactly an example must be met; deep equality where it is left out. */
	readonly agrees?: (expected: Static<O>, actual: Static<O>) => boolean;
	/** What its worker must be allowed. */
	readonly needs?: readonly Need[];
	/** The files that it reads. */
	readonly assets?: readonly URL[];
	/** Marks it as on its way out: callers are told in every answer. */
	readonly deprecated?: Deprecation;
	/** Milliseconds that one call may run; 10,000 where it is left out. With `{ base, perKiB }` larger inputs have longer. */
	readonly deadline?: Deadline;
	/** Only for provably quick, linear, pure TypeScript: may run on the HTTP loop. */
	readonly inline?: boolean;
	/** Runs once per worker, before the first call. */
	readonly load?: (context: { readonly assets: readonly URL[] }) => M | Promise<M>;
	/** The algorithm: the same input and parameters give the same output. */
	readonly run: (
		input: Yielded<I>,
		context: {
			readonly parameters: Static<P>;
			readonly mediaType: keyof I & string;
			readonly model: M;
			readonly signal: AbortSignal;
		},
	) => Given<Static<O>> | Promise<Given<Static<O>>>;
}

/**
 * Makes a mill of an algorithm. Throws a TypeError that says what to do where the definition is wrong.
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
		// The author's line should be the first one of the stack, not ours.
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
	// The types are inferred here and nowhere else: behind this line a mill is a plain record.
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

/** Whether a value came out of `defineMill`, from whichever copy of this package. */
export function isMill(value: unknown): value is Mill {
	return typeof value === "object" && value !== null && BRAND in value;
}
