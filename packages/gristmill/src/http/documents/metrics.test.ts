import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import parse from "parse-prometheus-text-format";
import type { Mill, Settings } from "../../index.js";
import { onRawSocket } from "../../testing/raw-socket.js";
import { readMetrics, scrape, scrapeUntil } from "../../testing/scrape.js";
import { ask, get, type Running, refused, served, start } from "../../testing/server.js";

/** The hostile mill under these names, in this process. */
const millsOf = (...names: readonly string[]): Promise<Mill[]> =>
	Promise.all(
		names.map(async (name) => {
			const module = new URL(`../../testing/mills/hostile-mill.js?name=${name}`, import.meta.url);
			return (await import(module.href)).default;
		}),
	);

/** Each test that counts has a mill of its own. */
const shared = served(
	{},
	{
		mills: await millsOf(
			...["counted", "auto", "legacy", "leaver", "parsed", "plain"].map((name) => `${name}-tester`),
		),
	},
);
const MILLS = await millsOf("hostile-tester", "quick-tester");

async function alone(t: TestContext, settings: Settings): Promise<Running> {
	const one = await start(settings, { mills: MILLS });
	t.after(() => one.server.close());
	return one;
}

const send = ({ url }: Running, body: string, mill: string, headers = {}) =>
	ask(`${url}/${mill}`, {
		method: "POST",
		headers: { "Content-Type": "text/plain", ...headers },
		body: Buffer.from(body),
	});

test("requests, problems, sizes and times are counted by mill", async () => {
	const one = shared;
	const before = await scrape(`${one.url}/metrics`);
	assert.equal((await send(one, "grist", "counted-tester")).status, 200);
	assert.equal((await send(one, "throw", "counted-tester")).status, 500);
	assert.equal((await send(one, "x", "counted-tester", { "Content-Type": "image/png" })).status, 415);
	assert.equal((await get(`${one.url}/$list`)).status, 200);
	const { value, types } = await scrape(`${one.url}/metrics`);
	const requests = (mill: string, method: string, status: number) =>
		value(`gristmill_requests_total{mill="${mill}",method="${method}",status="${status}"}`);
	assert.equal(requests("counted-tester", "POST", 200), 1);
	assert.equal(requests("counted-tester", "POST", 500), 1);
	assert.equal(requests("counted-tester", "POST", 415), 1);
	const listed = 'gristmill_requests_total{mill="",method="GET",status="200"}';
	// The first scrape is the other one.
	assert.equal(value(listed), (before.value(listed) ?? 0) + 2);
	const refusals = 'gristmill_calls_refused_total{mill="counted-tester",code=';
	assert.equal(value(`${refusals}"crashed"}`), 1);
	assert.equal(value(`${refusals}"unsupported-media-type"}`), 1);
	const failed = (code: string) =>
		value(`gristmill_last_failure_timestamp_seconds{mill="counted-tester",code="${code}"}`);
	assert.ok(Number(failed("crashed")) > 1.7e9);
	assert.equal(failed("unsupported-media-type"), undefined);
	const count = (what: string) => value(`gristmill_${what}_count{mill="counted-tester"}`);
	assert.equal(count("request_duration_seconds"), 3);
	// What was refused before it was computed neither waited nor ran.
	assert.equal(count("queue_duration_seconds"), 2);
	assert.equal(count("run_duration_seconds"), 2);
	assert.equal(value('gristmill_request_body_bytes_sum{mill="counted-tester"}'), 10);
	assert.equal(types.get("gristmill_request_duration_seconds"), "histogram");
	assert.equal(value(`gristmill_mill_ready{mill="counted-tester"}`), 1);
	assert.equal(value('gristmill_calls_in_flight{mill="counted-tester"}'), 0);
});

for (const mode of ["auto", "legacy"] as const)
	test(`a call by MCP (${mode}) counts for its mill; other messages count for no mill`, async () => {
		const one = shared;
		const mill = `${mode}-tester`;
		const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
		await client.connect(new StreamableHTTPClientTransport(new URL(`${one.url}/mcp`)));
		const call = (name: string, input: string) => client.callTool({ name, arguments: { input } });
		assert.equal((await call(mill, "grist")).isError ?? false, false);
		assert.equal((await call(mill, "throw")).isError, true);
		await assert.rejects(call("no-tester", "grist"), /There is no tool of this name/);
		const { value, series } = await scrape(`${one.url}/metrics`);
		const own = `mill="${mill}"`;
		assert.equal(value(`gristmill_requests_total{${own},method="POST",status="200"}`), 2);
		assert.equal(value(`gristmill_calls_refused_total{${own},code="crashed"}`), 1);
		assert.equal(value(`gristmill_queue_duration_seconds_count{${own}}`), 2);
		assert.equal(value(`gristmill_run_duration_seconds_count{${own}}`), 2);
		assert.equal(value(`gristmill_calls_in_flight{${own}}`), 0);
		assert.ok(Number(value(`gristmill_request_body_bytes_sum{${own}}`)) > 100);
		assert.ok(![...series.keys()].some((name) => name.includes("no-tester")));
	});

test("calls that were not let in are counted by mill, as tools too, and none is left in flight", async (t) => {
	const token = randomBytes(32).toString("base64url");
	const one = await alone(t, { auth: { tokens: [`bob:${token}:quick-tester`] } });
	const bearer = { Authorization: `Bearer ${token}` };
	assert.equal((await send(one, "grist", "hostile-tester")).status, 401);
	assert.equal((await send(one, "grist", "hostile-tester", bearer)).status, 403);
	const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "hostile-tester" } };
	const headers = { ...bearer, "Content-Type": "application/json" };
	assert.equal((await send(one, JSON.stringify(message), "mcp", headers)).status, 403);
	const { text } = await get(`${one.url}/metrics`, bearer);
	for (const line of [
		'requests_total{mill="hostile-tester",method="POST",status="401"} 1',
		'requests_total{mill="hostile-tester",method="POST",status="403"} 2',
		'calls_refused_total{mill="hostile-tester",code="forbidden"} 2',
		'calls_in_flight{mill="hostile-tester"} 0',
	])
		assert.ok(text.includes(`gristmill_${line}\n`), line);
});

