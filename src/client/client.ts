import { beforeBraces, httpUrl } from "./address.js";
import { type Answer, type Check, call, converse, type Facts } from "./call.js";
import { Context } from "./context.js";
import { type Found, findDescription, findSchema, type Schema, type Scout } from "./documents.js";
import { AnswerError, DeadlineError, UsageError } from "./errors.js";
import { bodyOf, type Input } from "./input.js";
import { type MapOptions, map, type Outcome } from "./map.js";
import { findList, type MillEntry } from "./mill-list.js";
import type { CallOptions, ClientOptions, DocumentOptions, RequestOptions } from "./options.js";
import type { RawAnswer } from "./send.js";
import { Shared } from "./shared.js";
import { statedDeadline, waitFor } from "./stated-deadline.js";
import type { TimeLimit } from "./time-limit.js";

/** Milliseconds for the question how long a mill may run. */
const SCHEMA_DEADLINE = 10_000;

/** Calls mills and reads what their servers say about them. Mills are named below the base, or by whole addresses. */
export interface Client {
	/** The mills of a server: of the first base, or of the address that is given. */
	list(base?: string | URL, options?: RequestOptions): Promise<MillEntry[]>;
	/** The JSON Schema of a mill, by whichever convention its server offers. */
	schema(mill: string | URL, options?: DocumentOptions): Promise<Found<Schema>>;
	/** The description of a mill, mostly Markdown. */
	describe(mill: string | URL, options?: DocumentOptions): Promise<Found<string>>;
	/** Sends an input to a mill and gives what it made of it. */
	call<Output = unknown>(mill: string | URL, input: Input, options?: CallOptions): Promise<Answer<Output>>;
	/** Sends many inputs to a mill, as many at a time as its servers are worth. */
	map<Item, Output = unknown>(
		mill: string | URL,
		items: Iterable<Item> | AsyncIterable<Item>,
		options?: MapOptions<Item>,
	): AsyncGenerator<Outcome<Item, Output>, void, undefined>;
}

/**
 * Makes a client for a server, for several that serve the same mills, or for whatever addresses it will be given.
 *
 * @example const { output } = await createClient("http://127.0.0.1:8080").call("word-counter", "one two");
 */
