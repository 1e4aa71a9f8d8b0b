import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createClient } from "../client/index.js";
import { binary, MiB, Type } from "../index.js";
import { clientToolSet } from "../mcp/client-tool-set.js";
import { drawing } from "../testing/mills/drawer.js";
import { emptyMill } from "../testing/mills/empty-mill.js";
import { served } from "../testing/server.js";

/** Prints a document. */
const printer = emptyMill({
	name: "printer",
	output: Type.Object({ document: binary("application/pdf") }),
	run: (input: string) => ({ document: Buffer.from(`%PDF-${input}`) }),
});

// A mill of a module runs in a worker, an object in this process.
const drawer = new URL("../testing/mills/drawer.js", import.meta.url);
const running = served({ workers: 1 }, { mills: [drawer, printer] });

const size = 100_000;

function judge({ content, structuredContent }: CallToolResult): void {
	assert.deepEqual(structuredContent, { size });
	assert.deepEqual(content, [
		{ type: "text", text: `{"size":${size}}` },
		{
			type: "image",
			data: drawing(size).toString("base64"),
			mimeType: "image/png",
			_meta: { "gristmill/member": "/picture" },
		},
	]);
}

function refusal({ isError, content }: CallToolResult): string {
	assert.equal(isError, true);
	return content[0]?.type === "text" ? content[0].text : "";
}

const TOO_LARGE =
	/^Content too large: The result has 10\.\d MiB, and a tool returns at most 8 MiB\. Send a smaller input, or call the mill over HTTP\.$/;

for (const mode of ["auto", "legacy"] as const)
	test(`an agent gets bytes as content, and its client finds the rest valid (${mode})`, async () => {
		const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
		await client.connect(new StreamableHTTPClientTransport(new URL(`${running.url}/mcp`)));
		// The client validates structured content against the schemas that it has listed.
		const { tools } = await client.listTools();
		assert.match(tools[0]?.description ?? "", /"picture" \(image\/png\) is a content block of its own/);
		assert.deepEqual(Object.keys(tools[0]?.outputSchema?.properties ?? {}), ["size"]);
		const call = (name: string, input: string) =>
			client.callTool({ name, arguments: { input } }) as Promise<CallToolResult>;
		judge(await call("drawer", String(size)));
		const printed = await call("printer", "1");
		assert.deepEqual(printed.structuredContent, {});
		assert.equal(printed.content[1]?.type, "resource");
		assert.match(refusal(await call("drawer", String(8 * MiB))), TOO_LARGE);
		await client.close();
	});

test("equal calls at the same time get the same large result", async () => {
	const client = new Client({ name: "test", version: "1" });
	await client.connect(new StreamableHTTPClientTransport(new URL(`${running.url}/mcp`)));
	const calls = Array.from({ length: 8 }, () =>
		client.callTool({ name: "drawer", arguments: { input: String(size) } }),
	);
	for (const result of await Promise.all(calls)) judge(result as CallToolResult);
	await client.close();
});

test("the tools of a remote server are the same, and answer the same", async () => {
	const client = createClient(running.url);
	const tools = await clientToolSet(client, running.url, "1");
	const own = await ownTools();
	assert.deepEqual(await tools.list(), own);
	const context = { id: "test", signal: new AbortController().signal };
	const call = async (input: number) => {
		const result = await tools.call("drawer", { input: String(input) }, context);
		assert.ok(result);
		return result as CallToolResult;
	};
	judge(await call(size));
	assert.match(refusal(await call(8 * MiB)), TOO_LARGE);
});

async function ownTools(): Promise<unknown> {
	const answer = await fetch(`${running.url}/mcp`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
	});
	return ((await answer.json()) as { result: { tools: unknown } }).result.tools;
}
