import { createServer, type Server } from "node:http";
import { parseAccept, weight } from "../../core/http-words/accept.js";
import { exposition, METRIC_TYPES } from "../../telemetry/metrics/exposition.js";
import { families } from "../../telemetry/metrics/families.js";
import { Refusal } from "../flow/refusal.js";
import type { Host } from "../service/service.js";
import type { HttpReply } from "../wire/message.js";

/** Answers a scrape: OpenMetrics if Accept names it, else the Prometheus format. */
export function serveMetrics({ telemetry, services, main }: Host, accept: string | undefined): HttpReply {
	if (!telemetry.meters || !telemetry.watch)
		throw new Refusal("not-offered", "This server offers no metrics here.");
	const ranges = parseAccept(accept);
	const named = ranges.some(({ range, q }) => q > 0 && range === "application/openmetrics-text");
	const prefers = named && weight(ranges, "application/openmetrics-text") >= weight(ranges, "text/plain");
	const form = prefers ? "openmetrics" : "prometheus";
	const all = [
		...families({ meters: telemetry.meters, services, version: main.info.version, log: telemetry.log }),
		...telemetry.watch.families(),
	];
	return {
		status: 200,
		headers: { "Content-Type": METRIC_TYPES[form], "Cache-Control": "no-store", Vary: "Accept" },
		body: exposition(all, form),
	};
}

/** A server that serves only `/metrics`, for a private port. */
export function metricsServer(host: Host): Server {
	const server = createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 5_000 }, (request, response) => {
		request.resume();
		const { status, headers, body } = answer(
			host,
			request.method ?? "",
			request.url ?? "",
			request.headers.accept,
		);
		response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
		response.end(body);
	});
	server.requestTimeout = 10_000;
	return server;
}

function answer(host: Host, method: string, target: string, accept: string | undefined): HttpReply {
	const plain = { "Content-Type": "text/plain; charset=utf-8" };
	if (target.split("?", 1)[0] !== "/metrics")
		return { status: 404, headers: plain, body: "This port serves only /metrics.\n" };
	if (method !== "GET" && method !== "HEAD")
		return { status: 405, headers: { ...plain, Allow: "GET, HEAD" }, body: "Use GET.\n" };
	return serveMetrics(host, accept);
}