export function createClient(
	bases: string | URL | readonly (string | URL)[] = [],
	options: ClientOptions = {},
): Client {
	const context = new Context([bases].flat() as (string | URL)[], options);

	/** Runs a piece of work within its time. */
	async function within<T>(chosen: RequestOptions, work: (limit: TimeLimit) => Promise<T>): Promise<T> {
		const limit = context.limit(chosen);
		try {
			return await work(limit);
		} finally {
			limit.end();
		}
	}

	/** Reads documents for somebody who named `home`: to other origins go no fields of the caller's own. */
	function reader(home: URL, chosen: RequestOptions, limit: TimeLimit) {
		return async (url: URL, accept: string, method = "GET"): Promise<RawAnswer> => {
			const bare = url.origin !== home.origin && !context.names(url);
			const question = { method, headers: { Accept: accept }, limit, bare };
			return (await context.exchange(context.locate(url), question, chosen)).answer;
		};
	}

	function scout(mill: string | URL, chosen: DocumentOptions, limit: TimeLimit): Scout {
		const get = reader(addressOf(mill), chosen, limit);
		return {
			get,
			options: (url) => get(url, "*/*", "OPTIONS"),
			entry: async (url) => {
				// The list lies where the mill does; of a path pattern, some segments higher.
				const base = new URL(".", url);
				const entries = await findList(get, base);
				return entries.find(
					(entry) => entry.url === url.href || entry.name === url.pathname.split("/").at(-1),
				);
			},
			sample: async () => {
				const body = await bodyOf(chosen.sample ?? "");
				const asHal = { ...chosen, accept: "application/hal+json, application/json;q=0.5" };
				return (await converse(context, mill, body, asHal, limit)).answer;
			},
		};
	}

	function find<T>(
		mill: string | URL,
		chosen: DocumentOptions,
		look: (scout: Scout, url: URL) => Promise<T>,
	): Promise<T> {
		return within(chosen, (limit) => look(scout(mill, chosen, limit), addressOf(mill)));
	}

	/** Where the documents of a mill are: at its address; for a path pattern, at what stands before the braces. */
	function addressOf(mill: string | URL): URL {
		const { endpoints, at } = context.locate(beforeBraces(mill));
		const [first] = endpoints;
		if (!first) throw new UsageError("Name at least one base URL.");
		return at(first.base);
	}

	/** What checks the answers of a mill; its schema is asked for once, whoever waits for it. */
	async function checkOf(mill: string | URL, chosen: CallOptions, limit: TimeLimit): Promise<Check> {
		if (chosen.accept !== undefined && !/json/i.test(chosen.accept))
			throw new UsageError(`Validate answers in JSON alone: this one is to be ${chosen.accept}.`);
		const key = String(mill);
		const { validators } = context;
		const known = validators.get(key) ?? new Shared(checking(mill, chosen), () => validators.delete(key));
		validators.set(key, known);
		try {
			return await known.wait(limit.signal);
		} catch (cause) {
			if (!limit.expired()) throw cause;
			const message = `Allow more time with a longer deadline: the schema of ${key} did not come in time.`;
			throw new DeadlineError(message, { url: key, cause });
		}
	}

	function checking(mill: string | URL, { deadline: _, ...chosen }: CallOptions) {
		return async (signal: AbortSignal): Promise<Check> => {
			const { content, url } = await find(mill, { ...chosen, signal }, findSchema);
			const usable = <T>(work: () => T): T => {
				try {
					return work();
				} catch (cause) {
					throw new AnswerError(`Call without validating: the schema cannot be used: ${url}`, { url, cause });
				}
			};
			const { checker } = await import("./validate.js");
			const check = usable(() => checker(content));
			// One whose references go round in a circle fails only when it is used.
			return (output) => usable(() => check(output));
		};
	}

	/** Asked only when a call takes longer than calls do: so it costs nobody a request who need not know it. */
	function deadlineOf(mill: string | URL, { headers }: CallOptions) {
		const key = String(mill);
		const known = context.deadlines.get(key);
		if (known) return known;
		const chosen = { ...(headers && { headers }), deadline: SCHEMA_DEADLINE, retry: false } as const;
		const made = within(chosen, async (limit) => {
			// To be told how long a call takes is no reason for another one.
			const sample = () => Promise.reject(new AnswerError("Not called for its links.", { url: key }));
			const quiet = { ...scout(mill, chosen, limit), sample };
			return statedDeadline((await findSchema(quiet, addressOf(mill))).content);
		});
		context.deadlines.set(key, made);
		made.catch(() => context.deadlines.delete(key));
		return made;
	}

	function waitOf(mill: string | URL, chosen: CallOptions): Facts["wait"] {
		return async (bytes) => {
			const deadline = await deadlineOf(mill, chosen);
			return deadline === undefined ? undefined : waitFor(deadline, bytes);
		};
	}

	return {
		list: (base, chosen = {}) =>
			within(chosen, (limit) => {
				const url = base === undefined ? addressOf("") : httpUrl(String(base));
				return findList(reader(url, chosen, limit), url);
			}),
		schema: (mill, chosen = {}) => find(mill, chosen, findSchema),
		describe: (mill, chosen = {}) => find(mill, chosen, findDescription),
		call: async (mill, input, chosen = {}) =>
			call(context, mill, input, chosen, {
				check: chosen.validate ? (limit) => checkOf(mill, chosen, limit) : undefined,
				wait: waitOf(mill, chosen),
			}),
		map: async function* (mill, items, chosen = {}) {
			const check = chosen.validate
				? await within(chosen, (limit) => checkOf(mill, chosen, limit))
				: undefined;
			yield* map(context, mill, items, chosen, {
				check: check && (async () => check),
				wait: waitOf(mill, chosen),
			});
		},
	};
}
