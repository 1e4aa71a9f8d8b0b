import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import teller from "../../testing/mills/part-teller.js";
import { run } from "../../testing/run-command.js";
import { start as startServer } from "../../testing/server.js";
import { tableServer, typed } from "../../testing/servers/odd-server.js";

const INITIALIZE = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "pipe", version: "1" } },
};

test("gristmill mcp --url warns about a mill whose schema cannot be read, and offers the others", async () => {
	const { url } = await tableServer({
		"GET /$list": () =>
			typed("application/json", {
				mills: [
					{ name: "adder", href: "adder" },
					{ name: "broken", href: "broken" },
				],
			}),
		"GET /adder/$schema": () => typed("application/schema+json", { type: "object", properties: {} }),
	});
	const input = `${JSON.stringify(INITIALIZE)}\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n`;
	const { code, out, err } = await run(["mcp", "--url", url, "--retries", "0"], { input });
	assert.equal(code, 0, err);
	assert.match(err, /^gristmill: The mill broken is left out: its schema cannot be used\. .*\n$/);
	assert.match(out, /"name":"adder"/);
	assert.doesNotMatch(out, /"name":"broken"/);
});

test("local mills on the command line win over GRISTMILL_URL, which is for other commands too", async () => {
	const env = { GRISTMILL_URL: "http://127.0.0.1:1" };
	const local = await run(["mcp", "--mills", "wrd-counter"], { env });
	assert.equal(local.code, 2);
	assert.match(local.err, /Did you mean "word-counter"/);
	const file = await run(["mcp", "nowhere.ts"], { env });
	assert.match(file.err, /nowhere\.ts/);
	const remote = await run(["mcp", "--retries", "0"], { env });
	assert.equal(remote.code, 3);
	assert.match(remote.err, /127\.0\.0\.1:1/);
});

for (const [words, code, message] of [
	[["--mills", "wrd-counter"], 2, /Did you mean "word-counter"/],
	[["--workers", "0"], 2, /^(?:gristmill: )?--workers is .*, and must be a whole number from 1 /],
	[["--inline", "often"], 2, /--inline is "often", and must be auto or never/],
	[["--port", "1"], 2, /Unknown flag --port\. Leave it out\./],
	[["--url", "http://127.0.0.1:1", "a.ts"], 2, /Both --url and the file "a\.ts" were given/],
	[["--url", "nowhere"], 2, /nowhere/],
	[["--url", "http://127.0.0.1:1", "--retries", "0"], 3, /127\.0\.0\.1:1/],
] as const)
	test(`gristmill mcp ${words.join(" ")} is refused with what to do`, async () => {
		const ended = await run(["mcp", ...words]);
		assert.equal(ended.code, code);
		assert.match(ended.err, message);
		assert.equal(ended.out, "");
	});

test("the help of mcp shows the configuration of a client", async () => {
	const { code, out } = await run(["help", "mcp"]);
	assert.equal(code, 0);
	assert.match(out, /"mcpServers"/);
});

test("a call with a progress token is told progress over standard output, and its result is the usual one", async () => {
	const { url } = await startServer({}, { mills: [teller] });
	const call = (id: number, _meta?: object) => {
		const params = { name: "part-teller", arguments: { input: "one PAUSE two" }, ...(_meta && { _meta }) };
		return `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`;
	};
	const file = fileURLToPath(new URL("../../testing/mills/part-teller.js", import.meta.url));
	for (const words of [["--url", url], [file]]) {
		const input = `${JSON.stringify(INITIALIZE)}\n${call(2)}${call(3, { progressToken: "mine" })}`;
		const { out, err } = await run(["mcp", ...words], { input });
		const messages = out
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		const told = messages
			.filter(({ method }) => method === "notifications/progress")
			.map(({ params }) => params);
		assert.ok(told.length > 0, out + err);
		for (const { progressToken, progress, total } of told)
			assert.ok(progressToken === "mine" && progress > 0 && progress <= 1 && total === 1);
		const [plain, tracked] = [2, 3].map(
			(id) => messages.find((one) => one.id === id)?.result.structuredContent,
		);
		assert.deepEqual(tracked, plain);
		assert.deepEqual(tracked, { words: ["one", "PAUSE", "two"], count: 3 });
	}
});
