import { type Deadline, summedDeadline } from "../deadline.js";
import type { Problem } from "../problem.js";
import type { ProblemKind } from "../problem-table.js";
import { binaryMembers } from "../schema/binary.js";
import { isObject } from "../schema/is-object.js";
import { closed, modern, plain } from "../schema/json-schema.js";
import { inJson } from "../schema/standard-schema.js";
import type { Filled, Given, Members, Static } from "../schema/static.js";
import { type ObjectSchema, type Schema, Type } from "../schema/type.js";
import type { RunOutput } from "../schema/typed-list.js";
import { type BatchLimits, batchOf } from "./batch.js";
import { complainAboutDefinition } from "./definition-rules.js";
import type { Deprecation } from "./deprecation.js";
import type { PartOf, RestOf } from "./growing-member.js";
import type { InputForm } from "./input.js";
import { DEFAULT_DEADLINE, DEFAULT_MAX_OUTPUT } from "./limits.js";
import { type Method, MILL_BRAND, type Mill, type Need, type TypedMill, type UsedMill } from "./mill.js";
import { programOf } from "./program.js";
import { settingFiles, settingValues } from "./settings.js";

type UsedMills = Readonly<Record<string, Mill>>;
type Inputs = Readonly<Record<string, InputForm>>;
type Yielded<I extends Inputs> = {
	[K in keyof I]: I[K] extends InputForm<infer Value> ? Value : never;
}[keyof I];

/** What a client sends for each form of the input. */
type Sent<I extends Inputs> = {
	[K in keyof I]: I[K] extends InputForm<infer Value, infer Kind>
		? {
				text: string;
				json: { readonly json: Value };
				image: Uint8Array;
				bytes: Uint8Array;
				form: FormData | { readonly parts: { readonly [Part in keyof Value]: unknown } };
			}[Kind]
		: never;
}[keyof I];

/** A value of an example: bytes may be the URL of a file. What `run` gets in pieces is given whole. */
type ExampleValue<T> = T extends Uint8Array
	? T | URL
	: T extends AsyncIterable<infer Piece>
		? ExampleValue<Piece>
		: T extends object
			? { readonly [K in keyof T]: ExampleValue<T[K]> }
			: T;

/** An example's input is of the media type that it names, or of the first one. Which one is first, the compiler cannot know. */
type ExampleInput<I extends Inputs> =
	| { readonly mediaType?: undefined; readonly input: ExampleValue<Yielded<I>> }
	| { [K in keyof I]: { readonly mediaType: K; readonly input: ExampleValue<Yielded<Pick<I, K>>> } }[keyof I];

interface ExampleParts<Parameters, Settings, Output> {
	/** A name for people. The page shows it. */
	readonly title?: string;
	readonly parameters?: Partial<Parameters>;
	/** The example holds only if these settings have these values; it is left out otherwise. */
	readonly settings?: Partial<Settings>;
	/** Bytes may be given as the URL of a file. */
	readonly output: ExampleValue<Output>;
}

type BatchOutputs<Output> = readonly (Output | Problem)[];

/** The second argument of `run` and `runBatch`. */
interface Context<I extends Inputs, P extends Members, S extends Members, M, U extends UsedMills> {
	readonly parameters: Filled<P>;
	readonly settings: Filled<S>;
	readonly mediaType: keyof I & string;
	/** The media type of the bytes to return: the one that the caller accepts, or the first one. */
	readonly outputType: string;
	readonly model: M;
	/** The size to which `runBatch` pads its inputs: the next one of `batch.sizes`, or else their number. */
	readonly batchSize: number;
	/** Aborted when no caller waits for the answer any more; for `runBatch`, when no caller waits for any answer. */
	readonly signal: AbortSignal;
	/** Tells callers who wait how much is done, from 0 to 1. It never changes the result. */
	readonly progress: (done: number) => void;
	readonly uses: { readonly [Step in keyof U]: UsedMill<U[Step]> };
}

