import { type Deadline, summedDeadline } from "../deadline.js";
import type { ProblemKind } from "../problem-table.js";
import { binaryMembers } from "../schema/binary.js";
import { closed, modern, plain } from "../schema/json-schema.js";
import { type Static, type TObject, type TSchema, Type } from "../schema/typebox.js";
import type { RunOutput } from "../schema/typed-list.js";
import { complainAboutDefinition } from "./definition-rules.js";
import type { Deprecation } from "./deprecation.js";
import type { InputForm } from "./input.js";
import { DEFAULT_DEADLINE, DEFAULT_MAX_OUTPUT } from "./limits.js";
import { type Method, MILL_BRAND, type Mill, type Need, type TypedMill, type UsedMill } from "./mill.js";
import { programOf } from "./program.js";

type UsedMills = Readonly<Record<string, Mill>>;
type Inputs = Readonly<Record<string, InputForm>>;
type Yielded<I extends Inputs> = {
	[K in keyof I]: I[K] extends InputForm<infer Value> ? Value : never;
}[keyof I];

/** The output of an example: bytes may be the URL of a file. */
type ExampleOutput<T> = T extends Uint8Array
	? T | URL
	: T extends readonly (infer Element)[]
		? readonly ExampleOutput<Element>[]
		: T extends object
			? { [K in keyof T]: ExampleOutput<T[K]> }
			: T;

/** The argument of `defineMill`. Only `name`, `version`, `summary`, `input`, `output` and `run` are required. */
export interface Definition<
	I extends Inputs,
	P extends TObject,
	O extends TSchema,
	M,
	U extends UsedMills = Record<never, never>,
> {
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
	/** An object schema. Every object in it is closed: undeclared members are rejected. `binary()` declares bytes. */
	readonly output: O;
	/** Maximum size of a result in bytes, as sent. Default: 128 MiB. */
	readonly maxOutput?: number;
	/** The mill's own problems, in addition to the common ones. */
	readonly problems?: Readonly<Record<string, ProblemKind>>;
	readonly examples?: readonly {
		/** A name for people. The page shows it. */
		readonly title?: string;
		readonly input: unknown;
		readonly mediaType?: keyof I & string;
		readonly parameters?: Partial<Static<P>>;
		/** Bytes may be given as the URL of a file. */
		readonly output: ExampleOutput<Static<O>>;
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
	/**
	 * Other mills whose functions `run` gets as `uses`. Their needs, assets and problems become those of this mill, and its
	 * default deadline is the sum of theirs.
	 */
	readonly uses?: U;
	/** Runs once per worker, before the first call. */
	readonly load?: (context: { readonly assets: readonly URL[] }) => M | Promise<M>;
	/** The algorithm. The same input and parameters must give the same output. */
	readonly run: (
		input: Yielded<I>,
		context: {
			readonly parameters: Static<P>;
			readonly mediaType: keyof I & string;
			/** The media type of the bytes to return: the one that the caller accepts, or the first one. */
			readonly outputType: string;
			readonly model: M;
			readonly signal: AbortSignal;
			readonly uses: { readonly [Step in keyof U]: UsedMill<U[Step]> };
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
	U extends UsedMills = Record<never, never>,
>(definition: Definition<I, P, O, M, U>): TypedMill<Yielded<I>, Static<P>, Static<O>> {
	const complaint = complainAboutDefinition(definition as unknown as Readonly<Record<string, unknown>>);
	if (complaint !== undefined) {
		const error = new TypeError(`defineMill: ${complaint}`);
		// The stack should start at the author's line.
		Error.captureStackTrace(error, defineMill);
		throw error;
	}
	const used = Object.values<Mill>(definition.uses ?? {});
	const program = programOf(definition.run);
	// A mill that is a program starts it: the author need not say so.
	const needs = [
		...(definition.needs ?? []),
		...used.flatMap((one) => one.needs),
		...(program ? ["spawn"] : []),
	];
	const assets = [
		...(definition.assets ?? []),
		...used.flatMap((one) => one.assets),
		...(program?.files ?? []),
	];
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
		binary: binaryMembers(plain(definition.output)),
		maxOutput: definition.maxOutput ?? DEFAULT_MAX_OUTPUT,
		problems: withUsed(definition.problems ?? {}, used),
		examples: definition.examples ?? [],
		agrees: definition.agrees,
		needs: [...new Set(needs)],
		assets,
		deprecated: definition.deprecated,
		deadline: definition.deadline ?? summedDeadline(used.map(({ deadline }) => deadline)) ?? DEFAULT_DEADLINE,
		inline: definition.inline ?? false,
		uses: definition.uses ?? {},
		load: definition.load,
		run: definition.run,
		program,
		[MILL_BRAND]: true,
	};
	// Types are inferred only here. From here on a mill is a plain record.
	return Object.freeze(mill) as unknown as TypedMill<Yielded<I>, Static<P>, Static<O>>;
}

/** The mill's own problems, and those of the mills that it uses. */
function withUsed(own: Mill["problems"], used: readonly Mill[]): Mill["problems"] {
	return used.length === 0 ? own : Object.assign({}, ...used.map(({ problems }) => problems), own);
}

function modernised(inputs: Inputs): Inputs {
	return Object.fromEntries(
		Object.entries(inputs).map(([mediaType, form]) => [
			mediaType,
			form.schema ? { ...form, schema: modern(form.schema) } : form,
		]),
	);
}
