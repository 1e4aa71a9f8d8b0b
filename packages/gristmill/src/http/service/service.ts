import type { ServerInfo } from "../../documents/server-info.js";
import type { MessageThread } from "../../mcp/message-thread.js";
import type { Readiness } from "../../runtime/lanes/readiness.js";
import type { Runner } from "../../runtime/lanes/runner.js";
import type { ProcessWatch } from "../../telemetry/metrics/process-metrics.js";
import type { Telemetry } from "../../telemetry/telemetry.js";
import type { Guard } from "../auth/guard.js";
import type { BodyBudget } from "../body/body-budget.js";
import type { DocumentCache } from "../documents/document-cache.js";
import type { RateLimit } from "../flow/rate-limit.js";
import { type Router, TOKEN_METADATA } from "../flow/route.js";
import { parseTarget } from "../flow/target.js";
import type { Log } from "../log.js";
import type { Siblings } from "../processes/siblings.js";
import type { OpenRequests } from "../wire/open-requests.js";
import type { ServedMill } from "./served-mill.js";

/** The services of a server, and what they share: a caller has one name and one rate for all of them. */
export interface Host {
	/** The main service, then one for each version. */
	readonly services: readonly Service[];
	readonly main: Service;
	/** Undefined if everybody may call. */
	readonly guard: Guard | undefined;
	/** Undefined if calls are not limited. */
	readonly rateLimit: RateLimit | undefined;
	readonly bodyBudget: BodyBudget;
	/** Undefined if this is the only process of the server. */
	readonly siblings: Siblings | undefined;
	/** The origins that browsers may call from: "*", a list, or none. */
	readonly cors: "*" | readonly string[];
	readonly telemetry: HostTelemetry;
	/** Whether results carry `Server-Timing`. */
	readonly serverTiming: boolean;
	readonly log: Log;
	/** True while the server shuts down: readiness fails, and each answer closes its connection. */
	draining: boolean;
	/** True when calls are no longer accepted: they get 503. */
	closed: boolean;
	/** The requests that are not answered yet. */
	readonly open: OpenRequests;
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
	/** Answers the messages of agents. */
	readonly mcp: MessageThread;
	readonly log: Log;
}

interface HostTelemetry extends Telemetry {
	readonly watch: ProcessWatch | undefined;
	/** Whether metrics have a port of their own. */
	readonly hasOwnPort: boolean;
}

/** The service that a request target belongs to. */
export function serviceAt({ main, services }: Host, target: string): Service {
	if (services.length === 1) return main;
	const { path: whole } = parseTarget(target);
	// The metadata of tokens precede the path that they are for.
	const path = whole.startsWith(`${TOKEN_METADATA}/`) ? whole.slice(TOKEN_METADATA.length) : whole;
	const isBelow = ({ info: { base } }: Service) => path === base || path.startsWith(`${base}/`);
	return services.find((service) => service !== main && isBelow(service)) ?? main;
}

/** The state of every mill, by its name with the prefix of its service. */
export function readinessOf({ services }: Host): ReadonlyMap<string, Readiness> {
	return new Map(
		services.flatMap(({ prefix, runner }) =>
			[...runner.readiness()].map(([name, state]) => [prefix + name, state] as const),
		),
	);
}
