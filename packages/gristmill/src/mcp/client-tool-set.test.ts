import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { createClient, DiscoveryError } from "../client/index.js";
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

test("schemas are read a few at a time, and a mill without one is left out", async (t) => {
	const names = Array.from({ length: 40 }, (_, i) => `adder-${i}`);
	const own = await serverOf(t, () => ({
		"/$list": { mills: names.map((name) => ({ name, href: name })) },
		...Object.fromEntries(
			names.map((name, i) => [`/${name}/$schema`, i === 0 || i === 7 ? undefined : SCHEMA]),
		),
	}));
	const left: string[] = [];
	let [running, most] = [0, 0];
	const client = createClient(own.url, {
		retry: false,
		fetch: async (...all) => {
			most = Math.max(most, ++running);
			return fetch(...all).finally(() => running--);
		},
	});
	const tools = await clientToolSet(client, own.url, "1.0.0", (name, error) => {
		assert.ok(error instanceof DiscoveryError);
		left.push(name);
	});
	assert.deepEqual(left.sort(), ["adder-0", "adder-7"]);
	assert.deepEqual(
		(await tools.list()).map(({ name }) => name),
		names.filter((name) => !left.includes(name)),
	);
	assert.ok(most > 1 && most <= 8, `${most} at the same time`);
});

test("whatever a schema says, its tool can stand in a list: clients refuse the list for one that cannot", async (t) => {
	const odd = (required: unknown) => ({ type: "object", properties: { any: true, odd: 5 }, required });
	const requireds = [["any"], "any", ["any", 1], 5];
	const own = await serverOf(t, () => ({
		"/$list": { mills: requireds.map((_, i) => ({ name: `odd-${i}`, href: `odd-${i}` })) },
		...Object.fromEntries(
			requireds.map((required, i) => [
				`/odd-${i}/$schema`,
				{ ...odd(required), $defs: { parameters: odd(required) } },
			]),
		),
	}));
	const client = createClient(own.url, { retry: false });
	const tools = await (await clientToolSet(client, own.url, "1.0.0", assert.fail)).list();
	const names = [["any"], [], ["any"], []];
	const properties = { any: {}, odd: {} };
	assert.deepEqual(
		tools.map(({ outputSchema }) => outputSchema),
		names.map((required) => ({ type: "object", properties, required })),
	);
	assert.deepEqual(
		tools.map(({ inputSchema: { properties: { input: _, ...rest } = {}, required } }) => [rest, required]),
		names.map((required) => [properties, ["input", ...required]]),
	);
});

test("a server without any schema is an error", async (t) => {
	const own = await serverOf(t, () => ({ "/$list": { mills: [{ name: "adder", href: "adder" }] } }));
	const client = createClient(own.url, { retry: false });
	await assert.rejects(clientToolSet(client, own.url, "1.0.0"), DiscoveryError);
});

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
