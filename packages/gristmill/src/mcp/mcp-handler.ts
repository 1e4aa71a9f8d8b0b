import {
	createMcpHandler,
	isLegacyRequest,
	type Server,
	WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { CallerGone } from "../runtime/failures.js";
import { millToolSets } from "./mill-tool-set.js";
import { protocolServer } from "./protocol.js";
import type { Perform, ToolCatalog } from "./tool-set.js";

/** Answers one POST of Streamable HTTP; its body is parsed, or undefined if it is not JSON. */
type McpHandler = (request: Request, body: unknown, perform: Perform) => Promise<Response>;

/**
 * The protocol over HTTP: one request, one JSON answer, no state. Clients of the 2026 revision say so in every request.
 * Older clients get a server that exists only for one request.
 */
export function makeMcpHandler(catalog: ToolCatalog): McpHandler {
	const toolSetFor = millToolSets(catalog);
	// The library passes on only the request.
	const performs = new WeakMap<Request, Perform>();
	const serverFor = (request: Request) => {
		const perform = performs.get(request);
		if (!perform) throw new TypeError("The library has replaced the request.");
		const { headers } = request;
		const named = headers.get("mcp-protocol-version") ?? undefined;
		return protocolServer(toolSetFor(perform), () => headers.get("request-id") ?? "unknown", { named });
	};
	const current = createMcpHandler(({ requestInfo }) => serverFor(requestInfo as Request), {
		legacy: "reject",
		// The tools do not change, so there is nothing to subscribe to.
		maxSubscriptions: 0,
	});
	return async (request, body, perform) => {
		performs.set(request, perform);
		return (await isLegacyRequest(request, body))
			? answerLegacy(serverFor(request), request, body)
			: current.fetch(request, { parsedBody: body });
	};
}

/** Answers with JSON. The library would use an event stream for these clients, for only one answer. */
async function answerLegacy(server: Server, request: Request, parsedBody: unknown): Promise<Response> {
	const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
	await server.connect(transport);
	const gone = new Promise<never>((_, reject) => {
		request.signal.addEventListener("abort", () => reject(new CallerGone()), { once: true });
	});
	try {
		return await Promise.race([transport.handleRequest(request, { parsedBody }), gone]);
	} finally {
		// Aborts a call that still runs because the client is gone.
		await server.close();
	}
}
