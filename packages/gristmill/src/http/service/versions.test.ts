import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer, type Mill, type Settings, Type } from "../../index.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import { type Answer, ask, refused, start } from "../../testing/server.js";

const counter = (version: string, name = "letter-counter"): Mill =>
	emptyMill({
		name,
		version,
		output: Type.Object({ letters: Type.Integer(), version: Type.String() }),
		examples: [{ input: "abc", output: { letters: 3, version } }],
		run: (input: string) => ({ letters: input.length, version }),
	});

const VERSIONS = { v1: [counter("1.0.0")], v2: [counter("2.0.0")] };

async function serve(settings: Settings = {}, main: readonly Mill[] = [counter("3.0.0")]) {
	const { url, server } = await start({ versions: VERSIONS, ...settings }, { mills: main });
	assert.deepEqual(await server.examined(), { unready: [] });
	const call = (path: string, body = "abc"): Promise<Answer> =>
		ask(url + path, { method: "POST", headers: { "Content-Type": "text/plain" }, body: Buffer.from(body) });
	return { url, call, origin: new URL(url).origin };
}

test("versions of one mill lie side by side, each below a base of its own", async () => {
	const { call } = await serve({ base: "/api" });
	for (const [path, version] of [
		["/letter-counter", "3.0.0"],
		["/v1/letter-counter", "1.0.0"],
		["/v2/letter-counter", "2.0.0"],
		["/%762/letter-counter", "2.0.0"],
	] as const)
		assert.equal((await call(path)).json().version, version);
	refused(await call("/v3/letter-counter"), 404, "not-found");
});

test("each version has documents of its own, and the list names the versions", async () => {
	const { url } = await serve();
	const list = (await ask(`${url}/$list`)).json<{ versions: { name: string; href: string }[] }>();
	assert.deepEqual(list.versions, [
		{ name: "v1", href: "v1/$list" },
		{ name: "v2", href: "v2/$list" },
	]);
	const headers = { Accept: "application/hal+json" };
	const hal = await ask(`${url}/$list`, { headers });
	const { version } = hal.json<{ _links: { version: { name: string; href: string }[] } }>()._links;
	assert.deepEqual(version, list.versions);
	for (const { href } of version) {
		const answer = await ask(new URL(href, hal.url).href, { headers });
		assert.equal(answer.status, 200);
		assert.ok(!("version" in answer.json<{ _links: object }>()._links), "a version has none below it");
	}
	const { methods } = (await ask(`${url}/v1/$list`)).json<{ methods: { version: string }[] }>();
	assert.deepEqual(
		methods.map(({ version }) => version),
		["1.0.0"],
	);
	const openApi = (await ask(`${url}/v2/$schema`)).json<{ servers: { url: string }[] }>();
	assert.equal(openApi.servers[0]?.url, "/v2");
	assert.match((await ask(`${url}/v1/letter-counter/$description`)).text, /Version 1\.0\.0/);
	assert.equal((await ask(`${url}/v1`)).headers.get("location"), "v1/");
});

test("a public URL leads to the versions too", async () => {
	const { url } = await serve({ publicUrl: "https://mills.example/" });
	const schema = (await ask(`${url}/v1/letter-counter/$schema`)).json();
	assert.equal(schema.$id, "https://mills.example/v1/letter-counter/$schema");
});

test("health speaks of all versions, of each, and the catalogue names all of them", async () => {
	const { origin } = await serve();
	const { mills } = (await ask(`${origin}/health/ready`)).json<{ mills: object }>();
	assert.deepEqual(Object.keys(mills), ["letter-counter", "v1/letter-counter", "v2/letter-counter"]);
	assert.equal((await ask(`${origin}/health/ready/v2/letter-counter`)).status, 200);
	const catalogue = (await ask(`${origin}/.well-known/api-catalog`)).text;
	for (const path of ["/letter-counter", "/v1/letter-counter", "/v2/letter-counter"])
		assert.ok(catalogue.includes(`"${origin}${path}"`), path);
});

test("the mills of a version have settings of their own", async () => {
	const { url, call } = await serve({
		hide: ["v2/letter-counter:schema"],
		mills: {
			"v1/letter-counter": {
				maxBody: 2,
				deprecated: { since: "2026-01-01", instead: "/v2/letter-counter" },
			},
		},
	});
	const old = await call("/v1/letter-counter", "ab");
	assert.equal(old.headers.get("deprecation"), "@1767225600");
	assert.equal(old.link("successor-version")?.href, `${url}/v2/letter-counter`);
	assert.equal((await call("/v1/letter-counter", "abc")).status, 413);
	assert.equal((await call("/v2/letter-counter", "abc")).headers.get("deprecation"), null);
	assert.equal((await ask(`${url}/v2/letter-counter/$schema`)).status, 404);
	assert.equal((await ask(`${url}/v1/letter-counter/$schema`)).status, 200);
});

test("a caller has one rate over all versions", async () => {
	const { call } = await serve({ rate: "2/h" });
	const statuses = [];
	for (const path of ["/letter-counter", "/v1/letter-counter", "/v2/letter-counter"])
		statuses.push((await call(path)).status);
	assert.deepEqual(statuses, [200, 200, 429]);
});

for (const [settings, message] of [
	[{ versions: { second: [] } }, /is not of the form v1/],
	[
		{ versions: { v1: [counter("1.0.0")] }, mills: { "v1/other": {} } },
		/The settings name the mill "other", which is not served\. Served: letter-counter/,
	],
	[{ versions: { v1: [counter("1.0.0"), counter("2.0.0")] } }, /Two mills are called/],
	[{ versions: { v1: [] }, mills: { "v2/letter-counter": {} } }, /which is not served/],
] as const)
	test(`versions that cannot be served are refused: ${message}`, async () => {
		await assert.rejects(createServer([], { log: () => {}, ...settings }), { name: "RangeError", message });
	});

test("a mill that is called as a version is refused", async () => {
	const mills = [counter("1.0.0", "v1")];
	await assert.rejects(createServer(mills, { log: () => {}, versions: VERSIONS }), /are both called "v1"/);
});

test("metrics tell the versions apart, and each is ready by its own name", async () => {
	const { url, call } = await serve();
	await call("/v2/letter-counter");
	const { text: metrics } = await ask(`${url}/metrics`);
	for (const [mill, calls] of [
		["letter-counter", 0],
		["v1/letter-counter", 0],
		["v2/letter-counter", 1],
	] as const) {
		assert.ok(metrics.includes(`gristmill_mill_ready{mill="${mill}"} 1\n`), mill);
		assert.ok(metrics.includes(`gristmill_run_duration_seconds_count{mill="${mill}"} ${calls}\n`), mill);
	}
	refused(await ask(`${url}/v2/metrics`), 404, "not-offered");
});
