import type { Answer } from "./answer.js";
import { call, type MillLookups, type PinnedOptions } from "./call.js";
import type { ClientState } from "./client-state.js";
import type { Input } from "./input/input.js";
import { optionsOf } from "./options-of.js";
import type { CallOptions } from "./transport/options.js";
import { GivenUp, Outage, type OutageOptions } from "./transport/outage.js";
import { Pin } from "./transport/pin.js";

const CONCURRENCY = 64;
/** Maximum number of pausing calls that make room for others. Without it, one delayed input would block all others. */
const MOST_ASIDE = 8;

/** The outcome of one item: an answer or an error. */
export type MapOutcome<Item, Output = unknown> =
	| {
			readonly index: number;
			readonly item: Item;
			readonly answer: Answer<Output>;
			readonly error?: undefined;
	  }
	| { readonly index: number; readonly item: Item; readonly error: Error; readonly answer?: undefined };

/** An input with the options of its call. */
export interface MapCall extends Omit<CallOptions, "signal" | "validate" | "binary" | "digest"> {
	readonly input: Input;
}

/** Options of `map`, in addition to those of a call. */
export interface MapOptions<Item> extends CallOptions {
	/** Maximum number of concurrent calls over all servers, 64 by default. The client adapts the number below it. */
	readonly concurrency?: number;
	/** Whether outcomes are in the order of the items (the default), or as they are ready. */
	readonly ordered?: boolean;
	/** Makes the call of an item. Required if the items are not inputs themselves. */
	readonly prepare?: (item: Item, index: number) => MapCall | Promise<MapCall>;
	/**
	 * Called with each answer as soon as it has come, before its turn. The outcome has what it returns. A program that writes
	 * large answers to files need not hold them in memory.
	 */
	readonly received?: (answer: Answer, item: Item) => Answer | Promise<Answer>;
	/**
	 * Waits while no server answers. When the patience is over, `map` throws the last error, and unanswered items have no
	 * outcome. If omitted, each such failure is an outcome.
	 */
	readonly outage?: OutageOptions;
}

/**
 * Calls a mill for every item. It reads items only as fast as outcomes are consumed, so neither needs to fit into
 * memory. A failed call is an outcome. Only the caller's signal, an error of the items and a too long outage end the map.
 */
export async function* map<Item, Output>(
	state: ClientState,
	mill: string | URL,
	items: Iterable<Item> | AsyncIterable<Item>,
	options: MapOptions<Item> & Pick<PinnedOptions, "pin">,
	facts: MillLookups,
): AsyncGenerator<MapOutcome<Item, Output>, void, undefined> {
	const pin = options.pin ?? pinOf(options);
	const { concurrency = CONCURRENCY, ordered = true, prepare = itself } = options;
	const outer = options.signal ?? state.options.signal;
	if (!(concurrency >= 1)) throw new RangeError(`concurrency is ${concurrency}. Give 1 or more.`);
	const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
	const calls = new Set<AbortController>();
	let stopped = false;
	const stop = (reason: unknown) => {
		stopped = true;
		for (const controller of calls) controller.abort(reason);
		wake();
	};
	const follow = () => stop(outer?.reason);
	const ready = new Map<number, MapOutcome<Item, Output>>();
	let [pulled, given, running] = [0, 0, 0];
	let pulling = false;
	let exhausted = false;
	let failure: { readonly error: unknown } | undefined;
	let wake = () => {};

	/** How many concurrent calls the servers can handle now. */
	const servers = state.servers(mill);
	const capacity = () =>
		Math.min(
			concurrency,
			servers.reduce((sum, { limit }) => sum + limit.limit, 0),
		);

	const outage =
		options.outage &&
		new Outage(
			state.clock,
			options.outage,
			() => isThere(state, mill),
			() => pump(),
			servers.length === 1,
		);
	const busy = () => running - Math.min(MOST_ASIDE, outage?.pausing ?? 0);

	const run = async (item: Item, index: number) => {
		// One signal per call: Node warns about a leak if one signal has many listeners.
		const controller = new AbortController();
		calls.add(controller);
		try {
			const { input, ...own } = await prepare(item, index);
			const all = { ...options, ...own, pin, signal: controller.signal };
			const send = () => call<Output>(state, mill, input, all, facts);
			const answer = await (outage ? outage.through(send, controller.signal) : send());
			const kept = options.received ? await options.received(answer, item) : answer;
			ready.set(index, { index, item, answer: kept as Answer<Output> });
		} catch (error) {
			if (error instanceof GivenUp) failure ??= { error: error.cause };
			else
				ready.set(index, { index, item, error: error instanceof Error ? error : new Error(String(error)) });
		}
		calls.delete(controller);
		running--;
		wake();
		pump();
	};

	/** Takes the next item, unless enough calls are in progress or the consumer is behind. */
	const pump = () => {
		if (pulling || exhausted || failure || stopped) return;
		if (busy() >= capacity() || pulled - given >= 2 * concurrency) return;
		pulling = true;
		// In a promise, because a synchronous source throws at once.
		Promise.resolve()
			.then(() => iterator.next())
			.then(({ done, value }) => {
				if (done) exhausted = true;
				else {
					running++;
					void run(value, pulled++);
				}
			})
			.catch((error: unknown) => {
				exhausted = true;
				failure ??= { error };
			})
			.finally(() => {
				pulling = false;
				wake();
				pump();
			});
	};

	const next = () => {
		const index = ordered ? given : (ready.keys().next().value ?? -1);
		const outcome = ready.get(index);
		ready.delete(index);
		return outcome;
	};

	outer?.addEventListener("abort", follow, { once: true });
	try {
		for (;;) {
			if (outer?.aborted) throw outer.reason;
			const outcome = next();
			if (outcome) {
				given++;
				pump();
				yield outcome;
				continue;
			}
			if (failure && running === 0) throw failure.error;
			if (exhausted && running === 0) return;
			const woken = new Promise<void>((resolve) => {
				wake = resolve;
			});
			pump();
			await woken;
		}
	} finally {
		outer?.removeEventListener("abort", follow);
		stop(new DOMException("The consumer stopped reading the outcomes.", "AbortError"));
		const closed = Promise.resolve().then(() => (exhausted ? undefined : iterator.return?.()));
		// The error that ended the map is the one to tell.
		const closing = failure || pulling || outer?.aborted ? closed.catch(() => {}) : closed;
		// A source that waits for its next item could block for ever.
		if (!pulling) await closing;
	}
}

/** What all calls of one map share. */
export function pinOf({ digest }: CallOptions): Pin | undefined {
	return digest === undefined ? undefined : new Pin(digest === "first" ? undefined : digest);
}

/** Whether any server answers OPTIONS with anything but 502 or 503. */
async function isThere(state: ClientState, mill: string | URL): Promise<boolean> {
	const answer = await optionsOf(state, mill).catch(() => undefined);
	return answer !== undefined && answer.status !== 502 && answer.status !== 503;
}

function itself(item: unknown): MapCall {
	return { input: item as Input };
}
