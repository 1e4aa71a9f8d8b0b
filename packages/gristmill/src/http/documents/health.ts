import type { Place } from "../flow/route.js";
import { type Host, readinessOf } from "../host/host.js";
import type { HealthState } from "../processes/questions.js";
import type { HttpReply } from "../wire/message.js";

/**
 * Answers `/health/live` (the process runs), `/health/serving` (it takes calls), `/health/ready` (of all mills) and `/health/ready/MILL`:
 * 200 or 503, and the state of each mill.
 */
export async function serveHealth(
	host: Host,
	of: Extract<Place, { kind: "health" }>["of"],
): Promise<HttpReply> {
	if (of === "live") return reply(true, { live: true });
	const {
		draining,
		mills: all,
		isHung = false,
	} = host.siblings ? await host.siblings.health() : ownHealth(host);
	const takesCalls = !draining && !isHung;
	if (of === "serving") {
		const states = Object.values(all);
		// Another copy would start no sooner. A mill that is ready nowhere does not stop the others.
		const serving = takesCalls && states.includes("ready") && !states.includes("starting");
		return reply(serving, { serving, draining, mills: all });
	}
	const asked = Object.entries(all).filter(([name]) => of === "ready" || name === of.mill);
	const ready = takesCalls && asked.every(([, state]) => state === "ready");
	return reply(ready, { ready, draining, mills: Object.fromEntries(asked) });
}

/** The health of this process. The reasons stay in the log: they may contain internals. */
export function ownHealth(host: Host): HealthState {
	const states = [...readinessOf(host)].map(([name, { state }]) => [name, state] as const);
	return { draining: host.draining, mills: Object.fromEntries(states) };
}

function reply(well: boolean, document: object): HttpReply {
	return {
		status: well ? 200 : 503,
		headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
		body: JSON.stringify(document),
	};
}
