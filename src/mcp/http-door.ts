import {
	createMcpHandler,
	isLegacyRequest,
	type Server,
	WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { Gone } from "../runtime/gone.js";
import { millToolbox, type Workshop } from "./mill-toolbox.js";
import { protocolServer } from "./protocol.js";
import type { CallNotes } from "./toolbox.js";

/** Answers one POST of Streamable HTTP; its body comes parsed, undefined where it is no JSON. */
export type HttpDoor = (request: Request, body: unknown, notes?: CallNotes) => Promise<Response>;

/**
 * The protocol over HTTP: one request, one JSON answer, and nothing kept. Whoever speaks the revision of 2026 says so in
 * every request; whoever speaks an earlier one gets a server that lives as long as the request.
 */
export function makeHttpDoor(workshop: Workshop): HttpDoor {
	const toolbox = millToolbox(workshop);
	// The library hands on the request and nothing else.
	const notesOf = new WeakMap<Request, CallNotes>();
	const serverFor = (request: Request) =>
		protocolServer(toolbox, () => request.headers.get("request-id") ?? "unknown", notesOf.get(request));
	const current = createMcpHandler(({ requestInfo }) => serverFor(requestInfo as Request), {
		legacy: "reject",
		// The tools of a server do not change, and a stream is a state: there is nothing to subscribe to.
		maxSubscriptions: 0,
	});
	return async (request, body, notes) => {
		if (notes) notesOf.set(request, notes);
		return (await isLegacyRequest(request, body))
			? answerLegacy(serverFor(request), request, body)
			: current.fetch(request, { parsedBody: body });
	};
}

/** The library's own way for these clients is a stream of events, where one answer is all there is. */
async function answerLegacy(server: Server, request: Request, parsedBody: unknown): Promise<Response> {
	const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
	await server.connect(transport);
	const gone = new Promise<never>((_, reject) => {
		request.signal.addEventListener("abort", () => reject(new Gone()), { once: true });
	});
	try {
		return await Promise.race([transport.handleRequest(request, { parsedBody }), gone]);
	} finally {
		// Aborts what still runs: something does where the caller has gone.
		await server.close();
	}
}
