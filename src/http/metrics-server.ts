import { createServer, type Server } from "node:http";
import type { Reply } from "./message.js";
import { serveMetrics } from "./metrics.js";
import type { Service } from "./service.js";

/** A server for `/metrics` and nothing else: on a port that the world does not reach. */
export function metricsServer(service: Service): Server {
	const server = createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 5_000 }, (request, response) => {
		request.resume();
		const { status, headers, body } = answer(
			service,
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

function answer(service: Service, method: string, target: string, accept: string | undefined): Reply {
	const plain = { "Content-Type": "text/plain; charset=utf-8" };
	if (target.split("?", 1)[0] !== "/metrics")
		return { status: 404, headers: plain, body: "Ask for /metrics: there is nothing else here.\n" };
	if (method !== "GET" && method !== "HEAD")
		return { status: 405, headers: { ...plain, Allow: "GET, HEAD" }, body: "Use GET.\n" };
	return serveMetrics(service, accept);
}
