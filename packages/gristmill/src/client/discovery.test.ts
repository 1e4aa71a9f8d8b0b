import assert from "node:assert/strict";
import { test } from "node:test";
import { start } from "../testing/server.js";
import { oddServer, tableServer, typed } from "../testing/servers/odd-server.js";
import { createClient, DiscoveryError } from "./index.js";

const SCHEMA = { title: "shouter", description: "Shouts.", type: "object", required: ["loud"] };
const DOCS = "# shouter\n\nShouts.\n";
const JSON_TYPE = "application/json";
const HAL = "application/hal+json";

/** How a server that offers one convention only answers; every one of them calls its mill by POST. */
const CONVENTIONS = {
	negotiation: {
		"GET /v1/shouter": ({ headers }: { headers: { accept?: string | undefined } }) => {
			if (headers.accept === "application/schema+json")
				return typed("application/schema+json; charset=utf-8", SCHEMA);
			if (headers.accept === "x-text/docs") return typed("x-text/docs", DOCS);
			return { status: 405, headers: { Allow: "POST" } };
		},
	},
	"Link fields": {
		"GET /v1/shouter": () => ({
			status: 405,
			headers: { Link: '</about/s.json>; rel="describedby", <../about/d>; type="text/plain"; rel="x help"' },
		}),
		"GET /about/s.json": () => typed(JSON_TYPE, SCHEMA),
		"GET /about/d": () => typed("text/plain", DOCS),
	},
	"Link fields of OPTIONS": {
		"OPTIONS /v1/shouter": () => ({
			status: 204,
			headers: { Link: '<shouter.json>; rel=describedby, <shouter.md>; rel="service-doc"' },
		}),
		"GET /v1/shouter.json": () => typed("application/schema+json", SCHEMA),
		"GET /v1/shouter.md": () => typed("text/markdown", DOCS),
	},
	"links in HAL results": {
		"POST /v1/shouter": (_: unknown, body: string) => {
			const _links = { schema: { href: "../s?of=shouter" }, description: [{ href: "/d" }] };
			return typed(HAL, { loud: body.toUpperCase(), _links });
		},
		"GET /s": () => typed(JSON_TYPE, SCHEMA),
		"GET /d": () => typed("text/markdown", DOCS),
	},
	urls: {
		"GET /v1/$list": () => typed(JSON_TYPE, { methods: [{ name: "shouter", href: "shouter" }] }),
		"GET /v1/shouter/$schema": () => typed(JSON_TYPE, SCHEMA),
		"GET /v1/shouter/$description": () => typed("text/plain", DOCS),
	},
	"a list alone": {
		"GET /v1/$list": () =>
			typed(JSON_TYPE, [{ name: "shouter", schema: "/s.json", _links: { description: { href: "/d.txt" } } }]),
		"GET /s.json": () => typed(JSON_TYPE, SCHEMA),
		"GET /d.txt": () => typed("text/plain", DOCS),
	},
};

for (const [name, table] of Object.entries(CONVENTIONS))
	test(`schema and description are found on a server that offers ${name} only`, async () => {
		const { url } = await tableServer(table);
		const client = createClient(`${url}/v1`);
		const schema = await client.schema("shouter");
		assert.deepEqual(schema.content, SCHEMA);
		const description = await client.describe("shouter");
		assert.equal(description.content, DOCS);
		assert.ok(schema.url.startsWith(url) && description.url.startsWith(url));
	});

