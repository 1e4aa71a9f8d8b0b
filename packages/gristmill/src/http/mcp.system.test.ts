import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { ask, served } from "../testing/server.js";

const sleeper = new URL("../testing/mills/slow-sleeper.js", import.meta.url);
const running = served({ workers: 2 }, { mills: [sleeper] });

test("a call outlives the worker that it runs on", async () => {
	const calls = Array.from({ length: 4 }, (_, i) =>
		ask(`${running.url}/mcp`, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: Buffer.from(
				JSON.stringify({
					...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
					params: { name: "slow-sleeper", arguments: { input: String(200 + i) } },
				}),
			),
		}),
	);
	for (const pid of running.server.workers()) process.kill(pid, "SIGKILL");
	for (const [i, answer] of (await Promise.all(calls)).entries()) {
		const { result } = answer.json<{ result: CallToolResult }>();
		assert.deepEqual(result.structuredContent, { slept: 200 + i }, answer.text);
	}
});
