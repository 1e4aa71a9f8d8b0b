import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { folderWith, gristmill, ROOT } from "../../testing/command.js";
import { start } from "../../testing/server.js";

/** More characters than fit into many pieces of a pipe. */
const LARGE = 1_000_000;
const MAIN = fileURLToPath(new URL("../main.js", import.meta.url));

/**
 * A client of the protocol's own library that has started `gristmill mcp WORDS…`. `begun` resolves when the command has
 * written that a call has begun.
 */
async function connected(
	t: TestContext,
	words: readonly string[],
	{ mode = "auto", cwd = process.cwd() }: { mode?: "auto" | "legacy"; cwd?: string } = {},
): Promise<{ client: Client; begun: Promise<void> }> {
	const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
	const env = { ...(process.env as Record<string, string>), GRISTMILL_WORKERS: "1" };
	const args = [MAIN, "mcp", ...words];
	const transport = new StdioClientTransport({ command: process.execPath, args, env, cwd, stderr: "pipe" });
	const begun = new Promise<void>((resolve) => {
		transport.stderr?.on("data", (chunk) => String(chunk).includes("begun") && resolve());
	});
	await client.connect(transport);
	t.after(() => client.close());
	return { client, begun };
}

const PATIENT = `
import { defineMill, Type, text } from "gristmill";
export default defineMill({
	name: "waiter",
	version: "1.0.0",
	summary: "Waits until its caller gives up, or answers at once.",
	deadline: 600_000,
	input: { "text/plain": text() },
	output: Type.Object({ done: Type.Boolean() }),
	run: (input, { signal }) =>
		input === "now"
			? { done: true }
			: new Promise((resolve) => {
					process.stderr.write("begun\\n");
					signal.addEventListener("abort", () => resolve({ done: false }));
				}),
});
`;

for (const [mode, revision] of [
	["auto", "2026-07-28"],
	["legacy", "2025-11-25"],
] as const)
	test(`gristmill mcp serves a client of revision ${revision} over standard input and output`, {}, async (t) => {
		const cwd = await folderWith(t, {
			"waiter.mjs": PATIENT.replace('"gristmill"', `"${ROOT}packages/gristmill/dist/index.js"`),
		});
		const words = ["waiter.mjs", "--mills", "word-counter,checksum-calculator"];
		const { client, begun } = await connected(t, words, { mode, cwd });
		assert.equal(client.getNegotiatedProtocolVersion(), revision);
		const { tools } = await client.listTools();
		assert.deepEqual(
			tools.map(({ name }) => name),
			["word-counter", "checksum-calculator", "waiter"],
		);
		const counted = await client.callTool({ name: "word-counter", arguments: { input: "one two" } });
		assert.deepEqual(counted.structuredContent, { words: 2, lines: 1, characters: 7 });
		const large = { text: "x".repeat(LARGE) };
		const summed = await client.callTool({
			name: "checksum-calculator",
			arguments: { algorithm: "sha256", input: large },
		});
		assert.equal((summed.structuredContent as { size: number }).size, LARGE);
		const refused = (await client.callTool({
			name: "checksum-calculator",
			arguments: { input: large },
		})) as CallToolResult;
		assert.equal(refused.isError, true);
		await assert.rejects(client.callTool({ name: "nobody" }), { code: -32_602 });

		await t.test("a cancelled call leaves its only worker to the next one", async () => {
			const giveUp = new AbortController();
			const call = client.callTool(
				{ name: "waiter", arguments: { input: "later" } },
				{ signal: giveUp.signal },
			);
			call.catch(() => {});
			await begun;
			giveUp.abort();
			await assert.rejects(call);
			// The first call alone would keep the worker for ten minutes.
			const next = await client.callTool({ name: "waiter", arguments: { input: "now" } });
			assert.deepEqual(next.structuredContent, { done: true });
		});
	});

const LOUD = `
import { defineMill, Type, text } from "gristmill";
console.log("printed while it was imported");
export default defineMill({
	name: "printer",
	version: "1.0.0",
	summary: "Prints.",
	inline: true,
	input: { "text/plain": text() },
	output: Type.Object({ done: Type.Boolean() }),
	run: () => {
		console.log("printed while it ran");
		return { done: true };
	},
});
`;

const INITIALIZE = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "pipe", version: "1" } },
};

test("whatever is piped into gristmill mcp is answered before it ends, and nothing else is on its output", async (t) => {
	const cwd = await folderWith(t, {
		"printer.mjs": LOUD.replace('"gristmill"', `"${ROOT}packages/gristmill/dist/index.js"`),
	});
	const running = gristmill(t, ["mcp", "printer.mjs"], { cwd });
	const call = (id: number) => ({
		jsonrpc: "2.0",
		id,
		method: "tools/call",
		params: { name: "printer", arguments: { input: "" } },
	});
	const lines = [INITIALIZE, call(2), call(3), "no message"].map((line) => `${JSON.stringify(line)}\n`);
	running.child.stdin?.end(lines.join(""));
	assert.equal(await running.ended, 0);
	const answers = running
		.stdout()
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	assert.deepEqual(answers.map(({ id }) => id).sort(), [1, 2, 3, null]);
	for (const { id, result } of answers)
		if (id > 1) assert.deepEqual(result.structuredContent, { done: true });
	assert.match(running.stderr(), /printed while it was imported/);
	assert.match(running.stderr(), /printed while it ran/);
});

test("a signal ends gristmill mcp", async (t) => {
	const { child, ended, printed } = gristmill(t, ["mcp", "--mills", "word-counter"]);
	child.stdin?.write(`${JSON.stringify(INITIALIZE)}\n`);
	await printed(/serverInfo/);
	child.kill("SIGTERM");
	assert.equal(await ended, 0);
});

test("gristmill mcp --url offers what the server itself offers under /mcp", async (t) => {
	const { url, server } = await start({ base: "/v1", links: "always", workers: 1 });
	const { client } = await connected(t, ["--url", url, "--retries", "0"]);
	const { tools } = await client.listTools();
	const answer = await fetch(`${url}/mcp`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
	});
	assert.deepEqual(tools, ((await answer.json()) as { result: { tools: unknown } }).result.tools);
	const call = (given: Record<string, unknown>) =>
		client.callTool({ name: "checksum-calculator", arguments: given }) as Promise<CallToolResult>;
	const input = { data: "YWJj" };
	const { structuredContent } = await call({ input, algorithm: "sha256", encoding: "base64" });
	assert.deepEqual(structuredContent, { checksum: "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", size: 3 });
	for (const [given, text] of [
		[{ input, algorithm: "sha256", encoding: "hax" }, /"encoding" is "hax", and must be one of hex, base64/],
		[{ input, algorithm: "md5" }, /sha256/],
		[{ input }, /algorithm/],
		[{ input: "abc", algorithm: "sha256" }, /The argument "input" is a string, and must be an object/],
	] as const) {
		const { isError, content } = await call(given);
		assert.equal(isError, true);
		assert.match(content[0]?.type === "text" ? content[0].text : "", text);
	}
	await assert.rejects(client.callTool({ name: "nobody" }), { code: -32_602 });

	await t.test("if the server is gone, the tool returns a problem", async () => {
		await server.close();
		const call = client.callTool({ name: "word-counter", arguments: { input: "" } });
		const { isError, content } = (await call) as CallToolResult;
		assert.equal(isError, true);
		assert.match(content[0]?.type === "text" ? content[0].text : "", /^No result: /);
	});
});
