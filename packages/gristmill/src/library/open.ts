import { alternatives } from "../core/alternatives.js";
import { closest } from "../core/closest.js";
import { isMill, type Mill } from "../core/definition/mill.js";
import { configured } from "../core/definition/settings.js";
import { Cancellation } from "../runtime/cancellation.js";
import type { ImportedMill } from "../runtime/loading/import-mill.js";
import { callMaker } from "./call.js";
import { problemOf } from "./failure.js";
import { type Place, placeHere } from "./here.js";
import { outcomes } from "./many.js";
import { isLong, piecesOf } from "./pieces.js";
import type {
	CallOptions,
	InstalledMill,
	InstalledMills,
	OpenedMill,
	OpenOptions,
	Parts,
	StreamOptions,
} from "./types.js";

type Values = Readonly<Record<string, unknown>>;

/**
 * Opens a mill as a function: what `defineMill` returned, a file in TypeScript, JavaScript or Python, or the name of an
 * installed mill or package. Nothing listens, and no server is started.
 *
 * @example
 * await using tokeniser = await open("@gristmill/mills/tokeniser");
 * const { count } = await tokeniser("How many tokens?", { scheme: "o200k_base" });
 */
export async function open<Name extends keyof InstalledMills>(
	name: Name,
	options?: OpenOptions,
): Promise<OpenedMill<InstalledMill<Name>>>;
export async function open<M extends Mill = Mill>(
	source: M | URL | string,
	options?: OpenOptions,
): Promise<OpenedMill<M>>;
export async function open(source: Mill | URL | string, options: OpenOptions = {}): Promise<OpenedMill> {
	const { workers, settings, signal, mediaType } = checkedOptions(options);
	signal?.throwIfAborted();
	const { mill: defined, module } = await importGiven(source);
	const mill = configured(defined, settings);
	if (mediaType !== undefined && !Object.hasOwn(mill.input, mediaType))
		throw new TypeError(
			`The mill "${mill.name}" takes ${alternatives(Object.keys(mill.input))}, and mediaType is ${mediaType}.`,
		);
	const imported = { mill, module, defined };
	const place = workers === 0 ? await placeHere(imported) : await inWorkers(imported, options);
	return opened(mill, place, {
		...(signal && { signal }),
		...(mediaType !== undefined && { mediaType }),
	});
}

async function importGiven(source: unknown): Promise<ImportedMill> {
	if (isMill(source)) return { mill: source, module: undefined };
	if (typeof source === "string" || source instanceof URL)
		return (await import("./source.js")).importNamed(source);
	const found =
		source === null ? "null" : Array.isArray(source) ? "a list" : `a value of type ${typeof source}`;
	throw new TypeError(
		`This is no mill: ${found}. Open what defineMill returned, a file, or the name of an installed mill.`,
	);
}

async function inWorkers(imported: ImportedMill, options: OpenOptions): Promise<Place> {
	if (!imported.module)
		throw new TypeError(
			`The mill "${imported.mill.name}" was given as an object, which workers cannot load. Open its file or its name, or leave out workers.`,
		);
	return (await import("./workers.js")).placeInWorkers(imported, options);
}

