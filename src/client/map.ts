import { beforeBraces } from "./address.js";
import { type Answer, call, type Facts } from "./call.js";
import type { Context } from "./context.js";
import type { Input } from "./input.js";
import type { CallOptions } from "./options.js";
import { GivenUp, Outage, type OutageOptions } from "./outage.js";

const CONCURRENCY = 64;
/** So many calls that only pause make room for others: a single input that is put off would hold up all of them. */
const MOST_ASIDE = 8;
/** Milliseconds for the question whether a server is there. */
const PROBE_DEADLINE = 5_000;

/** What became of one item: an answer or an error. */
export type Outcome<Item, Output = unknown> =
	| {
			readonly index: number;
			readonly item: Item;
			readonly answer: Answer<Output>;
			readonly error?: undefined;
	  }
	| { readonly index: number; readonly item: Item; readonly error: Error; readonly answer?: undefined };

/** An input with what is special about its call. */
export interface MapCall extends Omit<CallOptions, "signal" | "validate"> {
	readonly input: Input;
}

/** What `map` can be told beside what a call can. */
export interface MapOptions<Item> extends CallOptions {
	/** The most calls at a time, over all servers; how many are worth it is found out below that. 64 by default. */
	readonly concurrency?: number;
	/** Whether outcomes come in the order of the items, as by default, or as they are ready. */
	readonly ordered?: boolean;
	/** Makes the call of an item; needed where the items are no inputs themselves. */
	readonly prepare?: (item: Item, index: number) => MapCall | Promise<MapCall>;
	/**
	 * Waits for servers that are all away, and ends with the error that came last when the patience is over; the items
	 * that were not answered then have no outcome. Where it is left out, each call that fails so is an outcome.
	 */
	readonly outage?: OutageOptions;
}

/**
 * Calls a mill for every item. Items are taken only as fast as outcomes are, so neither side need fit into memory.
 * A call that fails is an outcome like any other; only the caller's signal, items that cannot be read and an outage that
 * is longer than the patience end the rest.
 */
export async function* map<Item, Output>(
	context: Context,
	mill: string | URL,
	items: Iterable<Item> | AsyncIterable<Item>,
	options: MapOptions<Item>,
	facts: Facts,
): AsyncGenerator<Outcome<Item, Output>, void, undefined> {
	const { concurrency = CONCURRENCY, ordered = true, prepare = itself } = options;
	const outer = options.signal ?? context.options.signal;
	if (!(concurrency >= 1)) throw new RangeError(`Give concurrency as 1 or more: ${concurrency}.`);
	const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
	const calls = new Set<AbortController>();
	let stopped = false;
	const stop = (reason: unknown) => {
		stopped = true;
		for (const controller of calls) controller.abort(reason);
		wake();
	};
	const follow = () => stop(outer?.reason);
	const ready = new Map<number, Outcome<Item, Output>>();
	let [pulled, given, running] = [0, 0, 0];
	let pulling = false;
	let exhausted = false;
	let failure: { readonly error: unknown } | undefined;
	let wake = () => {};

	/** How many calls the servers are worth right now. */
	const servers = context.servers(mill);
	const capacity = () =>
		Math.min(
			concurrency,
			servers.reduce((sum, { limit }) => sum + limit.limit, 0),
		);

	const outage =
		options.outage &&
		new Outage(
			options.outage,
			() => isThere(context, mill),
			() => pump(),
		);
	const busy = () => running - Math.min(MOST_ASIDE, outage?.pausing ?? 0);

	const run = async (item: Item, index: number) => {
		// One signal for each call: a thousand listeners on one would be warned of as a leak.
		const controller = new AbortController();
		calls.add(controller);
		try {
			const { input, ...own } = await prepare(item, index);
			const all = { ...options, ...own, signal: controller.signal };
			const send = () => call<Output>(context, mill, input, all, facts);
			const answer = await (outage ? outage.through(send, controller.signal) : send());
			ready.set(index, { index, item, answer });
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

	/** Takes the next item, unless enough are under way; one that is slow to consume is not run ahead of. */
	const pump = () => {
		if (pulling || exhausted || failure || stopped) return;
		if (busy() >= capacity() || pulled - given >= 2 * concurrency) return;
		pulling = true;
		// Behind a promise, because a source that is no stream throws at once.
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
				failure = { error };
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
		stop(new DOMException("Nobody waits for the outcomes any more.", "AbortError"));
		const closing = exhausted || failure ? undefined : iterator.return?.();
		// A source that is waiting for its next item could keep us for ever.
		if (!pulling) await closing;
	}
}

/** Whether any server answers: every mill answers OPTIONS, and whoever does not says so. */
async function isThere(context: Context, mill: string | URL): Promise<boolean> {
	const limit = context.limit({ deadline: PROBE_DEADLINE });
	try {
		const question = { method: "OPTIONS", headers: {}, limit };
		const { answer } = await context.exchange(context.locate(beforeBraces(mill)), question, { retry: false });
		return answer.status !== 502 && answer.status !== 503;
	} catch {
		return false;
	} finally {
		limit.end();
	}
}

function itself(item: unknown): MapCall {
	return { input: item as Input };
}
