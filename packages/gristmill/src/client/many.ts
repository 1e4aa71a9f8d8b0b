import { isObject } from "../core/schema/is-object.js";
import { type Answer, type Expected, readAnswer } from "./answer.js";
import type { MillLookups } from "./call.js";
import type { ClientState } from "./client-state.js";
import { ConnectionError, DeadlineError, MillError } from "./errors/errors.js";
import { bodyOf, type Input } from "./input/input.js";
import type { KeptPlace } from "./kept-calls.js";
import { LineQueue } from "./line-queue.js";
import { JSON_LINES, lineOf, linesTaken } from "./line-writer.js";
import type { LinesTaken } from "./lines-taken.js";
import { type MapOptions, type MapOutcome, map, pinOf } from "./map.js";
import { comingTogether } from "./transport/coming-lines.js";
import { hasAnother } from "./transport/endpoint.js";
import type { RetriedAnswer } from "./transport/exchange.js";
import { essenceOf } from "./transport/json-answer.js";
import type { ComingBody, RawAnswer } from "./transport/message.js";
import { MAX_ANSWER_BYTES } from "./transport/options.js";
import { isOfAnother, type Pin } from "./transport/pin.js";
import { lineProblem } from "./transport/problem.js";
import { pauseBefore } from "./transport/retry.js";
import { sleep, type TimeLimit, unlessAborted } from "./transport/time-limit.js";
import { newTraceId } from "./transport/trace.js";

/** Options of `many`. `deadline` is the longest wait for the next answer. */
export type ManyOptions<Item> = Omit<MapOptions<Item>, "ordered">;

/** After this many milliseconds without a sign of an answer, the body ends: a proxy may wait for its end. */
const COLLECTED = 5_000;

/**
 * Sends the items as lines of one request, and gives their outcomes in order. A request that breaks off is sent again from the first
 * item without an answer. What a request with many inputs cannot do is done by calls.
 */
export async function* many<Item, Output>(
	state: ClientState,
	mill: string | URL,
	items: Iterable<Item> | AsyncIterable<Item>,
	options: ManyOptions<Item>,
	facts: MillLookups,
): AsyncGenerator<MapOutcome<Item, Output>, void, undefined> {
	const isPlain = options.accept === undefined || options.accept === "application/json";
	const fits = isPlain && !options.hedge && options.method === undefined && streamsBodies();
	const taken = fits ? await linesTaken(state, mill, options) : undefined;
	if (!taken) return yield* map<Item, Output>(state, mill, items, options, facts);
	const sender = new Sender<Item, Output>(state, mill, items, options, facts, taken);
	try {
		yield* sender.outcomes();
	} finally {
		await sender.close();
	}
}

/** Browsers read no answer before the body has ended, or send no stream at all. */
function streamsBodies(): boolean {
	return "process" in globalThis || "Deno" in globalThis;
}

/** Kept answers of so many bytes wait in memory for their turn. A thousand may. */
const MOST_HELD = 4_096;

const ENCODER = new TextEncoder();

/** A request broke off: another one may get the other answers. */
class Broken extends Error {}
/** The server takes no lines. */
class Refused extends Error {}

/** The answers of one request. */
interface Open {
	readonly answer: RawAnswer;
	readonly attempts: number;
	/** The header fields of the answer to each line. */
	readonly fields: Headers;
	readonly lines: AsyncGenerator<readonly string[], void, undefined>;
	/** The lines that have come, and how many of them were read. */
	come: readonly string[];
	read: number;
}

class Sender<Item, Output> {
	readonly #state: ClientState;
	readonly #mill: string | URL;
	readonly #options: ManyOptions<Item>;
	readonly #facts: MillLookups;
	readonly #taken: LinesTaken;
	readonly #queue: LineQueue<Item>;
	readonly #outer: AbortSignal | undefined;
	/** What its requests and calls share. */
	readonly #pin: Pin | undefined;
	#open: Open | undefined;
	/** The limit of the answer that is waited for. */
	#limit: TimeLimit | undefined;
	/** Requests that broke since the last answer. */
	#breaks = 0;
	/** Whether answers come only when the body has ended. */
	#collected = false;
	/** By the index of a waiting input: where the answer to its line is kept, or the one that was kept already. */
	readonly #places = new Map<number, KeptPlace>();
	readonly #kept = new Map<number, RetriedAnswer>();

