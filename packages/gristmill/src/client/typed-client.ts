import type { PartOf } from "../core/definition/growing-member.js";
import type { Mill } from "../core/definition/mill.js";
import type { Answer } from "./answer.js";
import type { Client } from "./client-type.js";
import type { Input } from "./input/input.js";
import type { ManyOptions } from "./many.js";
import type { MapCall, MapOptions, MapOutcome } from "./map.js";
import type { StreamOptions } from "./stream.js";
import type { BytesType, CallOptions } from "./transport/options.js";

/**
 * A client that knows the mills of its server at compile time: their addresses, inputs, parameters and outputs.
 *
 * @example const mills = createClient<typeof wordCounter | typeof lineSorter>("http://127.0.0.1:8080");
 */
export interface TypedClient<M extends Mill> extends Omit<Client, "call" | "stream" | "many" | "map"> {
	/** Sends an input to a mill and returns the result. */
	call<Path extends M["path"], Accept extends string = Json, Binary extends BinaryForm = "base64">(
		mill: Path,
		input: InputOf<MillAt<M, Path>>,
		...options: Last<Typed<CallOptions, ParametersOf<MillAt<M, Path>>, Accept, Binary>>
	): Promise<Answer<ResultOf<MillAt<M, Path>, Accept, Binary>>>;
	/** Sends an input to a mill whose results come in parts, and gives each as it comes. It returns the other members. */
	stream<Path extends StreamingPath<M>>(
		mill: Path,
		input: InputOf<MillAt<M, Path>>,
		...options: Last<Omit<StreamOptions, "parameters"> & Parametrised<ParametersOf<MillAt<M, Path>>>>
	): PartsOf<MillAt<M, Path>>;
	/** Sends many inputs to a mill in one request, and gives their outcomes in order. */
	many<
		Path extends M["path"],
		Item extends InputOf<MillAt<M, Path>>,
		Accept extends string = Json,
		Binary extends BinaryForm = "base64",
	>(
		mill: Path,
		items: Iterable<Item> | AsyncIterable<Item>,
		...options: Last<
			Typed<ManyOptions<Item>, ParametersOf<MillAt<M, Path>>, Accept, Binary> & {
				readonly prepare?: undefined;
			}
		>
	): Outcomes<Item, ResultOf<MillAt<M, Path>, Accept, Binary>>;
	/** Sends many inputs to a mill, each in a call. The number of concurrent calls adapts to the servers. */
	map<
		Path extends M["path"],
		Item extends InputOf<MillAt<M, Path>>,
		Accept extends string = Json,
		Binary extends BinaryForm = "base64",
	>(
		mill: Path,
		items: Iterable<Item> | AsyncIterable<Item>,
		...options: Last<
			Typed<MapOptions<Item>, ParametersOf<MillAt<M, Path>>, Accept, Binary> & {
				readonly prepare?: undefined;
			}
		>
	): Outcomes<Item, ResultOf<MillAt<M, Path>, Accept, Binary>>;
	/** The same for items that are not inputs: `prepare` makes the call of each. */
	map<Path extends M["path"], Item, Accept extends string = Json, Binary extends BinaryForm = "base64">(
		mill: Path,
		items: Iterable<Item> | AsyncIterable<Item>,
		// Each prepared call may have parameters of its own, so none is required here.
		options: Typed<
			Omit<MapOptions<Item>, "prepare">,
			Partial<ParametersOf<MillAt<M, Path>>>,
			Accept,
			Binary
		> & {
			readonly prepare: (item: Item, index: number) => Prepared<MillAt<M, Path>>;
		},
	): Outcomes<Item, ResultOf<MillAt<M, Path>, Accept, Binary>>;
}

type Json = "application/json";
type BinaryForm = "base64" | "bytes";
type Outcomes<Item, Output> = AsyncGenerator<MapOutcome<Item, Output>, void, undefined>;

type MillAt<M extends Mill, Path> = Extract<M, { readonly path: Path }>;
/** The paths of mills that have parts, or of which the compiler does not know. */
type StreamingPath<M extends Mill> = M extends { readonly types?: infer Types }
	? NonNullable<Types> extends { readonly growing: infer Growing }
		? [Growing] extends [never]
			? never
			: M["path"]
		: M["path"]
	: M["path"];
type PartsOf<M> =
	TypesOf<M> extends { readonly growing: infer Growing; readonly output: infer Output }
		? Growing extends keyof Output
			? AsyncGenerator<AsJson<PartOf<Output[Growing]>>, AsJson<Omit<Output, Growing>>, undefined>
			: never
		: ReturnType<Client["stream"]>;
type TypesOf<M> = M extends { readonly types?: infer Types } ? NonNullable<Types> : never;
type ParametersOf<M> =
	TypesOf<M> extends { readonly given: infer Given }
		? [keyof Given] extends [never]
			? { readonly [name: string]: never }
			: Given
		: NonNullable<CallOptions["parameters"]>;

/** What the mill reads, or its bytes from anywhere. */
type InputOf<M> = TypesOf<M> extends { readonly sent: infer Sent } ? Sent | Raw : Input;
type Raw = Exclude<Input, string | { readonly json: unknown }>;

type Typed<Options, Parameters, Accept, Binary> = Omit<Options, "parameters" | "accept" | "binary"> & {
	readonly accept?: Accept;
	readonly binary?: Binary;
} & Parametrised<Parameters>;

/** Parameters may be left out if the mill requires none. */
type Parametrised<Parameters> =
	Record<never, never> extends Parameters
		? { readonly parameters?: Parameters }
		: { readonly parameters: Parameters };

/** The last argument, which may be left out if nothing in it is required. */
type Last<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

interface TypedCall<M> extends Omit<MapCall, "input" | "parameters" | "accept"> {
	readonly input: InputOf<M>;
	readonly parameters?: Partial<ParametersOf<M>>;
}
type Prepared<M> = TypedCall<M> | Promise<TypedCall<M>>;

/** Bytes if they are accepted, the mill's output if JSON is. Of other media types, the compiler knows nothing. */
type ResultOf<M, Accept extends string, Binary> = Accept extends BytesType
	? Uint8Array
	: Accept extends `${string}json`
		? TypesOf<M> extends { readonly output: infer Output }
			? Binary extends "bytes"
				? Output
				: AsJson<Output>
			: unknown
		: unknown;

/** JSON has bytes in base64. */
type AsJson<T> = T extends Uint8Array ? string : T extends object ? { [K in keyof T]: AsJson<T[K]> } : T;
