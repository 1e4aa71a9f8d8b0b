import type { Reply } from "./message.js";
import type { Service } from "./service.js";

/** Answers `/health/live`, `/health/ready` and `/health/ready/MILL`: 200 or 503, and the state of each mill. */
export function serveHealth(service: Service, of: "live" | "ready" | { readonly mill: string }): Reply {
	if (of === "live") return reply(true, { live: true });
	const { draining } = service;
	const all = [...service.runner.readiness()];
	const asked = of === "ready" ? all : all.filter(([name]) => name === of.mill);
	const ready = !draining && asked.every(([, { state }]) => state === "ready");
	// The reasons stay in the log: they may quote what is none of a caller's business.
	const mills = Object.fromEntries(asked.map(([name, { state }]) => [name, state]));
	return reply(ready, { ready, draining, mills });
}

function reply(well: boolean, document: object): Reply {
	return {
		status: well ? 200 : 503,
		headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
		body: JSON.stringify(document),
	};
}