function opened(mill: Mill, place: Place, defaults: CallOptions): OpenedMill {
	const makeCall = callMaker(mill);
	const running = new Set<Promise<unknown>>();
	let closing: Promise<void> | undefined;

	async function perform(input: unknown, parameters: Values, options: CallOptions): Promise<unknown> {
		const caller = new Cancellation();
		try {
			const call = makeCall(input, parameters, { ...defaults, ...options });
			return await untilAborted(signalOf(defaults, options), caller, () =>
				place.run(call, caller, isLong(input) ? piecesOf(input) : undefined),
			);
		} catch (error) {
			if (error instanceof Ended) throw error.cause;
			throw problemOf(error, mill);
		}
	}

	function run(input: unknown, parameters: Values = {}, options: CallOptions = {}): Promise<unknown> {
		if (closing) return Promise.reject(closed(mill));
		return tracked(perform(input, parameters, options));
	}

	/** Closing waits for it. */
	function tracked<T>(result: Promise<T>): Promise<T> {
		running.add(result);
		const end = () => running.delete(result);
		result.then(end, end);
		return result;
	}

	async function* stream(
		input: unknown,
		parameters: Values = {},
		{ from, onProgress, ...options }: StreamOptions = {},
	): Parts {
		if (closing) throw closed(mill);
		const caller = new Cancellation();
		const signal = signalOf(defaults, options);
		signal?.throwIfAborted();
		const unfollow = signal ? caller.follow(signal) : () => {};
		try {
			const { streamCall } = await import("./parts.js");
			const whole = makeCall(input, parameters, { ...defaults, ...options });
			const call = streamCall(mill, whole, { ...(from !== undefined && { from }) });
			const parts = await place.stream(
				call,
				caller,
				onProgress ?? (() => {}),
				isLong(input) ? piecesOf(input) : undefined,
			);
			try {
				for (;;) {
					// Closing waits for the part that somebody waits for, and not for a reader who may never come back.
					if (closing) throw closed(mill);
					const { done, value } = await tracked(parts.next());
					if (done) return value;
					yield value;
				}
			} finally {
				await parts.return({});
			}
		} catch (error) {
			if (signal?.aborted) throw signal.reason;
			throw closing ? error : problemOf(error, mill);
		} finally {
			unfollow();
		}
	}

	const finish = async () => {
		await Promise.allSettled(running);
		place.close();
	};
	const methods = {
		mill,
		digest: place.digest,
		many: (inputs: Iterable<unknown>, parameters?: Values, options: CallOptions = {}) =>
			outcomes(inputs, place.most, options, (input, one) => run(input, parameters, one)),
		stream,
		schema: async () => (await import("./documents.js")).schemaOf(mill, place.digest),
		describe: async () => (await import("./documents.js")).descriptionOf(mill, place.digest),
		test: async () => {
			if (closing) throw closed(mill);
			return place.examine();
		},
		close: () => {
			closing ??= finish();
			return closing;
		},
		[Symbol.asyncDispose]: () => methods.close(),
	};
	// A function has a name already, which cannot be assigned.
	Object.defineProperty(run, "name", { value: mill.name });
	return Object.assign(run, methods) as unknown as OpenedMill;
}

function closed({ name }: Mill): Error {
	return new Error(`The mill "${name}" is closed. Open it again.`);
}

/** The caller's signal was aborted; its reason is the cause. */
class Ended extends Error {}

function signalOf(defaults: CallOptions, options: CallOptions): AbortSignal | undefined {
	const { signal: outer } = defaults;
	const { signal: own } = options;
	return outer && own ? AbortSignal.any([outer, own]) : (own ?? outer);
}

/** The result of the work, or Ended as soon as the signal is aborted. */
async function untilAborted<T>(
	signal: AbortSignal | undefined,
	caller: Cancellation,
	work: () => Promise<T>,
): Promise<T> {
	if (!signal) return work();
	const ended = () => new Ended("aborted", { cause: signal.reason });
	if (signal.aborted) throw ended();
	const unfollow = caller.follow(signal);
	let stop = () => {};
	const aborted = new Promise<never>((_, reject) => {
		const onAbort = () => reject(ended());
		signal.addEventListener("abort", onAbort, { once: true });
		stop = () => signal.removeEventListener("abort", onAbort);
	});
	try {
		return await Promise.race([work(), aborted]);
	} catch (error) {
		// The runtime may say first that the caller has gone.
		throw signal.aborted ? ended() : error;
	} finally {
		unfollow();
		stop();
	}
}

const KNOWN = ["workers", "settings", "deadline", "workerMemory", "signal", "mediaType"] as const;
/** What only workers can do. */
const FOR_WORKERS = ["deadline", "workerMemory"] as const;

function checkedOptions(options: OpenOptions): OpenOptions & { readonly workers: number } {
	for (const name of Object.keys(options))
		if (!KNOWN.some((known) => known === name)) {
			const hint = closest(name, KNOWN);
			throw new TypeError(
				`Unknown option "${name}".${hint === undefined ? ` The options are ${KNOWN.join(", ")}.` : ` Did you mean "${hint}"?`}`,
			);
		}
	const { workers = 0 } = options;
	if (!Number.isInteger(workers) || workers < 0)
		throw new RangeError(
			`workers is ${String(workers)}. Give a whole number: 0 for this process, or 1 and more.`,
		);
	for (const name of FOR_WORKERS) {
		const value = options[name];
		if (value === undefined) continue;
		if (workers === 0)
			throw new RangeError(
				`"${name}" needs workers: a call in this process cannot be stopped. Give workers, too.`,
			);
		if (!(Number.isInteger(value) && value >= 1))
			throw new RangeError(`${name} is ${String(value)}. Give a whole number above 0.`);
	}
	return { ...options, workers };
}
