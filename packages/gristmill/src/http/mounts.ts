// Types that authors see. They stand alone: whoever imports them must not load the types of the server's packages.
import type { Mill } from "../core/definition/mill.js";
import type { Listener } from "./wire/node-http.js";

/** Mills that are being served. */
export interface ServedMills {
	/** The mills, in order. */
	readonly mills: readonly Mill[];
	/** The mills of each version, by label. */
	readonly versions: ReadonlyMap<string, readonly Mill[]>;
	/** Resolves when every mill has run its own examples; `unready` names the mills that failed them. */
	examined(): Promise<{ readonly unready: readonly string[] }>;
	/** The process ids of the workers. */
	workers(): readonly number[];
	/** Fails readiness, refuses new calls, lets running calls finish, then ends the workers. The log says the reason, if one is given. */
	close(reason?: string): Promise<void>;
}

/** What a fetch request does not say of its caller. */
export interface FetchCaller {
	/** The remote address of the connection, for rate limits and the log. It may be a proxy's. */
	readonly peer?: string | undefined;
}

/** A listener of mills, for applications on node:http. */
export type MillListener = Listener & ServedMills;

/** A function that answers fetch requests with mills. */
export type FetchHandler = ((request: Request, caller?: FetchCaller) => Promise<Response>) & ServedMills;