	constructor(
		state: ClientState,
		mill: string | URL,
		items: Iterable<Item> | AsyncIterable<Item>,
		options: ManyOptions<Item>,
		facts: MillLookups,
		taken: LinesTaken,
	) {
		this.#state = state;
		this.#mill = mill;
		this.#options = options;
		this.#facts = facts;
		this.#taken = taken;
		this.#outer = options.signal ?? state.options.signal;
		this.#pin = pinOf(options);
		const { prepare } = options;
		this.#queue = new LineQueue(items, async (item, index) => {
			const { input, ...own } = prepare ? await prepare(item, index) : { input: item as Input };
			const { mediaType = options.mediaType, ...others } = own as { mediaType?: string };
			// Parameters and header fields are those of the request.
			if (Object.keys(others).length > 0) return undefined;
			const line = await lineOf(taken, input, mediaType);
			return line && !(await this.#isKept(index, input, mediaType)) ? line : undefined;
		});
	}

	async *outcomes(): AsyncGenerator<MapOutcome<Item, Output>, void, undefined> {
		const expected = await this.#expected();
		for (;;) {
			const head = this.#queue.waiting[0] ?? (await unlessAborted(this.#outer, this.#queue.head()));
			if (!head) return;
			const { index, item, line } = head;
			const found = this.#kept.get(index);
			if (!line && !found) {
				this.#queue.shift();
				yield* this.#called([item], index);
				continue;
			}
			let outcome: MapOutcome<Item, Output>;
			try {
				const answer = found
					? readAnswer<Output>(found, expected)
					: await this.#answer(line as Uint8Array, expected);
				await this.#places.get(index)?.keep(answer);
				const { received } = this.#options;
				const kept = received ? await received(answer, item) : answer;
				outcome = { index, item, answer: kept as Answer<Output> };
			} catch (error) {
				if (this.#outer?.aborted) throw this.#outer.reason;
				if (error instanceof Refused) return yield* this.#called(this.#queue.rest(), index);
				if (error instanceof Broken) {
					await this.#drop("broken");
					if (await this.#pause()) continue;
					// Calls can wait for a server that is away, and know which input breaks it.
					this.#breaks = 0;
					const waiting = this.#queue.drain();
					for (const one of waiting) this.#forget(one.index);
					yield* this.#called(
						waiting.map((one) => one.item),
						index,
					);
					continue;
				}
				if (error instanceof DeadlineError) await this.#drop("read");
				outcome = { index, item, error: error instanceof Error ? error : new Error(String(error)) };
			}
			this.#breaks = 0;
			this.#queue.shift();
			this.#forget(index);
			yield outcome;
		}
	}

	async close(): Promise<void> {
		const closed = this.#queue.close();
		// A body that is read to its end leaves the connection for other calls.
		await this.#drop("read");
		await (this.#outer?.aborted ? closed.catch(() => {}) : closed);
	}

	/** The outcomes of calls. */
	async *#called(items: Iterable<Item> | AsyncIterable<Item>, from: number) {
		const { prepare } = this.#options;
		const options = {
			...this.#options,
			...(prepare && { prepare: (item: Item, index: number) => prepare(item, from + index) }),
			pin: this.#pin,
		};
		for await (const outcome of map<Item, Output>(this.#state, this.#mill, items, options, this.#facts))
			yield { ...outcome, index: from + outcome.index };
	}

	#forget(index: number): void {
		this.#places.delete(index);
		this.#kept.delete(index);
	}

	/** Whether the answer to an input is kept already. A large one is found again by a call of its own, when its turn has come. */
	async #isKept(index: number, input: Input, mediaType: string | undefined): Promise<boolean> {
		const place = await this.#facts.kept?.(await bodyOf(input, mediaType), this.#options);
		if (!place) return false;
		const limit = this.#state.limit(this.#options);
		try {
			const found = await place.find({ ...this.#options, pin: this.#pin }, limit.signal);
			if (found && found.answer.bytes.byteLength <= MOST_HELD) this.#kept.set(index, found);
			if (found) return true;
		} finally {
			limit.end();
		}
		this.#places.set(index, place);
		return false;
	}

	async #expected(): Promise<Expected> {
		const { expected } = this.#facts;
		const limit = this.#state.limit(this.#options);
		try {
			return (await expected?.(limit)) ?? {};
		} finally {
			limit.end();
		}
	}

	/** The answer to the first line without one. */
	async #answer(line: Uint8Array, expected: Expected): Promise<Answer<Output>> {
		// Nothing is waited for.
		if (this.#open && this.#open.read < this.#open.come.length) return this.#next(this.#open, expected);
		const limit = this.#state.limit(this.#options, () => this.#facts.wait(line.byteLength));
		this.#limit = limit;
		try {
			this.#open ??= await this.#ask(limit);
			const open = this.#open;
			const { done, value } = await open.lines.next();
			if (done) {
				await this.#drop("read");
				// The body ended before this line, or the answers did.
				if ((this.#queue.waiting[0]?.index ?? 0) < this.#queue.sent) throw new Broken();
				return await this.#answer(line, expected);
			}
			open.come = value;
			open.read = 0;
			return this.#next(open, expected);
		} finally {
			limit.end();
		}
	}

	/** Reads the next line that has come. */
	#next(open: Open, expected: Expected): Answer<Output> {
		const { attempts, fields: headers } = open;
		const line = open.come[open.read++] as string;
		if (line.startsWith('{"$')) this.#throwProblem(open.answer, attempts, line);
		const answer = { url: open.answer.url, status: 200, headers, bytes: ENCODER.encode(line) };
		return readAnswer<Output>({ answer, attempts }, expected);
	}

	#throwProblem(answer: RawAnswer, attempts: number, line: string): void {
		const { $problem: problem, $end: end } = JSON.parse(line);
		// The request failed as a whole.
		if (isObject(end)) throw new Broken();
		if (!isObject(problem)) return;
		const error = lineProblem(this.#taken.method, answer, problem, attempts);
		throw this.#state.retry(this.#options).statuses.includes(error.problem.status) ? new Broken() : error;
	}

	/** Sends a request with the lines that have no answer. */
	async #ask(limit: TimeLimit): Promise<Open> {
		const { parameters, trace, maxAnswerBytes } = this.#options;
		const { clock, options } = this.#state;
		const body = {
			mediaType: JSON_LINES,
			guessed: false,
			repeatable: true,
			bytes: undefined,
			size: undefined,
			open: async () => {
				const opened = this.#queue.open();
				if (this.#collected) this.#queue.cut();
				return opened;
			},
		};
		const { method } = this.#taken;
		const headers = { Accept: JSON_LINES, "Content-Type": JSON_LINES };
		const collected = () => {
			this.#collected = true;
			this.#queue.cut();
		};
		const timer = clock.setTimeout(collected, COLLECTED);
		try {
			const { answer, attempts } = await this.#state.exchange(
				this.#state.locate(this.#mill, parameters),
				{ method, headers, body, limit, streaming: true },
				{
					...this.#options,
					hedge: undefined,
					pin: this.#pin,
					traceId: (trace ?? options.trace) ? newTraceId() : undefined,
				},
			);
			const { coming, url } = answer;
			if (isOfAnother(answer) || this.#state.retry(this.#options).statuses.includes(answer.status))
				throw new Broken();
			if (!coming || essenceOf(answer.headers) !== JSON_LINES) {
				coming?.over("read");
				void coming?.body.cancel().catch(() => {});
				throw new Refused();
			}
			const maxBytes = maxAnswerBytes ?? options.maxAnswerBytes ?? MAX_ANSWER_BYTES;
			const wait = <T>(next: Promise<T>) => this.#within(this.#limit ?? limit, next, url);
			const lines = comingTogether(coming.body, { maxBytes, url, wait });
			const fields = new Headers(answer.headers);
			fields.set("Content-Type", "application/json");
			return { answer, attempts, fields, lines, come: [], read: 0 };
		} catch (error) {
			throw error instanceof ConnectionError ? new Broken() : error;
		} finally {
			clock.clearTimeout(timer);
		}
	}

	/** Ends the request, if there is one. */
	async #drop(how: Parameters<ComingBody["over"]>[0]): Promise<void> {
		const open = this.#open;
		this.#open = undefined;
		this.#queue.end();
		if (!open) return;
		open.answer.coming?.over(how);
		void open.lines.return().catch(() => {});
		void open.answer.coming?.body.cancel().catch(() => {});
	}

	/** Waits before the next request. False if it is not worth it. */
	async #pause(): Promise<boolean> {
		const wait = pauseBefore(++this.#breaks + 1, undefined, this.#state.retry(this.#options));
		if (wait === undefined) return false;
		const { clock } = this.#state;
		const { endpoints } = this.#state.locate(this.#mill, this.#options.parameters);
		const another = hasAnother(endpoints, clock.now(), this.#pin?.digest);
		if (another) return true;
		const limit = this.#state.limit(this.#options);
		try {
			await sleep(clock, wait, limit.signal);
		} finally {
			limit.end();
		}
		return true;
	}

	/** Waits for a line. What fails is a broken connection. */
	async #within<T>({ signal, expired }: TimeLimit, work: Promise<T>, url: string): Promise<T> {
		try {
			return await unlessAborted(signal, work);
		} catch (error) {
			if (!signal.aborted) throw error instanceof MillError ? error : new Broken("", { cause: error });
			if (!expired()) throw signal.reason;
			throw new DeadlineError(`${url} did not answer a line in time. Use a longer deadline.`, { url });
		}
	}
}