test("a caller that goes away is 499 and no failure", async () => {
	const one = shared;
	await onRawSocket(one.url, async (hit) => {
		hit.sendHead("POST /leaver-tester HTTP/1.1", "Content-Type: text/plain", "Content-Length: 4");
		hit.send("wait");
		await scrapeUntil(one.url, ({ value }) => value('gristmill_calls_in_flight{mill="leaver-tester"}') === 1);
		hit.socket.resetAndDestroy();
	});
	const { value, series } = await scrapeUntil(
		one.url,
		({ value }) => value('gristmill_requests_total{mill="leaver-tester",method="POST",status="499"}') === 1,
	);
	assert.equal(value('gristmill_calls_in_flight{mill="leaver-tester"}'), 0);
	const own = [...series.keys()].filter((name) => name.includes('mill="leaver-tester"'));
	assert.doesNotMatch(own.join("\n"), /status="500"|crashed/);
});

test("text from callers never becomes a label of a metric", async () => {
	const one = shared;
	const before = await scrape(`${one.url}/metrics`);
	for (let i = 0; i < 30; i++) {
		await ask(`${one.url}/made-up-${i}`, { method: i % 2 ? "GET" : "PROPFIND" });
		await ask(`${one.url}/plain-tester/$made-up-${i}?made-up=${i}`, { headers: { "Made-Up": `${i}` } });
	}
	await onRawSocket(one.url, async (socket) => {
		socket.send("MADEUP / HTTP/1.1\r\nHost: x\r\n\r\n");
		await socket.answer();
	});
	const after = await scrape(`${one.url}/metrics`);
	assert.doesNotMatch(after.text, /made-?up|PROPFIND/i);
	assert.equal(after.value('gristmill_requests_total{mill="",method="other",status="404"}'), 15);
	assert.equal(after.value('gristmill_requests_total{mill="",method="other",status="501"}'), 1);
	assert.ok(after.series.size - before.series.size < 12, after.text);
});

test("another parser reads the same", async () => {
	const one = shared;
	await send(one, "grist", "parsed-tester");
	const text = (await get(`${one.url}/metrics`)).text;
	const families = parse(text);
	assert.deepEqual(
		families.map(({ name, type }) => [name, type.toLowerCase()]),
		[...readMetrics(text).types],
	);
	const requests = families.find(({ name }) => name === "gristmill_requests_total");
	const own = requests?.metrics.filter(({ labels }) => labels?.mill === "parsed-tester");
	assert.deepEqual(own, [{ value: "1", labels: { mill: "parsed-tester", method: "POST", status: "200" } }]);
});

test("OpenMetrics is sent to a scraper that asks for it", async () => {
	const one = shared;
	const type = (accept: string) =>
		get(`${one.url}/metrics`, { Accept: accept }).then(({ headers }) => headers.get("content-type"));
	assert.match((await type("*/*")) ?? "", /^text\/plain; version=0\.0\.4/);
	assert.match((await type("application/openmetrics-text;q=0.2,text/plain;q=0.5")) ?? "", /^text\/plain/);
	const open = await get(`${one.url}/metrics`, {
		Accept: "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5",
	});
	assert.match(open.headers.get("content-type") ?? "", /^application\/openmetrics-text/);
	assert.ok(open.text.endsWith("# EOF\n"));
	assert.match(open.text, /^# TYPE gristmill_requests counter$/m);
	assert.match(open.text, /le="1\.0"/);
});

test("metrics that are hidden are nowhere, and only for the whole server", async (t) => {
	const one = await alone(t, { hide: ["metrics"] });
	refused(await get(`${one.url}/metrics`), 404, "not-offered");
	assert.equal(one.server.metricsUrl(), undefined);
	await assert.rejects(start({ hide: ["hostile-tester:metrics"] }, { mills: MILLS }), RangeError);
	await assert.rejects(start({ hide: ["metrics"], metricsPort: 0 }, { mills: MILLS }), RangeError);
});

test("metrics lie under the base, or on a port of their own and not there", async (t) => {
	const based = await alone(t, { base: "/v1" });
	assert.equal(based.server.metricsUrl(), `${based.url}/metrics`);
	assert.equal((await get(`${based.url}/metrics`)).status, 200);
	const apart = await alone(t, { metricsPort: 0 });
	const url = apart.server.metricsUrl() ?? "";
	assert.notEqual(new URL(url).port, new URL(apart.url).port);
	assert.equal((await scrape(url)).value('gristmill_mill_ready{mill="quick-tester"}'), 1);
	refused(await get(`${apart.url}/metrics`), 404, "not-offered");
	assert.equal((await get(new URL("/hostile-tester", url))).status, 404);
	assert.equal((await ask(url, { method: "POST" })).status, 405);
	await apart.server.close();
	await assert.rejects(get(url));
});

test("a port for metrics that is taken is told, and the calls' own port is given back", async (t) => {
	const first = await alone(t, { metricsPort: 0 });
	const metricsPort = Number(new URL(first.server.metricsUrl() ?? "").port);
	let http: import("node:http").Server | undefined;
	const second = start(
		{ metricsPort },
		{
			mills: MILLS,
			prepare: (server) => {
				http = server.http;
				t.after(() => server.close());
			},
		},
	);
	await assert.rejects(second, { code: "EADDRINUSE" });
	if (http?.listening) await once(http, "close");
});
