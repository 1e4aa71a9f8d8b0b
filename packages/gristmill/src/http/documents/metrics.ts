import { createServer, type Server } from "node:http";
import { weight } from "../../core/http-words/accept.js";
import { exposition, type Family, METRIC_TYPES } from "../../telemetry/metrics/exposition.js";
import { families } from "../../telemetry/metrics/families.js";
import { accepted } from "../flow/negotiate.js";
import type { Host } from "../host/host.js";
import type { HttpReply, HttpRequest } from "../wire/message.js";
import { Refusal } from "../wire/refusal.js";

/** The metrics of this process. */
export function ownMetrics({ telemetry: { meters, watch }, services, store, main, log }: Host): Family[] {
	if (!meters || !watch) return [];
	return [...families({ meters, services, store, version: main.info.version, log }), ...watch.families()];
}

/** Answers a scrape: OpenMetrics if Accept names it, else the Prometheus format. */
export async function serveMetrics(host: Host, request: Pick<HttpRequest, "headers">): Promise<HttpReply> {
	if (!host.telemetry.meters) throw new Refusal("not-offered", "This server offers no metrics here.");
	const ranges = accepted(request);
	const named = ranges.some(({ range, q }) => q > 0 && range === "application/openmetrics-text");
	const prefers = named && weight(ranges, "application/openmetrics-text") >= weight(ranges, "text/plain");
	const form = prefers ? "openmetrics" : "prometheus";
	const all = host.siblings ? await host.siblings.metrics() : ownMetrics(host);
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
		const { method = "", url = "", headers } = request;
		answer(host, method, url, { headers })
			.catch(
				(): HttpReply => ({ status: 503, headers: PLAIN, body: "The metrics are not ready. Try again.\n" }),
			)
			.then(({ status, headers, body }) => {
				response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
				response.end(body);
			});
	});
	server.requestTimeout = 10_000;
	return server;
}

const PLAIN = { "Content-Type": "text/plain; charset=utf-8" };

async function answer(
	host: Host,
	method: string,
	target: string,
	request: Pick<HttpRequest, "headers">,
): Promise<HttpReply> {
	if (target.split("?", 1)[0] !== "/metrics")
		return { status: 404, headers: PLAIN, body: "This port serves only /metrics.\n" };
	if (method !== "GET" && method !== "HEAD")
		return { status: 405, headers: { ...PLAIN, Allow: "GET, HEAD" }, body: "Use GET.\n" };
	return serveMetrics(host, request);
}
