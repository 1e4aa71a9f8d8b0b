import assert from "node:assert/strict";
import { test } from "node:test";
import { SUBJECTS } from "../testing/mills/mills.js";
import { type Answer, ask, call, common, each, get, refused, served } from "../testing/server.js";

const site = served({ base: "/v1" });
const origin = () => new URL(site.url).origin;
const PUBLIC = "https://api.example.org/mills";
const published = served({ base: "/v1", publicUrl: `${PUBLIC}/` });

interface Entry {
	readonly name: string;
	readonly href: string;
	readonly schema: { readonly href: string };
	readonly description: { readonly href: string };
}

test("the base without its slash is redirected with 308", async () => {
	assert.equal(site.url, `${origin()}/v1`);
	for (const method of ["GET", "HEAD"]) {
		const answer = await ask(site.url, { method });
		assert.equal(answer.status, 308);
		assert.equal(new URL(answer.headers.get("location") ?? "", answer.url).href, `${site.url}/`);
	}
	const followed = await fetch(site.url);
	assert.equal(followed.url, `${site.url}/`);
	assert.ok("methods" in ((await followed.json()) as object));
});

test("a base of two segments is redirected within its own folder", async () => {
	const nested = await common({ base: "api/v1/" });
	assert.equal(new URL(nested.url).pathname, "/api/v1");
	const answer = await get(nested.url);
	assert.equal(new URL(answer.headers.get("location") ?? "", answer.url).href, `${nested.url}/`);
});

test("with a base there is nothing beside it but the api-catalog", async () => {
	for (const path of ["", "$list", "word-counter", "v1word-counter", "v10/$list", "v1/v1/$list"])
		refused(await get(`${origin()}/${path}`), 404, "not-found");
	refused(await get(`${site.url}/.well-known/api-catalog`), 404, "not-found");
	const catalog = (await get(`${origin()}/.well-known/api-catalog`)).json<{
		linkset: { anchor: string }[];
	}>();
	const anchors = catalog.linkset.map(({ anchor }) => anchor);
	assert.ok(anchors.includes(`${site.url}/`) && anchors.includes(`${site.url}/word-counter`));
});

each("B3: with a base the links of a result lead to its documents", async (subject) => {
	const answer = await call(site, subject, { headers: { Accept: "application/hal+json" } });
	const { _links } = answer.json<{ _links: Record<string, { href: string }> }>();
	const hrefs = Object.values(_links).map(({ href }) => new URL(href, answer.url));
	const fields = ["describedby", "service-doc", "service-desc"].map(
		(relation) => answer.link(relation) ?? "",
	);
	assert.equal(hrefs.length, 2);
	for (const href of [...hrefs, ...fields]) {
		assert.ok(String(href).startsWith(`${site.url}/`), String(href));
		assert.equal((await get(href)).status, 200, String(href));
	}
});

test("with a base the addresses in $list lead to the mills and their documents", async () => {
	for (const path of ["", "$list", "word-counter/$list", "checksum-calculator/sha256/$list"]) {
		const list = await get(`${site.url}/${path}`);
		for (const { name, href, schema, description } of list.json<{ methods: Entry[] }>().methods) {
			assert.equal(new URL(href.split("/{")[0] ?? "", list.url).href, `${site.url}/${name}`);
			for (const document of [schema, description])
				assert.equal((await get(new URL(document.href, list.url))).status, 200, document.href);
		}
	}
});

test("with a base the type of a problem leads to its page", async () => {
	const answer = await get(`${site.url}/checksum-calculator/sha256`);
	const { type } = refused(answer, 405, "method-not-allowed");
	assert.match((await get(new URL(type, answer.url))).text, /^# Method not allowed/);
	const outside = await get(`${origin()}/nothing`);
	assert.equal((await get(new URL(refused(outside, 404, "not-found").type, outside.url))).status, 200);
});

test("with a base the paths of the OpenAPI document lead to the mills", async () => {
	const document = await get(`${site.url}/$schema`);
	const { servers, paths } = document.json<{ servers: { url: string }[]; paths: Record<string, object> }>();
	const server = new URL(servers[0]?.url ?? "", document.url).href;
	assert.equal(server, site.url);
	for (const [path, operations] of Object.entries(paths)) {
		const address = server + path.replace("{code}", "not-found");
		if ("get" in operations && path.includes("$")) assert.equal((await get(address)).status, 200, path);
	}
});

function isPublic(href: string): void {
	assert.ok(href.startsWith(`${PUBLIC}/`), href);
}

test("publicUrl: $list is absolute", async () => {
	const { methods } = (await get(`${published.url}/$list`)).json<{ methods: Entry[] }>();
	assert.equal(methods.find(({ name }) => name === "word-counter")?.href, `${PUBLIC}/word-counter`);
	for (const { href, schema, description } of methods)
		[href, schema.href, description.href].forEach(isPublic);
});

test("publicUrl: $list as application/hal+json is absolute", async () => {
	const { text } = await get(`${published.url}/$list`, { Accept: "application/hal+json" });
	const hrefs = [...text.matchAll(/"href": "([^"]*)"/g)].map(([, href = ""]) => href);
	assert.ok(hrefs.length > SUBJECTS.length);
	hrefs.forEach(isPublic);
});

test("publicUrl: the schema has an absolute $id and target", async () => {
	for (const { mill, path } of SUBJECTS) {
		const schema = (await get(`${published.url}/${path}/$schema`)).json<{
			$id: string;
			$defs: { operation: { const: { target: string } } };
		}>();
		assert.equal(schema.$id, `${PUBLIC}/${mill}/$schema`);
		assert.equal(schema.$defs.operation.const.target.replace("{algorithm}", "sha256"), `${PUBLIC}/${path}`);
	}
});

test("publicUrl: the OpenAPI document names it as the server", async () => {
	const { servers } = (await get(`${published.url}/$schema`)).json<{ servers: unknown }>();
	assert.deepEqual(servers, [{ url: PUBLIC }]);
});

test("publicUrl: the description's lines call it", async () => {
	for (const path of ["$description", "word-counter/$description"]) {
		const { text } = await get(`${published.url}/${path}`);
		assert.ok(text.includes(`'${PUBLIC}/word-counter'`));
		assert.ok(!text.includes("127.0.0.1"));
	}
});

test("publicUrl: the api-catalog is absolute and may be kept", async () => {
	const answer: Answer = await get(`${new URL(published.url).origin}/.well-known/api-catalog`);
	const hrefs = [...answer.text.matchAll(/"(?:href|anchor)": "([^"]*)"/g)].map(([, href = ""]) => href);
	assert.ok(hrefs.length > SUBJECTS.length);
	hrefs.forEach(isPublic);
	assert.match(answer.headers.get("cache-control") ?? "", /max-age=\d/);
});

test("publicUrl: the type of a problem is absolute, and the links of a result stay relative", async () => {
	const refusal = await get(`${published.url}/word-counter`);
	assert.equal(refused(refusal, 405, "method-not-allowed").type, `${PUBLIC}/$problems/method-not-allowed`);
	for (const subject of SUBJECTS) {
		const answer = await call(published, subject, { headers: { Accept: "application/hal+json" } });
		const { _links } = answer.json<{ _links: Record<string, { href: string }> }>();
		for (const { href } of Object.values(_links)) {
			assert.ok(!URL.canParse(href), href);
			assert.equal((await get(new URL(href, answer.url))).status, 200, href);
		}
	}
});
