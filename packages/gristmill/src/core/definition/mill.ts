import type { Deadline } from "../deadline.js";
import type { ParameterValues } from "../parameters.js";
import type { ProblemKind } from "../problem-table.js";
import type { BinaryMember } from "../schema/binary.js";
import { mapBinary } from "../schema/binary-values.js";
import { isObject } from "../schema/is-object.js";
import type { JsonSchema } from "../schema/json-schema.js";
import type { RunOutput } from "../schema/typed-list.js";
import type { BatchLimits } from "./batch.js";
import type { Deprecation } from "./deprecation.js";
import type { PartOf, RestOf } from "./growing-member.js";
import type { InputForm } from "./input.js";
import type { MillProgram } from "./program.js";

/** Marks a mill. A mill file may be bundled with its own copy of this module, so `instanceof` does not work. */
export const MILL_BRAND = Symbol.for("gristmill.mill");

/** The one method of a mill besides OPTIONS. */
export type Method = "POST" | "QUERY" | "GET";

/** A permission of a mill's worker, or a device: with `gpu` and `cpu`, a GPU if there is one. */
export type Need = "addons" | "spawn" | "wasi" | "gpu" | "cpu";

/** The values of a mill's settings: strings, numbers, booleans, lists of these, and URLs of files. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** A call with its expected result. It is documentation, self-test and test input. */
export interface Example {
	/** A name for people, such as "A language model's tokens". */
	readonly title?: string;
	/** Text for `text`, any value for `json`, bytes or the URL of a file for `image` and `bytes`, an object of these for `form`. */
	readonly input: unknown;
	/** One of the mill's media types. Default: the first. */
	readonly mediaType?: string;
	readonly parameters?: ParameterValues;
	/** The example holds only if these settings have these values. */
	readonly settings?: SettingValues;
	/** Bytes may be given as the URL of a file. */
	readonly output: Readonly<Record<string, unknown>>;
}

/** What `run` gets in addition to the input. It has no request, no headers and no caller. */
export interface RunContext {
	readonly parameters: ParameterValues;
	/** The values that the operator gave to the mill's settings, or their defaults. */
	readonly settings: SettingValues;
	/** The media type of the input. */
	readonly mediaType: string;
	/**
	 * The media type of the bytes to return: the one that the caller accepts, or the first one. A mill whose output has no
	 * single binary member always gets `application/json`.
	 */
	readonly outputType: string;
	/** What `load` returned. */
	readonly model: unknown;
	/** The size to which the inputs are padded: the next one of the mill's `batch.sizes`, or else their number. */
	readonly batchSize: number;
	/** Aborted when no caller waits for the answer any more. */
	readonly signal: AbortSignal;
	/** Tells callers who wait how much is done, from 0 to 1. It never changes the result. */
	readonly progress: (done: number) => void;
	/** The mills that this one uses, by the name of the step. */
	readonly uses: Readonly<Record<string, UsedFunction>>;
}

/** A mill that another one uses, as a function. */
export interface UsedFunction {
	(input: unknown, options?: UsedMillOptions): Promise<object>;
	/** Its parts as they come, if its definition names them. */
	readonly parts: (input: unknown, options?: UsedMillOptions) => AsyncGenerator<unknown, object, void>;
}

