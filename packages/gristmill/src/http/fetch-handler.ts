import { FetchExchange } from "./fetch-exchange.js";
import { answerOf } from "./handle.js";
import type { Host } from "./host/host.js";
import type { FetchCaller } from "./mounts.js";

/** Makes the function of a host that answers fetch requests. */
export function fetchHandlerFor(host: Host): (request: Request, caller?: FetchCaller) => Promise<Response> {
	let hasWarned = false;
	return async (request, caller) => {
		// Frameworks may pass something of their own here.
		const peer = typeof caller?.peer === "string" ? caller.peer : undefined;
		if (peer === undefined && host.rateLimit && !hasWarned) {
			hasWarned = true;
			host.log("warn", "callers without credentials share one rate: pass { peer } to the handler");
		}
		const exchange = new FetchExchange(host, request, peer);
		return exchange.finish(await answerOf(host, exchange));
	};
}
