import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type Settings, Type } from "../index.js";
import { emptyMill } from "../testing/mills/empty-mill.js";
import { MILLS, SUBJECTS } from "../testing/mills/mills.js";
import { type Answer, ask, common, type Running, refused, served, start } from "../testing/server.js";
import { HALF_CLOSE_MS } from "./wire/connection.js";

/** Waits until its caller gives up. It tells when it has begun and when it was aborted. */
const waiting = new EventTarget();
const waiter = emptyMill({
	name: "waiter",
	output: Type.Object({}),
	run: (_: string, { signal }: { signal: AbortSignal }) =>
		new Promise<object>((resolve) => {
			waiting.dispatchEvent(new Event("begun"));
			signal.addEventListener("abort", () => {
				waiting.dispatchEvent(new Event("aborted"));
				resolve({});
			});
		}),
});
const repeater = emptyMill({
	name: "repeater",
	output: Type.Object({ text: Type.String() }),
	run: (count: string) => ({ text: "é".repeat(Number(count)) }),
});
const liar = emptyMill({
	name: "liar",
	output: Type.Object({ kept: Type.Boolean() }),
	examples: [{ input: "", output: { kept: true } }],
	run: () => ({ kept: false }),
});
const running = served({}, { mills: [...MILLS, waiter, repeater, liar] });

/** A client of the protocol's own library: `auto` speaks the newest revision, `legacy` the one before. */
async function connected(mode: "auto" | "legacy", { url }: Running = running): Promise<Client> {
	const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
	await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
	return client;
}

const JSON_TYPE = { "Content-Type": "application/json" };

/** Posts a message as curl would. */
function post(
	message: unknown,
	headers: Record<string, string> = {},
	{ url }: Running = running,
): Promise<Answer> {
	const body = Buffer.from(typeof message === "string" ? message : JSON.stringify(message));
	return ask(`${url}/mcp`, { method: "POST", headers: { ...JSON_TYPE, ...headers }, body });
}

const toolCall = (name: string, given: unknown) => ({
	jsonrpc: "2.0",
	id: 1,
	method: "tools/call",
	params: { name, arguments: given },
});

/** The problem that a tool failed with; its sentence comes first. */
function problemOf({ isError, content, structuredContent }: CallToolResult): Record<string, unknown> {
	assert.equal(isError, true, JSON.stringify(content));
	assert.equal(structuredContent, undefined);
	const [sentence, document] = content.map((block) => (block.type === "text" ? block.text : ""));
	const problem = JSON.parse(document ?? "");
	assert.equal(sentence, `${problem.title}: ${problem.detail}`);
	return problem;
}

for (const [mode, revision] of [
	["auto", "2026-07-28"],
	["legacy", "2025-11-25"],
] as const) {
	test(`a client of revision ${revision} finds each mill as a tool and calls it`, async () => {
		const client = await connected(mode);
		assert.equal(client.getNegotiatedProtocolVersion(), revision);
		const { tools } = await client.listTools();
		assert.deepEqual(
			tools.map(({ name }) => name),
			running.server.mills.map(({ name }) => name),
		);
		for (const { mill, input, mediaType, output } of SUBJECTS) {
			const block = { data: input.toString("base64"), mimeType: mediaType };
			const given = mediaType === "text/plain" ? input.toString() : block;
			const algorithm = mill === "checksum-calculator" && { algorithm: "sha256" };
			const result = await client.callTool({ name: mill, arguments: { input: given, ...algorithm } });
			assert.deepEqual(result.structuredContent, output);
			const [content] = result.content;
			assert.deepEqual(content?.type === "text" && JSON.parse(content.text), output);
		}
		await client.close();
	});

	test(`a client of revision ${revision} is told of problems as results, and of unknown tools by the protocol`, async () => {
		const client = await connected(mode);
		const call = async (name: string, given: Record<string, unknown>) =>
			(await client.callTool({ name, arguments: given })) as CallToolResult;
		const unknown = problemOf(await call("word-counter", { input: "a", wrds: 1 }));
		assert.equal(unknown.code, "bad-parameter");
		const bad = problemOf(await call("checksum-calculator", { input: { text: "a" }, algorithm: "md5" }));
		assert.equal(bad.code, "bad-parameter", "there is no address that could be missing");
		assert.match(String(bad.detail), /is "md5", and must be one of sha256, sha384, sha512/);
		const own = problemOf(
			await call("picture-meter", { input: { data: "/9j/2Q==", mimeType: "image/jpeg" } }),
		);
		assert.equal(own.code, "no-size");
		const crash = problemOf(await call("crasher", { input: "error" }));
		assert.equal(crash.code, "crashed");
		assert.ok(running.log.some(({ fields }) => fields.id === crash.instance && fields.mill === "crasher"));
		await assert.rejects(call("word-countr", {}), {
			code: -32_602,
			message: /Did you mean "word-counter"\?/,
		});
		await client.close();
	});

	test(`a call that a client of revision ${revision} gives up is aborted`, async () => {
		await running.server.examined();
		const errors = () => running.log.filter(({ level }) => level === "error");
		const before = errors();
		const client = await connected(mode);
		const [begun, aborted] = [once(waiting, "begun"), once(waiting, "aborted")];
		const giveUp = new AbortController();
		const call = client.callTool({ name: "waiter", arguments: { input: "" } }, { signal: giveUp.signal });
		call.catch(() => {});
		await begun;
		// Sooner, it could be a client that only ends its own side.
		await setTimeout(HALF_CLOSE_MS + 50);
		giveUp.abort();
		await assert.rejects(call);
		// Before 2026 a client says so in another request, which nothing ties to this one: only its going away tells.
		if (mode === "legacy") await client.close();
		await aborted;
		await client.close();
		assert.deepEqual(errors(), before, "it is no failure");
	});
}

