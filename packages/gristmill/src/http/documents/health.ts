import { type Host, readinessOf } from "../service/service.js";
import type { HttpReply } from "../wire/message.js";

/** Answers `/health/live`, `/health/ready` and `/health/ready/MILL`: 200 or 503, and the state of each mill. */
export function serveHealth(host: Host, of: "live" | "ready" | { readonly mill: string }): HttpReply {
	if (of === "live") return reply(true, { live: true });
	const { draining } = host;
	const all = [...readinessOf(host)];
	const asked = of === "ready" ? all : all.filter(([name]) => name === of.mill);
	const ready = !draining && asked.every(([, { state }]) => state === "ready");
	// The reasons stay in the log: they may contain internals.
	const mills = Object.fromEntries(asked.map(([name, { state }]) => [name, state]));
	return reply(ready, { ready, draining, mills });
}

function reply(well: boolean, document: object): HttpReply {
	return {
		status: well ? 200 : 503,
		headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
		body: JSON.stringify(document),
	};
}