/** How `run` calls a mill that it uses. */
export interface UsedMillOptions<Parameters = ParameterValues> {
	/** Those that have a default may be omitted. */
	readonly parameters?: Partial<Parameters>;
	/** The media type of the input. Default: the first. */
	readonly mediaType?: string;
	/** The media type of the bytes in the output. Default: the first. */
	readonly outputType?: string;
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
	/** What an operator can set: an object schema; JSON Schema 2020-12. */
	readonly settings: JsonSchema;
	/** The values of the settings: the defaults, until `configured` takes those of the operator. */
	readonly settingValues: SettingValues;
	/** A closed object schema; JSON Schema 2020-12. */
	readonly output: JsonSchema;
	/** The members of the output that are bytes. */
	readonly binary: readonly BinaryMember[];
	/** Maximum size of a result in bytes, as sent. */
	readonly maxOutput: number;
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
	/** Whether a server that keeps answers may keep those of this mill. */
	readonly keep: boolean;
	/** What native code computes from fixed inputs: it may differ between processors, and becomes part of the digest. */
	readonly probe: (() => unknown) | undefined;
	/** Other mills whose functions `run` gets, by the name of the step. */
	readonly uses: Readonly<Record<string, Mill>>;
	/** Makes files for the `load` of every worker; runs before the workers load the mill. */
	readonly prepare:
		| ((context: { assets: readonly URL[]; settings: SettingValues; folder: URL }) => unknown)
		| undefined;
	readonly load:
		| ((context: {
				assets: readonly URL[];
				settings: SettingValues;
				/** The folder with the files of `prepare`; undefined if there are none. */
				prepared: URL | undefined;
		  }) => unknown)
		| undefined;
	readonly run: (input: unknown, context: RunContext) => unknown;
	/** Computes several inputs together. */
	readonly runBatch: ((inputs: readonly unknown[], context: RunContext) => unknown) | undefined;
	/** The member of the output that comes in parts: then `run` is a generator. */
	readonly parts: string | undefined;
	/** How many calls, and how many bytes of their inputs, may be computed together; undefined without `runBatch`. */
	readonly batch: (BatchLimits & { readonly most: number; readonly maxBytes: number }) | undefined;
	/** The program that `run` starts, if it was made by `command`. */
	readonly program: MillProgram | undefined;
}

/** A mill with the types of its input, parameters and output. They exist only for the compiler. */
export interface TypedMill<
	Input,
	Parameters,
	Output,
	Sent = unknown,
	Path extends string = string,
	Given = Partial<Parameters>,
	Growing extends string = never,
> extends Mill {
	readonly path: Path;
	readonly types?: {
		/** What `run` gets. */
		readonly input: Input;
		readonly parameters: Parameters;
		readonly output: Output;
		/** What a client sends as the input. */
		readonly sent: Sent;
		/** The parameters that a client gives: those with a default may be missing. */
		readonly given: Given;
		/** The member that comes in parts; never if none does. */
		readonly growing: Growing;
	};
}

/** The function of a mill that another mill uses. */
export type UsedMill<M> =
	M extends TypedMill<infer Input, infer Parameters, infer Output, unknown, string, unknown, infer Growing>
		? ((input: Input, options?: UsedMillOptions<Parameters>) => Promise<RunOutput<Output>>) &
				UsedParts<Input, Parameters, Output, Growing>
		: RunContext["uses"][string];

type UsedParts<Input, Parameters, Output, Growing> = [Growing] extends [never]
	? unknown
	: Growing extends keyof Output
		? {
				/** Its parts as they come. The generator returns the other members. */
				readonly parts: (
					input: Input,
					options?: UsedMillOptions<Parameters>,
				) => AsyncGenerator<PartOf<Output[Growing]>, RestOf<Output, Growing>, void>;
			}
		: unknown;

/** The parts of an example's input; the input itself if it is one. */
export function inputParts(input: unknown): readonly unknown[] {
	const isOne = !isObject(input) || input instanceof URL || input instanceof Uint8Array;
	return isOne ? [input] : Object.values(input);
}

/** The files that an example names: its input, and the bytes of its output. */
export function exampleFiles({ binary }: Mill, { input, output }: Example): URL[] {
	const files = inputParts(input).filter((part) => part instanceof URL);
	mapBinary(output, binary, (value) => {
		if (value instanceof URL) files.push(value);
		return value;
	});
	return files;
}

/** The names in the braces of a mill's path, in order. */
export function pathParameters(path: string): string[] {
	return path
		.split("/")
		.filter((segment) => segment.startsWith("{"))
		.map((segment) => segment.slice(1, -1));
}

/** Whether a value is a mill, from any copy of this package. */
export function isMill(value: unknown): value is Mill {
	return typeof value === "object" && value !== null && MILL_BRAND in value;
}