for (const [revision, isOnce] of [
	["2025-06-18", true],
	["2025-03-26", false],
	[undefined, false],
] as const)
	test(`a large result is sent ${isOnce ? "once" : "twice"} to a client of ${revision ?? "an unknown revision"}`, async () => {
		const headers: Record<string, string> =
			revision === undefined ? {} : { "MCP-Protocol-Version": revision };
		const resultOf = async (count: number) =>
			(await post(toolCall("repeater", { input: String(count) }), headers)).json<{
				result: CallToolResult;
			}>().result;
		const large = await resultOf(100_000);
		assert.deepEqual(large.structuredContent, { text: "é".repeat(100_000) });
		const [text] = large.content;
		if (isOnce)
			assert.deepEqual(text, {
				type: "text",
				text: "The result is in structuredContent: 195.3 KiB of JSON.",
			});
		else assert.deepEqual(text?.type === "text" && JSON.parse(text.text), large.structuredContent);
		// Many clients show only the text to their model.
		const [small] = (await resultOf(5)).content;
		assert.deepEqual(small, { type: "text", text: '{"text":"ééééé"}' });
	});

test("a mill that fails its own examples is out of service, without a promise", async () => {
	const answer = await post(toolCall("liar", { input: "" }));
	const problem = problemOf(answer.json<{ result: CallToolResult }>().result);
	assert.equal(problem.code, "unready");
	assert.match(String(problem.detail), /^This mill is out of service, because it fails its own examples\./);
	assert.equal(problem.retryAfter, undefined);
});

for (const revision of ["2024-11-05", "2025-03-26", "2025-06-18"])
	test(`a client of ${revision} that accepts nothing but JSON is greeted in its own revision`, async () => {
		const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: "old", version: "1" } };
		const answer = await post(
			{ jsonrpc: "2.0", id: 1, method: "initialize", params },
			{ Accept: "application/json" },
		);
		assert.equal(answer.type, "application/json");
		assert.equal(answer.headers.get("mcp-session-id"), null);
		assert.equal(answer.json<{ result: { protocolVersion: string } }>().result.protocolVersion, revision);
	});

test("a notification is answered without content", async () => {
	const answer = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
	assert.equal(answer.status, 202);
	assert.equal(answer.text, "");
});

test("a message may come compressed, and is bounded as it is without", async () => {
	const body = gzipSync(JSON.stringify(toolCall("word-counter", { input: "a b" })));
	const headers = { ...JSON_TYPE, "Content-Encoding": "gzip" };
	const answer = await ask(`${running.url}/mcp`, { method: "POST", headers, body });
	assert.match(answer.text, /"words":2/);
	const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
	refused(await ask(`${running.url}/mcp`, { method: "POST", headers, body: bomb }), 413, "content-too-large");
	refused(await post("{}", { "Content-Encoding": "zip" }), 415, "unsupported-encoding");
});

for (const method of ["GET", "HEAD", "DELETE", "PUT"])
	test(`${method} is refused: there are no streams and no sessions`, async () => {
		const answer = await ask(`${running.url}/mcp`, { method });
		assert.equal(answer.status, 405);
		assert.equal(answer.headers.get("allow"), "POST, OPTIONS");
	});

test("OPTIONS says that messages are posted", async () => {
	const answer = await ask(`${running.url}/mcp`, { method: "OPTIONS" });
	assert.equal(answer.status, 204);
	assert.equal(answer.headers.get("allow"), "POST, OPTIONS");
});

for (const [what, message, code] of [
	["what is no JSON", '{"jsonrpc":', -32_700],
	["bytes that are no UTF-8", '{"jsonrpc":"\xff"}', -32_700],
	["nothing", "", -32_700],
	["null", "null", -32_600],
	["a batch", [{ jsonrpc: "2.0", id: 1, method: "ping" }], -32_600],
	[
		"an argument that the library would lose",
		'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"repeater","arguments":{"input":"1","__proto__":{}}}}',
		-32_602,
	],
	["a message without a method", { jsonrpc: "2.0", id: 1 }, -32_600],
] as const)
	test(`${what} is refused by the protocol`, async () => {
		const text = typeof message === "string" ? message : JSON.stringify(message);
		const answer = await ask(`${running.url}/mcp`, {
			method: "POST",
			headers: JSON_TYPE,
			body: Buffer.from(text, "latin1"),
		});
		assert.equal(answer.status, 400);
		assert.equal(answer.json<{ error: { code: number } }>().error.code, code);
	});

