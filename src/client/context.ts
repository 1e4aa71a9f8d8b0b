import type { Deadline } from "../core/deadline.js";
import { baseUrl, filled, httpUrl } from "./address.js";
import type { Check } from "./call.js";
import { Endpoint } from "./endpoint.js";
import { UsageError } from "./errors.js";
import { type Exchange, exchange, type Plan } from "./exchange.js";
import type { Body } from "./input.js";
import { Latencies } from "./latencies.js";
import {
	type CallOptions,
	type ClientOptions,
	DEADLINE,
	MAX_ANSWER_BYTES,
	type RequestOptions,
} from "./options.js";
import { NO_RETRY, RETRY, type RetryPolicy } from "./retry.js";
import type { Shared } from "./shared.js";
import { type TimeLimit, timeLimit } from "./time-limit.js";

/** What a client remembers between calls. */
export class Context {
	readonly options: ClientOptions;
	readonly #bases: readonly Endpoint[];
	readonly #byOrigin = new Map<string, Endpoint>();
	readonly #latencies = new Map<string, Latencies>();
	/** The method of each mill that turned out to have another than POST. */
	readonly methods = new Map<string, string>();
	/** The media type that a mill wanted instead of the guessed one. */
	readonly types = new Map<string, string>();
	/** How long each mill may run by its own schema, once a call took longer than calls do. */
	readonly deadlines = new Map<string, Promise<Deadline | undefined>>();
	/** What checks the answers of each mill, once its schema was asked for. */
	readonly validators = new Map<string, Shared<Check>>();

	constructor(bases: readonly (string | URL)[], options: ClientOptions) {
		this.options = options;
		this.#bases = bases.map((base) => new Endpoint(baseUrl(base)));
	}

	/** Where a mill is: one address of its own, or the same below each base. */
	locate(mill: string | URL, parameters?: CallOptions["parameters"]): Pick<Plan, "endpoints" | "at"> {
		const address = filled(String(mill), parameters);
		const endpoints = this.servers(address);
		if (isWhole(address)) return { endpoints, at: () => httpUrl(address) };
		return { endpoints, at: (base) => within(base, address) };
	}

	/** The servers of a mill, whatever its parameters. */
	servers(mill: string | URL): readonly Endpoint[] {
		if (isWhole(String(mill))) return [this.#endpoint(httpUrl(String(mill)))];
		if (this.#bases.length > 0) return this.#bases;
		throw new UsageError(`Give the client a base, or the mill's whole address: ${mill}`);
	}

	/** Whether this is a server that the client was made for. */
	names({ origin }: URL): boolean {
		return this.#bases.some(({ base }) => base.origin === origin);
	}

	latencies(mill: string | URL): Latencies {
		const known = this.#latencies.get(String(mill)) ?? new Latencies();
		this.#latencies.set(String(mill), known);
		return known;
	}

	/** The time that a call has, by its own options or the client's; where nobody chose it, `longer` may lengthen it. */
	limit({ deadline, signal }: RequestOptions, longer?: () => Promise<number | undefined>): TimeLimit {
		const chosen = deadline ?? this.options.deadline;
		const outer = signal ?? this.options.signal;
		return timeLimit(chosen ?? DEADLINE, outer, chosen === undefined ? longer : undefined);
	}

	/** Asks, with everything that the options say about it. */
	exchange(
		place: Pick<Plan, "endpoints" | "at">,
		question: {
			method: string;
			headers: Record<string, string>;
			body?: Body | undefined;
			limit: TimeLimit;
			/** Whether fields of the caller's own are left out. */
			bare?: boolean;
		},
		options: RequestOptions & Pick<Plan, "hedge">,
	): Promise<Exchange> {
		const { headers = {}, fetch: ask = fetch, maxAnswerBytes = MAX_ANSWER_BYTES } = this.options;
		return exchange({
			...place,
			...question,
			headers: new Headers(question.headers),
			secret: new Headers(question.bare ? {} : { ...headers, ...options.headers }),
			retry: policy(options.retry ?? this.options.retry),
			maxBytes: options.maxAnswerBytes ?? maxAnswerBytes,
			fetch: ask,
			hedge: options.hedge,
		});
	}

	/** The server of an address that was named whole; one for all its mills. */
	#endpoint({ origin }: URL): Endpoint {
		const known = this.#byOrigin.get(origin) ?? new Endpoint(new URL(origin));
		this.#byOrigin.set(origin, known);
		return known;
	}
}

function isWhole(address: string): boolean {
	return /^[a-z][a-z0-9+.-]*:/i.test(address);
}

/** A name that leads elsewhere (`//host`, `../`) could carry the caller's own fields to a stranger. */
function within(base: URL, name: string): URL {
	const url = httpUrl(name, base);
	if (url.href.startsWith(base.href)) return url;
	throw new UsageError(`Name the mill below ${base.href} without a slash before it: ${name}`);
}

function policy(retry: RequestOptions["retry"] = {}): RetryPolicy {
	return retry === false ? NO_RETRY : { ...RETRY, ...retry };
}
