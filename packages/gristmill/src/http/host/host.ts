import type { Clock } from "../../core/clock.js";
import type { Signer } from "../../core/receipt/keys.js";
import type { ServerInfo } from "../../documents/server-info.js";
import type { MessageThread } from "../../mcp/message-thread.js";
import type { Readiness } from "../../runtime/lanes/readiness.js";
import type { Runner } from "../../runtime/lanes/runner.js";
import type { AccessLog } from "../../telemetry/log/access-log.js";
import type { Log } from "../../telemetry/log/stderr-log.js";
import type { Meters } from "../../telemetry/metrics/meters.js";
import type { ProcessWatch } from "../../telemetry/metrics/process-metrics.js";
import type { Tracer } from "../../telemetry/traces/tracer.js";
import type { Guard } from "../auth/guard.js";
import type { RateLimit } from "../flow/rate-limit.js";
import { type Router, TOKEN_METADATA } from "../flow/route.js";
import type { ServedMill } from "../flow/served-mill.js";
import type { AnswerStore } from "../keep/answer-store.js";
import type { Keep } from "../keep/keep.js";
import type { Siblings } from "../processes/siblings.js";
import type { Load } from "../wire/load.js";
import type { DocumentCache } from "./document-cache.js";

/** The services of a server, and what they share: a caller has one name and one rate for all of them. */
export interface Host {
	/** The main service, then one for each version. */
	readonly services: readonly Service[];
	readonly main: Service;
	/** Undefined if everybody may call. */
	readonly guard: Guard | undefined;
	/** Signs receipts; undefined if this server gives none. */
	readonly signer: Signer | undefined;
	/** Undefined if calls are not limited. */
	readonly rateLimit: RateLimit | undefined;
	/** The requests that are not answered yet, and the bytes that they hold. */
	readonly load: Load;
	/** Undefined if answers are not kept. */
	readonly store: AnswerStore | undefined;
	/** Undefined if this is the only process of the server. */
	readonly siblings: Siblings | undefined;
	/** The origins that browsers may call from: "*", a list, or none. */
	readonly cors: "*" | readonly string[];
	readonly telemetry: Telemetry;
	/** Whether results carry `Server-Timing`. */
	readonly serverTiming: boolean;
	/** Given if it serves the author of the mills: the page has what is wrong with the files. */
	readonly development: { mistakes(): readonly string[] } | undefined;
	/** Whether the log has the messages of errors. */
	readonly showMessages: boolean;
	readonly log: Log;
	readonly clock: Clock;
	/** True while the server shuts down: readiness fails, and each answer closes its connection. */
	draining: boolean;
	/** True when calls are no longer accepted: they get 503. */
	closed: boolean;
	/** Refuses calls, ends the workers and the watching of files, and sends the remaining traces. */
	close(): Promise<void>;
}

/** The mills under one base, and everything that is needed to answer requests there. */
export interface Service {
	readonly host: Host;
	/** Precedes the names of its mills in metrics and health: "v2/" for a version, else "". */
	readonly prefix: string;
	readonly info: ServerInfo;
	readonly mills: readonly ServedMill[];
	readonly route: Router;
	readonly documents: DocumentCache;
	readonly runner: Runner;
	/** The kept answers of its mills; undefined if answers are not kept. */
	readonly keep: Keep | undefined;
	/** Answers the messages of agents. */
	readonly mcp: MessageThread;
	readonly log: Log;
}

/** What records requests. Parts that are switched off are undefined. */
interface Telemetry {
	readonly meters: Meters | undefined;
	readonly tracer: Tracer | undefined;
	readonly accessLog: AccessLog;
	readonly watch: ProcessWatch | undefined;
	/** Whether metrics have a port of their own. */
	readonly hasOwnPort: boolean;
}

/** The service that a path belongs to. */
export function serviceAt({ services }: Host, whole: string): Service {
	const main = services[0];
	if (!main) throw new TypeError("The services of this host are not started.");
	if (services.length === 1) return main;
	// The metadata of tokens precede the path that they are for.
	const path = whole.startsWith(`${TOKEN_METADATA}/`) ? whole.slice(TOKEN_METADATA.length) : whole;
	const isBelow = ({ info: { base } }: Service) => path === base || path.startsWith(`${base}/`);
	return services.find((service) => service !== main && isBelow(service)) ?? main;
}

/** The digest of every mill, by its name with the prefix of its service. */
export function digestsOf({ services }: Host): Readonly<Record<string, string>> {
	return Object.fromEntries(
		services.flatMap(({ prefix, info, mills }) =>
			mills.map(({ mill }) => [prefix + mill.name, info.digest(mill)] as const),
		),
	);
}

/** The state of every mill, by its name with the prefix of its service. */
export function readinessOf({ services }: Host): ReadonlyMap<string, Readiness> {
	return new Map(
		services.flatMap(({ prefix, runner }) =>
			[...runner.readiness()].map(([name, state]) => [prefix + name, state] as const),
		),
	);
}
