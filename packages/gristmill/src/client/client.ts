import type { Mill } from "../core/definition/mill.js";
import { call, type MillLookups, sendAdapting } from "./call.js";
import { ClientState } from "./client-state.js";
import type { Client } from "./client-type.js";
import { type DocumentReader, findDescription, findSchema } from "./discovery/documents.js";
import { findList } from "./discovery/mill-list.js";
import { statedDeadline, waitFor } from "./discovery/stated-deadline.js";
import { AnswerError, DeadlineError, UsageError } from "./errors/errors.js";
import { bodyOf, type Input } from "./input/input.js";
import type { KeptCalls } from "./kept-calls.js";
import { KnownSchema } from "./known-schema.js";
import { Shared } from "./shared.js";
import type { StreamOptions } from "./stream.js";
import { beforeBraces, httpUrl } from "./transport/address.js";
import type { RawAnswer } from "./transport/message.js";
import type { CallOptions, ClientOptions, DocumentOptions, RequestOptions } from "./transport/options.js";
import type { TimeLimit } from "./transport/time-limit.js";
import type { TypedClient } from "./typed-client.js";

/** Milliseconds to look up the deadline of a mill. */
const SCHEMA_DEADLINE = 10_000;

type Bases = string | URL | readonly (string | URL)[];

/**
 * Creates a client for one server, for several servers with the same mills, or for full URLs. If you name the types of the
 * mills, the compiler knows what they take and return.
 *
 * @example const { output } = await createClient("http://127.0.0.1:8080").call("word-counter", "one two");
 * @example const { output } = await createClient<typeof wordCounter>("http://127.0.0.1:8080").call("word-counter", "one two");
 */
export function createClient(bases?: Bases, options?: ClientOptions): Client;
export function createClient<M extends Mill>(bases: Bases, options?: ClientOptions): TypedClient<M>;
export function createClient(bases: Bases = [], options: ClientOptions = {}): Client {
	return clientOf(new ClientState([bases].flat() as (string | URL)[], options));
}

