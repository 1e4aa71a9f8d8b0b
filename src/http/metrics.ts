import { parseAccept, weight } from "../core/accept.js";
import { exposition, METRIC_TYPES } from "../telemetry/exposition.js";
import { families } from "../telemetry/families.js";
import type { Reply } from "./message.js";
import { Refusal } from "./refusal.js";
import type { Service } from "./service.js";

/** Answers a scrape in the form that it prefers: OpenMetrics where that is asked for by name. */
export function serveMetrics(service: Service, accept: string | undefined): Reply {
	const { telemetry, runner, site } = service;
	if (!telemetry.meters || !telemetry.watch)
		throw new Refusal("not-offered", "This server offers no metrics here.");
	const ranges = parseAccept(accept);
	const named = ranges.some(({ range, q }) => q > 0 && range === "application/openmetrics-text");
	const prefers = named && weight(ranges, "application/openmetrics-text") >= weight(ranges, "text/plain");
	const form = prefers ? "openmetrics" : "prometheus";
	const all = [
		...families({ meters: telemetry.meters, runner, version: site.version }),
		...telemetry.watch.families(),
	];
	return {
		status: 200,
		headers: { "Content-Type": METRIC_TYPES[form], "Cache-Control": "no-store", Vary: "Accept" },
		body: exposition(all, form),
	};
}