/** What every definition says of its mill, apart from the algorithm. */
interface Described<
	I extends Inputs,
	P extends Members,
	O extends Schema,
	M,
	U extends UsedMills,
	S extends Members,
	Name extends string,
	Path extends string,
> {
	/** The mill's name in its URL. A tool noun, such as `tokeniser` or `word-counter`. */
	readonly name: Name;
	/** Allows a name that ends with a verb. */
	readonly allowName?: boolean;
	readonly version: string;
	/** One sentence that says what the mill does. */
	readonly summary: string;
	/** Markdown: what it does, its limits, its accuracy, the licence of its model. */
	readonly description?: string;
	readonly method?: Method;
	/** The name and path parameters, such as `checksum-calculator/{algorithm}`. */
	readonly path?: Path;
	/** By media type, the preferred one first. */
	readonly input: I;
	/** The query parameters. Callers may omit a parameter that has a default. */
	readonly parameters?: P;
	/**
	 * What an operator can set, such as a threshold or `file()` for a model. Give each a default if you can. A string with
	 * `secret: true` is never printed.
	 */
	readonly settings?: S;
	/** An object schema. Every object in it is closed: undeclared members are rejected. `binary()` declares bytes. */
	readonly output: O;
	/** Maximum size of a result in bytes, as sent. Default: 128 MiB. */
	readonly maxOutput?: number;
	/** The mill's own problems, in addition to the common ones. */
	readonly problems?: Readonly<Record<string, ProblemKind>>;
	/** Calls with their results. They are documentation and self-test. */
	readonly examples?: readonly (ExampleInput<NoInfer<I>> &
		ExampleParts<Filled<NoInfer<P>>, Filled<NoInfer<S>>, Static<NoInfer<O>>>)[];
	/** Compares the output of an example. Default: deep equality. */
	readonly agrees?: (expected: Static<O>, actual: Static<O>) => boolean;
	/** Permissions that its worker needs, and `gpu`, or `gpu` and `cpu` if it can do without one. */
	readonly needs?: readonly Need[];
	/** The files that it reads. */
	readonly assets?: readonly URL[];
	/** Marks the mill as deprecated, in documents and in every answer. */
	readonly deprecated?: Deprecation;
	/** Milliseconds that one call may run. Default: 10,000. With `{ base, perKiB }`, larger inputs get more time. */
	readonly deadline?: Deadline;
	/** Lets calls run on the HTTP event loop. Only for quick, linear, pure TypeScript. */
	readonly inline?: boolean;
	/** `false` forbids a server to keep its answers. Default: true; the operator decides. */
	readonly keep?: boolean;
	/**
	 * Other mills whose functions `run` gets as `uses`. Their needs, assets and problems become those of this mill, and its
	 * default deadline is the sum of theirs.
	 */
	readonly uses?: U;
	/**
	 * Writes files that `load` can use, such as weights that all workers map into memory and so share. Runs once in each HTTP
	 * process, before the workers load the mill. If it fails, the server logs why, and `load` runs without the files.
	 */
	readonly prepare?: (context: {
		readonly assets: readonly URL[];
		readonly settings: Filled<S>;
		/** An empty folder. The server removes it at its end. */
		readonly folder: URL;
	}) => void | Promise<void>;
	/**
	 * Returns what native code computes from fixed inputs, to the last bit. It becomes part of the digest, so that processors with other
	 * answers have another digest. Runs once in each HTTP process, in a worker of its own.
	 */
	readonly probe?: () => Uint8Array | Promise<Uint8Array>;
	/** Runs once per worker, before the first call. */
	readonly load?: (context: {
		readonly assets: readonly URL[];
		readonly settings: Filled<S>;
		/** The folder with the files of `prepare`; undefined if there are none. */
		readonly prepared: URL | undefined;
	}) => M | Promise<M>;
}

/** The argument of `defineMill`. Only `name`, `version`, `summary`, `input`, `output` and `run` are required. */
export interface Definition<
	I extends Inputs,
	P extends Members,
	O extends Schema,
	M,
	U extends UsedMills = Record<never, never>,
	S extends Members = ObjectSchema<Record<never, never>>,
	Name extends string = string,
	Path extends string = string,
	R = RunOutput<Static<O>>,
