import type { Requirements, ServerInfo } from "../server-info.js";
import type { SharedProblems } from "./problems.js";

/** A message of JSON-RPC 2.0, in either direction. */
const MESSAGE = {
	type: "object",
	properties: {
		jsonrpc: { type: "string", const: "2.0" },
		id: { type: ["string", "integer", "null"] },
		method: { type: "string" },
		params: { type: "object" },
		result: { type: "object" },
		error: { type: "object" },
	},
	required: ["jsonrpc"],
};

/** Returns the path of the agents' endpoint, if it is offered. */
export function agentPaths(info: ServerInfo, { shared }: SharedProblems): object {
	if (!info.offers("mcp")) return {};
	// Each tool is checked again when it is called, so no scope is required here.
	const security: Requirements = Object.keys(info.security.schemes).map((name) => ({ [name]: [] }));
	const content = { "application/json": { schema: MESSAGE } };
	return {
		"/mcp": {
			post: {
				tags: ["agents"],
				operationId: "sendAgentMessage",
				summary: "Model Context Protocol",
				description:
					"The mills as tools of agents: one message of the Model Context Protocol in, one answer out, without sessions.",
				security,
				requestBody: {
					required: true,
					content: {
						"application/json": {
							schema: MESSAGE,
							examples: {
								"list-tools": {
									summary: "The tools of this server",
									value: { jsonrpc: "2.0", id: 1, method: "tools/list" },
								},
							},
						},
					},
				},
				responses: {
					200: { description: "The answer to a request", content },
					202: { description: "A notification was taken" },
					400: { description: "The message is not valid", content },
					...shared(...(security.length > 0 ? [401] : []), 403, 406, 413, 415, 429, 503),
				},
			},
		},
	};
}
