import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { createClient } from "../client/index.js";
import { clientToolSet } from "./client-tool-set.js";

/** A server that answers with JSON by path, and what it was asked. */
async function serverOf(t: TestContext, answers: (origin: string) => Readonly<Record<string, unknown>>) {
	const asked: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		asked.push(request);
		const answer = answers(`http://${request.headers.host}`)[request.url?.split("?")[0] ?? ""];
		request.resume();
		response.writeHead(answer === undefined ? 404 : 200, { "Content-Type": "application/json" });
		response.end(JSON.stringify(answer));
	}).listen(0, "127.0.0.1");
	t.after(() => server.close());
	await once(server, "listening");
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const SCHEMA = { type: "object", properties: {} };

test("a token goes to the named server alone, whatever its list says", async (t) => {
	const foreign = await serverOf(t, () => ({ "/adder": 1, "/adder/$schema": SCHEMA }));
	const own = await serverOf(t, () => ({
		"/$list": { mills: [{ name: "adder", href: `${foreign.url}/adder` }] },
		"/adder": [1, 2],
		"/adder/$schema": SCHEMA,
	}));
	const client = createClient(own.url, { headers: { Authorization: "Bearer secret" }, retry: false });
	const tools = await clientToolSet(client, own.url, "1.0.0").catch(() => undefined);
	await tools?.call("adder", {}, { signal: new AbortController().signal } as never).catch(() => {});
	assert.ok(own.asked.length > 1);
	assert.deepEqual(
		foreign.asked.map(({ method, url }) => `${method} ${url}`),
		[],
	);
});
