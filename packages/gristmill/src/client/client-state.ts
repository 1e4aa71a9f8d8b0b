import { CLOCK, type Clock } from "../core/clock.js";
import type { Deadline } from "../core/deadline.js";
import { UsageError } from "./errors/errors.js";
import type { Body } from "./input/input.js";
import type { KnownSchema } from "./known-schema.js";
import type { LinesTaken } from "./lines-taken.js";
import type { Shared } from "./shared.js";
import { baseUrl, filled, httpUrl } from "./transport/address.js";
import { Endpoint } from "./transport/endpoint.js";
import { exchange, type Plan, type RetriedAnswer } from "./transport/exchange.js";
import { Latencies } from "./transport/latencies.js";
import {
	type CallOptions,
	type ClientOptions,
	DEADLINE,
	MAX_ANSWER_BYTES,
	type RequestOptions,
} from "./transport/options.js";
import { NO_RETRY, RETRY, type RetryPolicy } from "./transport/retry.js";
import { type TimeLimit, timeLimit } from "./transport/time-limit.js";

/** The state that a client keeps between calls. */
export class ClientState {
	readonly options: ClientOptions;
	readonly clock: Clock;
	readonly #bases: readonly Endpoint[];
	readonly #byOrigin = new Map<string, Endpoint>();
	readonly #latencies = new Map<string, Latencies>();
	/** The method of each mill whose method is not POST. */
	readonly methods = new Map<string, string>();
	/** The media type that a mill asked for instead of the guessed one. */
	readonly types = new Map<string, string>();
	/** The deadline from each mill's schema, looked up after a late call. */
	readonly deadlines = new Map<string, Promise<Deadline | undefined>>();
	/** How each mill takes many inputs, if it does. */
	readonly lines = new Map<string, LinesTaken>();
	/** The schema of each mill, once it was requested. */
	readonly schemas = new Map<string, Shared<KnownSchema>>();
	/** The last digest that each mill was seen with, undefined if it told none, and when. */
	readonly digests = new Map<string, { readonly digest: string | undefined; readonly at: number }>();

	constructor(bases: readonly (string | URL)[], options: ClientOptions = {}, clock: Clock = CLOCK) {
		this.options = options;
		this.clock = clock;
		this.#bases = bases.map((base) => new Endpoint(baseUrl(base), clock));
	}

	/** Notes the digest of a mill from the header fields of its answer. */
	sawDigest(mill: string | URL, headers: Headers): void {
		const digest = headers.get("mill-digest") ?? undefined;
		this.digests.set(String(mill), { digest, at: this.clock.now() });
	}

	/** The URL of a mill: its full URL, or the same path below each base. */
	locate(mill: string | URL, parameters?: CallOptions["parameters"]): Pick<Plan, "endpoints" | "at"> {
		const address = filled(String(mill), parameters);
		const endpoints = this.servers(address);
		if (isWhole(address)) return { endpoints, at: () => httpUrl(address) };
		return { endpoints, at: (base) => within(base, address) };
	}

	/** The servers of a mill. */
	servers(mill: string | URL): readonly Endpoint[] {
		if (isWhole(String(mill))) return [this.#endpoint(httpUrl(String(mill)))];
		if (this.#bases.length > 0) return this.#bases;
		throw new UsageError(`The client has no base URL for "${mill}". Give it one, or the mill's full URL.`);
	}

	/** Whether the URL is on one of the client's bases. */
	names({ origin }: URL): boolean {
		return this.#bases.some(({ base }) => base.origin === origin);
	}

	latencies(mill: string | URL): Latencies {
		const known = this.#latencies.get(String(mill)) ?? new Latencies();
		this.#latencies.set(String(mill), known);
		return known;
	}

	/** The time limit of a call, from its own options or the client's. Without either, `longer` may extend it. */
	limit({ deadline, signal }: RequestOptions, longer?: () => Promise<number | undefined>): TimeLimit {
		const chosen = deadline ?? this.options.deadline;
		const outer = signal ?? this.options.signal;
		return timeLimit(this.clock, chosen ?? DEADLINE, outer, chosen === undefined ? longer : undefined);
	}

	/** When a request with these options is sent again. */
	retry({ retry = this.options.retry }: RequestOptions): RetryPolicy {
		return retry === false ? NO_RETRY : { ...RETRY, ...retry };
	}

	/** Sends a request as the options say. */
	exchange(
		place: Pick<Plan, "endpoints" | "at">,
		question: {
			method: string;
			headers: Record<string, string>;
			body?: Body | undefined;
			limit: TimeLimit;
			/** Whether to omit the caller's own header fields. */
			bare?: boolean;
			streaming?: boolean | undefined;
		},
		options: RequestOptions & Pick<Plan, "hedge" | "traceId" | "pin">,
	): Promise<RetriedAnswer> {
		const { headers = {}, fetch: ask = fetch, maxAnswerBytes = MAX_ANSWER_BYTES } = this.options;
		return exchange({
			...place,
			...question,
			clock: this.clock,
			headers: new Headers(question.headers),
			secret: new Headers(question.bare ? {} : { ...headers, ...options.headers }),
			retry: this.retry(options),
			maxBytes: options.maxAnswerBytes ?? maxAnswerBytes,
			fetch: ask,
			hedge: options.hedge,
			traceId: options.traceId,
			pin: options.pin,
		});
	}

	/** The server of a full URL. All its mills share it. */
	#endpoint({ origin }: URL): Endpoint {
		const known = this.#byOrigin.get(origin) ?? new Endpoint(new URL(origin), this.clock);
		this.#byOrigin.set(origin, known);
		return known;
	}
}

function isWhole(address: string): boolean {
	return /^[a-z][a-z0-9+.-]*:/i.test(address);
}

/** Rejects names such as `//host` and `../`: they would send the caller's own header fields to another server. */
function within(base: URL, name: string): URL {
	const url = httpUrl(name, base);
	if (url.href.startsWith(base.href)) return url;
	throw new UsageError(`"${name}" is not below ${base.href}. Name a mill there, without a leading slash.`);
}
