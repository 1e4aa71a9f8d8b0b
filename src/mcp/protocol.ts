import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { closest } from "../core/closest.js";
import type { CallNotes, Toolbox } from "./toolbox.js";

/** How long clients may keep the list of tools: it changes with a new start of the server alone. */
const HOUR_MS = 3_600_000;

const INSTRUCTIONS =
	"Each tool is an algorithm: the same arguments give the same result, nothing is stored and nothing else is read. Calls are safe to repeat.";

/** A server of the protocol that offers a toolbox; each exchange or connection has one of its own. */
export function protocolServer(toolbox: Toolbox, freshId: () => string, notes?: CallNotes): Server {
	const { title, version } = toolbox;
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
	server.setRequestHandler("tools/list", async () => ({ tools: [...(await toolbox.list())] }));
	server.setRequestHandler("tools/call", async ({ params: { name, arguments: given = {} } }, context) => {
		const { signal } = context.mcpReq;
		const result = await toolbox.call(name, given, { id: freshId(), signal, notes });
		if (result) return result;
		const names = (await toolbox.list()).map((tool) => tool.name);
		const hint = closest(name, names);
		throw new ProtocolError(
			ProtocolErrorCode.InvalidParams,
			`Call one of ${names.join(", ")}: there is no tool of this name.${hint ? ` Did you mean "${hint}"?` : ""}`,
		);
	});
	return server;
}