test("the same is found where every convention but one is hidden on our own server", async () => {
	const all = ["negotiation", "links", "urls"] as const;
	for (const kept of all) {
		const { url } = await start({ hide: all.filter((word) => word !== kept) });
		const client = createClient(url);
		if (kept === "links") {
			// With both kinds of addresses hidden there is nothing that a link could lead to.
			await assert.rejects(client.schema("word-counter"), DiscoveryError);
			continue;
		}
		const { content, via } = await client.schema("word-counter");
		assert.equal((content as { title: string }).title, "word-counter");
		assert.equal(via, kept);
		assert.match((await client.describe("word-counter")).content, /^# word-counter/);
	}
});

test("a normal result is not mistaken for a schema by a server that ignores Accept", async () => {
	const { url } = await tableServer({
		"GET /shouter": () => typed(JSON_TYPE, { loud: "X" }),
		"GET /shouter/$schema": () => typed(JSON_TYPE, SCHEMA),
	});
	assert.deepEqual((await createClient(url).schema("shouter")).via, "urls");
});

test("if no description is offered, the schema's texts make one", async () => {
	const { url } = await tableServer({ "GET /shouter/$schema": () => typed(JSON_TYPE, SCHEMA) });
	const { content, via } = await createClient(url).describe("shouter");
	assert.equal(content, "# shouter\n\nShouts.\n");
	assert.equal(via, "schema");
});

test("a server that offers nothing is told so, with everything that was tried", async () => {
	const { url } = await tableServer({});
	const failing = createClient(url).schema("shouter");
	await assert.rejects(failing, (error: DiscoveryError) => {
		assert.ok(error instanceof DiscoveryError);
		assert.match(error.message, /offers no schema, neither by Accept, nor by links, nor as \$schema/);
		assert.ok(error.tried.some((line) => line.includes("/shouter/$schema: 404")));
		assert.ok(error.tried.length >= 4);
		return true;
	});
});

test("a server that refuses access is reported as such, and not as one without documents", async () => {
	const { url } = await oddServer((_, response) => response.writeHead(401).end());
	await assert.rejects(createClient(url).schema("shouter"), { name: "ProblemError", status: 401 });
	await assert.rejects(createClient(url).list(), { name: "ProblemError", status: 401 });
});

test("a link that leads nowhere is no reason to stop looking; a server that is gone is", async () => {
	const { url } = await tableServer({
		"GET /shouter": () => ({ status: 405, headers: { Link: "<http://127.0.0.1:9/s>; rel=describedby" } }),
		"GET /shouter/$schema": () => typed(JSON_TYPE, SCHEMA),
	});
	const once = { retry: false } as const;
	assert.equal((await createClient(url, once).schema("shouter")).via, "urls");
	await assert.rejects(createClient("http://127.0.0.1:9", once).schema("x"), { name: "ConnectionError" });
	const hanging = await oddServer(() => {});
	const late = createClient(hanging.url).describe("x", { deadline: 50 });
	await assert.rejects(late, { name: "DeadlineError" });
});

const LISTS = {
	"the names alone": { "GET /$list": () => typed(JSON_TYPE, ["shouter"]) },
	"a map by name": { "GET /$list": () => typed(JSON_TYPE, { mills: { shouter: { method: "query" } } }) },
	"HAL at the base": {
		"GET /": () => typed(HAL, { _embedded: { item: [{ _links: { self: { href: "shouter" } } }] } }),
	},
	"links of HAL": { "GET /": () => typed(HAL, { _links: { item: [{ href: "/shouter" }] } }) },
	"an API catalogue": {
		"GET /.well-known/api-catalog": ({ headers }: { headers: { host?: string | undefined } }) =>
			typed("application/linkset+json", {
				linkset: [{ anchor: `http://${headers.host}/`, item: [{ href: `http://${headers.host}/shouter` }] }],
			}),
	},
};

for (const [form, table] of Object.entries(LISTS))
	test(`mills are listed from ${form}`, async () => {
		const { url } = await tableServer(table);
		const [entry] = await createClient().list(url);
		assert.equal(entry?.name, "shouter");
		assert.equal(entry?.url, `${url}/shouter`);
	});

test("our own list comes whole, path patterns as templates", async () => {
	const { url } = await start();
	const entries = await createClient(url).list();
	const checksum = entries.find(({ name }) => name === "checksum-calculator");
	assert.equal(checksum?.url, `${url}/checksum-calculator/{algorithm}`);
	assert.equal(checksum?.templated, true);
	assert.deepEqual(checksum?.accepts, ["application/octet-stream"]);
	const word = entries.find(({ name }) => name === "word-counter");
	assert.equal(word?.schema, `${url}/word-counter/$schema`);
	assert.equal(word?.method, "POST");
});

test("a list that is none, and hrefs that lead out of HTTP, list nothing", async () => {
	const { url } = await tableServer({ "GET /$list": () => typed(JSON_TYPE, { a: 1 }) });
	await assert.rejects(createClient(url).list(), DiscoveryError);
	const evil = await tableServer({
		"GET /$list": () => typed(JSON_TYPE, [{ name: "x", href: "file:///etc/passwd" }, 7, null]),
	});
	assert.deepEqual(await createClient(evil.url).list(), []);
});

test("fields of the caller's own go to the origin that was named, and to no other", async () => {
	const other = await oddServer((_, response) => {
		response.writeHead(200, { "Content-Type": JSON_TYPE }).end(JSON.stringify(SCHEMA));
	});
	const { url, requests } = await tableServer({
		"GET /shouter": () => ({ status: 405, headers: { Link: `<${other.url}/s>; rel=describedby` } }),
	});
	const client = createClient(url, { headers: { Authorization: "Bearer secret" } });
	await client.schema("shouter");
	assert.equal(requests[0]?.headers.authorization, "Bearer secret");
	assert.equal(other.requests.length, 1);
	assert.equal(other.requests[0]?.headers.authorization, undefined);
});
