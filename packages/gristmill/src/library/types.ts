/// <reference lib="esnext.disposable" />
import type { PartOf } from "../core/definition/growing-member.js";
import type { Mill, SettingValues } from "../core/definition/mill.js";
import type { Problem } from "../core/problem.js";
import type { JsonSchema } from "../core/schema/json-schema.js";
import type { ExampleResult } from "../runtime/loading/examine.js";

/**
 * The types of installed mills by the names that `open` takes. A package of mills adds its own in its declarations, and a program
 * sees them once it imports the package, or names it in `types` of its tsconfig.json.
 *
 * @example
 * declare module "gristmill" {
 * 	interface InstalledMills {
 * 		"@me/summariser": typeof import("./summariser.js").default;
 * 	}
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be added to.
export interface InstalledMills {}

/** The type of an installed mill. */
export type InstalledMill<Name extends keyof InstalledMills> = InstalledMills[Name] extends infer M extends
	Mill
	? M
	: Mill;

/** How a mill is opened. */
export interface OpenOptions {
	/**
	 * The number of worker processes. Default: 0, the calls run in this process, without deadline and isolation. With workers,
	 * they run as in a server: with deadlines, batches, a limit of memory, and only the permissions that the mill names.
	 */
	readonly workers?: number;
	/** The values of the mill's settings. */
	readonly settings?: SettingValues;
	/** Only with workers: the upper bound of the mill's deadline, in milliseconds. */
	readonly deadline?: number;
	/** Only with workers: the maximum memory of each, in MiB. */
	readonly workerMemory?: number;
	/** Ends every call of this mill. */
	readonly signal?: AbortSignal;
	/** The media type of the inputs. By default, it is chosen for each input. */
	readonly mediaType?: string;
}

/** Options of one call. */
export interface CallOptions {
	/** Ends the call, which then rejects with the signal's reason. */
	readonly signal?: AbortSignal;
	/** The media type of the input. By default, the first of the mill that the input can be. */
	readonly mediaType?: string;
	/** A media type of the mill's bytes. The call then gives a Uint8Array with these bytes alone. */
	readonly accept?: string;
}

/** Options of a stream. */
export interface StreamOptions extends Pick<CallOptions, "signal" | "mediaType"> {
	/** The number of the first part that is wanted. Default: 0. */
	readonly from?: number;
	/** Called with how much is done, from 0 to 1, if the mill tells. */
	readonly onProgress?: (done: number) => void;
}

/** The parts of a result as they come. It returns the other members. */
export type Parts = AsyncGenerator<unknown, Readonly<Record<string, unknown>>, void>;

type Named = Readonly<Record<string, unknown>>;
/** The types of a mill. Of a mill that is known by its file or name alone, anything may be an input. */
type TypesOf<M> = M extends { readonly types?: infer Types }
	? NonNullable<Types>
	: { readonly input: unknown; readonly output: Named; readonly given: Named };
type InputOf<M> = TypesOf<M> extends { readonly input: infer Input } ? Whole<Input> : never;
/** What `run` gets in pieces may also be given whole. */
type Whole<Input> = Input extends AsyncIterable<infer Piece> ? AsyncIterable<Piece> | Piece : Input;
type OutputOf<M> = TypesOf<M> extends { readonly output: infer Output } ? Output : never;
/** The parts of a mill that is known by its definition; of any other, they may be anything. */
type PartsOf<M> =
	TypesOf<M> extends { readonly growing: infer K; readonly output: infer Output }
		? K extends keyof Output
			? AsyncGenerator<PartOf<Output[K]>, Omit<Output, K>, void>
			: never
		: Parts;
type ParametersOf<M> = TypesOf<M> extends { readonly given: infer Given } ? Given : never;

/** The last arguments: the parameters may be left out if none is required. TypeScript lets any object be one without members. */
type Rest<Parameters, Options> = [keyof Parameters] extends [never]
	? [parameters?: Record<string, never> | undefined, options?: Options]
	: Record<never, never> extends Parameters
		? [parameters?: Parameters | undefined, options?: Options]
		: [parameters: Parameters, options?: Options];

/** The outcome of one of many inputs. */
export type Outcome<Input, Output> =
	| { readonly index: number; readonly input: Input; readonly output: Output; readonly problem?: undefined }
	| { readonly index: number; readonly input: Input; readonly problem: Problem; readonly output?: undefined };

type WithBytes = CallOptions & { readonly accept: string };

/** A mill as a function: `await tokeniser("text", { scheme: "o200k_base" })`. */
export interface OpenedMill<M extends Mill = Mill> {
	/** Calls the mill. Rejects with a Problem that has the code and the text of the same call over HTTP. */
	(
		input: InputOf<M>,
		...rest: Rest<ParametersOf<M>, CallOptions & { accept?: undefined }>
	): Promise<OutputOf<M>>;
	/** Calls the mill for its bytes alone. */
	(input: InputOf<M>, parameters: ParametersOf<M> | undefined, options: WithBytes): Promise<Uint8Array>;
	/**
	 * Calls the mill for every input, and gives the outcomes in the order of the inputs. A problem is the outcome of its input,
	 * and does not end the others. Inputs are read only as fast as outcomes are consumed.
	 */
	many<Input extends InputOf<M>>(
		inputs: Iterable<Input> | AsyncIterable<Input>,
		...rest: Rest<ParametersOf<M>, CallOptions & { accept?: undefined }>
	): AsyncGenerator<Outcome<Input, OutputOf<M>>, void, undefined>;
	/**
	 * Calls a mill whose results come in parts, and gives each as it comes; the generator returns the other members. Whoever
	 * stops reading ends the call.
	 */
	stream(input: InputOf<M>, ...rest: Rest<ParametersOf<M>, StreamOptions>): PartsOf<M>;
	/** The mill itself: its name, version, summary, examples and limits. */
	readonly mill: Mill;
	/** Names the algorithm: the same digest gives the same answers. */
	readonly digest: string;
	/** The mill's schema: the document `$schema` of a server. */
	schema(): Promise<JsonSchema>;
	/** The mill's description for people, in Markdown: the document `$description` of a server. */
	describe(): Promise<string>;
	/** Runs the mill's own examples where its calls run. */
	test(): Promise<readonly ExampleResult[]>;
	/** Refuses new calls, waits for those that run, and ends the workers. */
	close(): Promise<void>;
	[Symbol.asyncDispose](): Promise<void>;
}