/** The client that keeps this state. */
export function clientOf(state: ClientState): Client {
	/** Runs work under a time limit. */
	async function within<T>(chosen: RequestOptions, work: (limit: TimeLimit) => Promise<T>): Promise<T> {
		const limit = state.limit(chosen);
		try {
			return await work(limit);
		} finally {
			limit.end();
		}
	}

	/** Reads documents. The caller's own header fields go only to the origin of `home` and to the bases. */
	function reader(home: URL, chosen: RequestOptions, limit: TimeLimit) {
		return async (url: URL, accept: string, method = "GET"): Promise<RawAnswer> => {
			const bare = url.origin !== home.origin && !state.names(url);
			const question = { method, headers: { Accept: accept }, limit, bare };
			return (await state.exchange(state.locate(url), question, chosen)).answer;
		};
	}

	function documents(mill: string | URL, chosen: DocumentOptions, limit: TimeLimit): DocumentReader {
		const get = reader(addressOf(mill), chosen, limit);
		return {
			get,
			options: (url) => get(url, "*/*", "OPTIONS"),
			entry: async (url) => {
				// The list is beside the mill, or some segments higher for a path pattern.
				const base = new URL(".", url);
				const entries = await findList(get, base);
				return entries.find(
					(entry) => entry.url === url.href || entry.name === url.pathname.split("/").at(-1),
				);
			},
			sample: async () => {
				const body = await bodyOf(chosen.sample ?? "");
				const asHal = { ...chosen, accept: "application/hal+json, application/json;q=0.5" };
				return (await sendAdapting(state, mill, body, asHal, limit)).answer;
			},
		};
	}

	function find<T>(
		mill: string | URL,
		chosen: DocumentOptions,
		look: (documents: DocumentReader, url: URL) => Promise<T>,
	): Promise<T> {
		return within(chosen, (limit) => look(documents(mill, chosen, limit), addressOf(mill)));
	}

	/** The URL of a mill's documents: its own, or the part before the braces of a path pattern. */
	function addressOf(mill: string | URL): URL {
		const { endpoints, at } = state.locate(beforeBraces(mill));
		const [first] = endpoints;
		if (!first) throw new UsageError("The client has no base URL. Name at least one.");
		return at(first.base);
	}

	/** What a mill's answers are read by, if that needs its schema. */
	function expectedOf(mill: string | URL, chosen: CallOptions): MillLookups["expected"] {
		const { accept, validate, binary } = chosen;
		const isJson = accept === undefined || /json/i.test(accept);
		if (validate && !isJson)
			throw new UsageError(`This call accepts ${accept}, and "validate" is for JSON answers only.`);
		const decode = binary === "bytes" && isJson;
		if (!validate && !decode) return undefined;
		return async (limit) => {
			const schema = await schemaOf(mill, chosen, limit);
			return {
				check: validate ? await schema.check() : undefined,
				encoded: decode ? schema.encoded() : undefined,
			};
		};
	}

	/** The schema of a mill. Concurrent calls share one request for it. */
	async function schemaOf(mill: string | URL, chosen: CallOptions, limit: TimeLimit): Promise<KnownSchema> {
		const key = String(mill);
		const { schemas } = state;
		const { deadline: _, ...rest } = chosen;
		const look = async (signal: AbortSignal) =>
			new KnownSchema(await find(mill, { ...rest, signal }, findSchema));
		const known = schemas.get(key) ?? new Shared(look, () => schemas.delete(key));
		schemas.set(key, known);
		try {
			return await known.wait(limit.signal);
		} catch (cause) {
			if (!limit.expired()) throw cause;
			const message = `The schema of ${key} did not arrive in time. Use a longer deadline.`;
			throw new DeadlineError(message, { url: key, cause });
		}
	}

	/** Looks up a mill's deadline. Used only for a call that is late, so quick calls cost no extra request. */
	function deadlineOf(mill: string | URL, { headers }: CallOptions) {
		const key = String(mill);
		const known = state.deadlines.get(key);
		if (known) return known;
		const chosen = { ...(headers && { headers }), deadline: SCHEMA_DEADLINE, retry: false } as const;
		const made = within(chosen, async (limit) => {
			// Looking up a deadline must not trigger a call.
			const sample = () => Promise.reject(new AnswerError("Not called for its links.", { url: key }));
			const quiet = { ...documents(mill, chosen, limit), sample };
			return statedDeadline((await findSchema(quiet, addressOf(mill))).content);
		});
		state.deadlines.set(key, made);
		made.catch(() => state.deadlines.delete(key));
		return made;
	}

	function waitOf(mill: string | URL, chosen: CallOptions): MillLookups["wait"] {
		return async (bytes) => {
			const deadline = await deadlineOf(mill, chosen);
			return deadline === undefined ? undefined : waitFor(deadline, bytes);
		};
	}

	let keptCalls: Promise<KeptCalls> | undefined;
	/** Where answers are kept, if the client keeps any. */
	function keptOf(mill: string | URL): MillLookups["kept"] {
		const { keep } = state.options;
		if (!keep) return undefined;
		return async (body, chosen) => {
			if (chosen.keep === false) return undefined;
			// Who keeps nothing does not load it.
			keptCalls ??= import("./kept-calls.js").then(({ KeptCalls }) => new KeptCalls(state, keep));
			return (await keptCalls).placeOf(mill, body, chosen);
		};
	}

	/** What many calls can look up about their mill. Its schema is loaded once. */
	async function lookups(mill: string | URL, chosen: CallOptions): Promise<MillLookups> {
		const look = expectedOf(mill, chosen);
		const expected = look && (await within(chosen, look));
		return { expected: expected && (async () => expected), wait: waitOf(mill, chosen), kept: keptOf(mill) };
	}

	return {
		list: (base, chosen = {}) =>
			within(chosen, (limit) => {
				const url = base === undefined ? addressOf("") : httpUrl(String(base));
				return findList(reader(url, chosen, limit), url);
			}),
		schema: (mill, chosen = {}) => find(mill, chosen, findSchema),
		describe: (mill, chosen = {}) => find(mill, chosen, findDescription),
		call: async <Output>(mill: string | URL, input: Input, chosen: CallOptions = {}) =>
			call<Output>(state, mill, input, chosen, {
				expected: expectedOf(mill, chosen),
				wait: waitOf(mill, chosen),
				kept: keptOf(mill),
			}),
		// A bundle that is split loads these three when they are used.
		stream: async function* <Part, Rest>(mill: string | URL, input: Input, chosen: StreamOptions = {}) {
			const { stream } = await import("./stream.js");
			const parts = stream(state, mill, input, chosen, waitOf(mill, chosen));
			return yield* parts as AsyncGenerator<Part, Rest, undefined>;
		},
		many: async function* (mill, items, chosen = {}) {
			const { many } = await import("./many.js");
			yield* many(state, mill, items, chosen, await lookups(mill, chosen));
		},
		map: async function* (mill, items, chosen = {}) {
			const { map } = await import("./map.js");
			yield* map(state, mill, items, chosen, await lookups(mill, chosen));
		},
	};
}