> extends Described<I, P, O, M, U, S, Name, Path> {
	readonly parts?: undefined;
	/** The algorithm. The same input and parameters must give the same output. */
	readonly run: (input: Yielded<I>, context: Context<I, P, S, M, U>) => R | Promise<R>;
	/**
	 * Computes several inputs together, if that is faster: calls that wait at the same time, with the same parameters. It returns
	 * the outputs in the order of the inputs, with a `Problem` in the place of an input that has one. Each output must be the one
	 * that `run` returns for its input alone.
	 */
	readonly runBatch?: (
		inputs: readonly Yielded<I>[],
		context: Context<I, P, S, M, U>,
	) => BatchOutputs<RunOutput<Static<O>>> | Promise<BatchOutputs<RunOutput<Static<O>>>>;
	/** The limits of a batch. Default: 16 calls, 1 MiB. */
	readonly batch?: BatchLimits;
}

/** The argument of `defineMill` for a result that comes in parts. */
interface PartsDefinition<
	I extends Inputs,
	P extends Members,
	O extends Schema,
	M,
	U extends UsedMills,
	S extends Members,
	Name extends string,
	Path extends string,
	K extends keyof Static<O> & string,
> extends Described<I, P, O, M, U, S, Name, Path> {
	/**
	 * The member of the output that grows: text by appending, a list item by item, bytes by chunks. Callers who ask for
	 * `application/jsonl` or `text/event-stream` get each part as it comes; others get the whole.
	 */
	readonly parts: K;
	/** Yields the parts, and returns the other members. The same input and parameters must give the same parts. */
	readonly run: (
		input: Yielded<I>,
		context: Context<I, P, S, M, U>,
	) =>
		| AsyncGenerator<PartOf<Static<O>[K]>, RestOf<Static<O>, K>, void>
		| Generator<PartOf<Static<O>[K]>, RestOf<Static<O>, K>, void>;
	/**
	 * Computes several inputs together, if that is faster, for callers who want the whole. Each output must be the one that the parts
	 * of `run` make.
	 */
	readonly runBatch?: (
		inputs: readonly Yielded<I>[],
		context: Context<I, P, S, M, U>,
	) => BatchOutputs<RunOutput<Static<O>>> | Promise<BatchOutputs<RunOutput<Static<O>>>>;
	readonly batch?: BatchLimits;
}

type AnyDefinition =
	| Definition<Inputs, ObjectSchema, Schema, unknown, UsedMills, ObjectSchema>
	| PartsDefinition<Inputs, ObjectSchema, Schema, unknown, UsedMills, ObjectSchema, string, string, never>;

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
	O extends Schema,
	const K extends keyof Static<O> & string,
	P extends Members = ObjectSchema<Record<never, never>>,
	M = undefined,
	U extends UsedMills = Record<never, never>,
	S extends Members = ObjectSchema<Record<never, never>>,
	const Name extends string = string,
	const Path extends string = Name,
>(
	definition: PartsDefinition<I, P, O, M, U, S, Name, Path, K>,
): TypedMill<Yielded<I>, Filled<P>, Static<O>, Sent<I>, Path, Given<P>, K>;
export function defineMill<
	const I extends Inputs,
	O extends Schema,
	P extends Members = ObjectSchema<Record<never, never>>,
	M = undefined,
	U extends UsedMills = Record<never, never>,
	S extends Members = ObjectSchema<Record<never, never>>,
	const Name extends string = string,
	const Path extends string = Name,
	// `const`, so that the literals of what `run` returns stay literals.
	const R extends RunOutput<Static<O>> = RunOutput<Static<O>>,