test("arguments that are no object, and methods that are none, are refused by the protocol", async () => {
	const codeOf = async (message: unknown) =>
		(await post(message)).json<{ error: { code: number } }>().error.code;
	assert.equal(await codeOf(toolCall("word-counter", ["a"])), -32_602);
	assert.equal(await codeOf({ jsonrpc: "2.0", id: 1, method: "resources/list" }), -32_601);
});

test("there is nothing to subscribe to, so that no stream is ever opened", async () => {
	const meta = {
		"io.modelcontextprotocol/protocolVersion": "2026-07-28",
		"io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
		"io.modelcontextprotocol/clientCapabilities": {},
	};
	const params = { notifications: { toolsListChanged: true }, _meta: meta };
	const answer = await post(
		{ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params },
		{ "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen" },
	);
	assert.equal(answer.type, "application/json");
	assert.ok(answer.json<{ error: { code: number } }>().error.code < 0);
});

test("header fields are judged before the message is read", async () => {
	refused(await post("{}", { "Content-Type": "text/plain" }), 415, "unsupported-media-type");
	refused(await post("{}", { Accept: "text/html" }), 406, "not-acceptable");
});

test("a message that is too large is refused, an input that is too large is a problem of the tool", async () => {
	const { maxBytes } = refused(await post("x".repeat(34 * 1024 * 1024)), 413, "content-too-large");
	assert.equal(maxBytes, 4 * Math.ceil((16 * 1024 * 1024) / 3) + 64 * 1024, "base64 of the largest input");
	const answer = await post(toolCall("word-counter", { input: "x".repeat(1024 * 1024 + 1) }));
	const problem = problemOf(answer.json<{ result: CallToolResult }>().result);
	assert.equal(problem.code, "content-too-large");
});

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const OTHER = { Origin: "https://page.example" };

test("a page of another origin is refused, one of this server is not", async () => {
	refused(await post(PING, OTHER), 403, "forbidden");
	refused(await post(PING, { Origin: "null" }), 403, "forbidden");
	assert.equal((await post(PING, { Origin: running.url })).status, 200);
});

test("a page whose name was bound to this address is of another origin, whatever its Host field says", async () => {
	const host = { Host: "rebound.example", Origin: "http://rebound.example" };
	refused(await post(PING, host), 403, "forbidden");
});

for (const cors of ["*", ["https://page.example"]] as const)
	test(`a page of an allowed origin may call (${cors})`, async () => {
		const server = await common({ cors } as Settings);
		const answer = await post(PING, OTHER, server);
		assert.equal(answer.status, 200);
		assert.ok(answer.headers.get("access-control-allow-origin"));
		const preflight = await ask(`${server.url}/mcp`, {
			method: "OPTIONS",
			headers: { ...OTHER, "Access-Control-Request-Method": "POST" },
		});
		assert.equal(preflight.headers.get("access-control-allow-methods"), "POST, OPTIONS");
		assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /\bMCP-Protocol-Version\b/);
	});

test("if MCP is hidden, its address does not exist; if it is hidden for a mill, that mill is no tool", async () => {
	refused(await post(PING, {}, await start({ hide: ["mcp"] })), 404, "not-offered");
	const server = await common({ hide: ["word-counter:mcp"] });
	const listed = await post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, {}, server);
	const { tools } = listed.json<{ result: { tools: { name: string }[] } }>().result;
	assert.equal(tools.length, MILLS.length - 1);
	assert.ok(!tools.some(({ name }) => name === "word-counter"));
	assert.match((await post(toolCall("word-counter", { input: "" }), {}, server)).text, /-32602/);
});

test("the address of MCP lies under the base", async () => {
	const server = await common({ base: "/v1" });
	assert.ok(server.url.endsWith("/v1"));
	assert.equal((await post(PING, {}, server)).status, 200);
	assert.equal((await ask(new URL("/mcp", server.url), { method: "POST" })).status, 404);
});

test("a server that no agent asks does not import the protocol's library", async () => {
	const seen = new Set<string>();
	const packages = new Set<string>();
	/** Follows the imports that are made whenever a file is imported. */
	const follow = async (url: URL): Promise<void> => {
		if (seen.has(url.href)) return;
		seen.add(url.href);
		const code = await readFile(url, "utf8");
		for (const [, name = ""] of code.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)";/gm))
			if (name.startsWith(".")) await follow(new URL(name, url));
			else packages.add(name);
	};
	await follow(new URL("../cli/serve/serve.js", import.meta.url));
	assert.ok(seen.size > 50 && packages.has("node:http"), "the imports were followed");
	assert.deepEqual(
		[...packages].filter((name) => name.startsWith("@modelcontextprotocol")),
		[],
	);
});
