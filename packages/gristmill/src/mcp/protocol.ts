import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { closest } from "../core/closest.js";
import { sentOnce } from "./tool-result.js";
import type { ToolSet } from "./tool-set.js";

/** How long clients may cache the list of tools. It changes only when the server restarts. */
const HOUR_MS = 3_600_000;

const INSTRUCTIONS =
	"Each tool is an algorithm: the same arguments give the same result, nothing is stored and nothing else is read. Calls are safe to repeat.";

/** Clients of this revision and of later ones read structured content. */
const STRUCTURED_SINCE = "2025-06-18";

/**
 * A server of the protocol for a tool set. Each request or connection has its own. `named` is the revision that a request
 * without a session names. Progress can be told only where messages may go before the answer.
 */
export function protocolServer(
	toolSet: ToolSet,
	freshId: () => string,
	{
		named,
		tellsProgress = false,
	}: { readonly named?: string | undefined; readonly tellsProgress?: boolean } = {},
): Server {
	const { title, version } = toolSet;
	const server = new Server(
		{ name: "gristmill", title, version },
		{
			capabilities: { tools: {} },
			instructions: INSTRUCTIONS,
			cacheHints: {
				"tools/list": { ttlMs: HOUR_MS, cacheScope: "public" },
				"server/discover": { ttlMs: HOUR_MS, cacheScope: "public" },
			},
		},
	);
	server.setRequestHandler("tools/list", async () => ({ tools: [...(await toolSet.list())] }));
	server.setRequestHandler(
		"tools/call",
		async ({ params: { name, arguments: given = {}, _meta } }, context) => {
			const { signal, notify } = context.mcpReq;
			const progressToken = tellsProgress ? _meta?.progressToken : undefined;
			const progress = (done: number) => {
				const params = { progressToken: progressToken as string, progress: done, total: 1 };
				// A caller that cannot be told gets its result all the same.
				notify({ method: "notifications/progress", params }).catch(() => {});
			};
			const told = progressToken === undefined ? {} : { progress };
			const result = await toolSet.call(name, given, { id: freshId(), signal, ...told });
			if (result) {
				// Revisions are dates. A client that names none may be of any.
				const revision = server.getNegotiatedProtocolVersion() ?? named ?? "";
				return revision >= STRUCTURED_SINCE ? sentOnce(result) : result;
			}
			const names = (await toolSet.list()).map((tool) => tool.name);
			const hint = closest(name, names);
			throw new ProtocolError(
				ProtocolErrorCode.InvalidParams,
				`There is no tool of this name.${hint ? ` Did you mean "${hint}"?` : ` There are ${names.join(", ")}.`}`,
			);
		},
	);
	return server;
}