>(
	definition: Definition<I, P, O, M, U, S, Name, Path, R>,
): TypedMill<Yielded<I>, Filled<P>, Static<O>, Sent<I>, Path, Given<P>>;
export function defineMill(given: AnyDefinition): Mill {
	const definition = withJsonSchemas(given);
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
	const needs = joinedNeeds([
		definition.needs ?? [],
		...used.map((one) => one.needs),
		program ? ["spawn"] : [],
	]);
	const assets = [
		...(definition.assets ?? []),
		...used.flatMap((one) => [...one.assets, ...settingFiles(one)]),
		...(program?.files ?? []),
	];
	const settings = closed(plain(definition.settings ?? Type.Object({})));
	const mill = {
		name: definition.name,
		version: definition.version,
		summary: definition.summary,
		description: definition.description ?? "",
		method: definition.method ?? "POST",
		path: definition.path ?? definition.name,
		input: modernised(definition.input),
		parameters: closed(plain(definition.parameters ?? Type.Object({}))),
		settings,
		settingValues: settingValues(settings),
		output: closed(plain(definition.output)),
		binary: binaryMembers(plain(definition.output)),
		maxOutput: definition.maxOutput ?? DEFAULT_MAX_OUTPUT,
		problems: withUsed(definition.problems ?? {}, used),
		examples: definition.examples ?? [],
		agrees: definition.agrees,
		needs,
		assets,
		deprecated: definition.deprecated,
		deadline: definition.deadline ?? summedDeadline(used.map(({ deadline }) => deadline)) ?? DEFAULT_DEADLINE,
		inline: definition.inline ?? false,
		keep: definition.keep ?? true,
		uses: definition.uses ?? {},
		probe: definition.probe,
		prepare: definition.prepare,
		load: definition.load,
		run: definition.run,
		runBatch: definition.runBatch,
		batch: definition.runBatch && batchOf(definition.batch),
		parts: definition.parts,
		program,
		[MILL_BRAND]: true,
	};
	// Types are inferred only here. From here on a mill is a plain record.
	return Object.freeze(mill) as unknown as Mill;
}

/** The needs of a mill and of those that it uses. It can do without a GPU only if all can. */
function joinedNeeds(all: readonly (readonly Need[])[]): Need[] {
	const demandsGpu = all.some((needs) => needs.includes("gpu") && !needs.includes("cpu"));
	return [...new Set(all.flat())].filter((need) => need !== "cpu" || !demandsGpu);
}

/** The mill's own problems, and those of the mills that it uses. */
function withUsed(own: Mill["problems"], used: readonly Mill[]): Mill["problems"] {
	return used.length === 0 ? own : Object.assign({}, ...used.map(({ problems }) => problems), own);
}

/** The definition with the JSON Schemas of schemas of other libraries. What is no schema, and has none, stays for the rules. */
function withJsonSchemas<D extends AnyDefinition>(definition: D): D {
	if (!isObject(definition)) return definition;
	const { input, parameters, settings, output } = definition as AnyDefinition;
	return {
		...definition,
		...(isObject(input) && { input: inJsonSchemas(input) }),
		...(parameters !== undefined && { parameters: inJson(parameters, "filled") }),
		...(settings !== undefined && { settings: inJson(settings, "filled") }),
		...(output !== undefined && { output: inJson(output, "output") }),
	};
}

function inJsonSchemas(inputs: Inputs): Inputs {
	const typed = (form: InputForm) =>
		isObject(form)
			? {
					...form,
					...(form.schema && { schema: inJson(form.schema, "input") }),
					...(isObject(form.parts) && { parts: inJsonSchemas(form.parts as Inputs) }),
				}
			: form;
	// An input that is no object of forms, such as text() alone, is for the rules.
	return Object.fromEntries(Object.entries(inputs).map(([name, form]) => [name, typed(form)]));
}

function modernised(inputs: Inputs): Inputs {
	return Object.fromEntries(
		Object.entries(inputs).map(([name, form]) => [
			name,
			{
				...form,
				...(form.schema && { schema: modern(form.schema) }),
				...(form.parts && { parts: modernised(form.parts) }),
			},
		]),
	);
}
