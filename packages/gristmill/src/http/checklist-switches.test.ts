import assert from "node:assert/strict";
import { test } from "node:test";
import { SUBJECTS, type Subject } from "../testing/mills/mills.js";
import { type Answer, ask, call, common, get, type Running, refused } from "../testing/server.js";

const XML = "application%2Fxml";
const byAccept = (type: string) => (url: string) => get(url, { Accept: type });
const byAddress = (rest: string) => (url: string) => get(url + rest);

/** Every way to a document of a mill, seen from the mill's address. */
const WAYS = {
	"Accept: schema+json": byAccept("application/schema+json"),
	"Accept: schema+xml": byAccept("application/schema+xml"),
	"Accept: x-text/docs": byAccept("x-text/docs"),
	"?$schema": byAddress("?$schema"),
	"?$schema=xml": byAddress(`?$schema=${XML}`),
	"?$description": byAddress("?$description"),
	"/$schema": byAddress("/$schema"),
	"/$schema?type=xml": byAddress(`/$schema?type=${XML}`),
	"/$description": byAddress("/$description"),
	"/$list": byAddress("/$list"),
};
type Way = keyof typeof WAYS;

/** The server that hides this. */
const hiding = (...hide: readonly string[]): Promise<Running> => common({ hide });

/** Mills that a switch is set for. */
const CHOSEN = ["word-counter", "get-counter", "checksum-calculator"];
const forChosen = (what: string) => CHOSEN.map((mill) => `${mill}:${what}`);

/** Documents with the names that people and programs try first. */
const SITE = ["openapi.json", "docs", "llms.txt"];

/** What each switch takes away: from a mill, and from the server where it is switched off for all. */
const SWITCHES: Readonly<
	Record<string, { readonly mill: readonly Way[]; readonly server: readonly string[] }>
> = {
	negotiation: {
		mill: [
			"Accept: schema+json",
			"Accept: schema+xml",
			"Accept: x-text/docs",
			"?$schema",
			"?$schema=xml",
			"?$description",
		],
		server: [],
	},
	links: { mill: [], server: [] },
	urls: {
		mill: ["/$schema", "/$schema?type=xml", "/$description", "/$list"],
		server: ["", "$list", "$schema", "$description", ".well-known/api-catalog", ...SITE],
	},
	schema: {
		mill: [
			"Accept: schema+json",
			"Accept: schema+xml",
			"?$schema",
			"?$schema=xml",
			"/$schema",
			"/$schema?type=xml",
		],
		server: ["$schema", ...SITE],
	},
	"xml-schema": { mill: ["Accept: schema+xml", "?$schema=xml", "/$schema?type=xml"], server: [] },
	description: {
		mill: ["Accept: x-text/docs", "?$description", "/$description"],
		server: ["$description", "docs", "llms.txt"],
	},
	list: { mill: ["/$list"], server: ["", "$list"] },
};

const SERVER = ["", "$list", "$schema", "$description", ".well-known/api-catalog", ...SITE];

async function checkMill(
	site: Running,
	subject: Subject,
	hidden: readonly Way[],
	hal: number,
): Promise<void> {
	for (const [way, ask] of Object.entries(WAYS)) {
		const answer = await ask(`${site.url}/${subject.path}`);
		if (hidden.includes(way as Way)) refused(answer, 404, "not-offered");
		else assert.equal(answer.status, 200, `${subject.mill} ${way}: ${answer.text}`);
	}
	const result = await call(site, subject, { headers: { Accept: "application/hal+json" } });
	assert.equal(result.status, hal, result.text);
	assert.deepEqual((await call(site, subject)).json(), subject.output);
	if (subject.method !== "GET") refused(await get(`${site.url}/${subject.path}`), 405, "method-not-allowed");
}

async function checkServer({ url }: Running, hidden: readonly string[]): Promise<void> {
	for (const path of SERVER) {
		const answer = await get(`${url}/${path}`);
		if (hidden.includes(path)) refused(answer, 404, "not-offered");
		else assert.equal(answer.status, 200, path);
	}
	// Whatever is hidden, a problem's type leads to its page.
	assert.equal((await get(`${url}/$problems/not-offered`)).status, 200);
}

for (const [what, { mill, server }] of Object.entries(SWITCHES)) {
	test(`${what} can be switched off for all`, async () => {
		const site = await hiding(what);
		for (const subject of SUBJECTS) await checkMill(site, subject, mill, what === "links" ? 406 : 200);
		await checkServer(site, server);
	});

	test(`${what} can be switched off for some mills`, async () => {
		const site = await hiding(...forChosen(what));
		for (const subject of SUBJECTS) {
			const off = CHOSEN.includes(subject.mill);
			await checkMill(site, subject, off ? mill : [], off && what === "links" ? 406 : 200);
		}
		await checkServer(site, []);
	});

	test(`with ${what} off, every link still leads somewhere`, async () => {
		for (const hide of [[what], forChosen(what)]) {
			const site = await hiding(...hide);
			followed.clear();
			for (const subject of SUBJECTS) await followLinks(site, subject);
			await followLists(site);
		}
	});
}

/** The links of a result, of OPTIONS and of an error, in `_links` and in Link. */
async function followLinks(site: Running, subject: Subject): Promise<void> {
	const hal = await call(site, subject, { headers: { Accept: "application/hal+json" } });
	const answers = [
		hal,
		await call(site, subject),
		await call(site, subject, { headers: { Accept: "application/xml" } }),
		await ask(`${site.url}/${subject.path}`, { method: "OPTIONS" }),
		await ask(`${site.url}/${subject.path}`, { method: "PUT" }),
	];
	for (const answer of answers)
		for (const [, href = ""] of (answer.headers.get("link") ?? "").matchAll(/<([^>]*)>/g))
			await leads(answer, href);
	if (hal.status !== 200) return;
	const { _links } = hal.json<{ _links: Record<string, { href: string }> }>();
	for (const { href } of Object.values(_links)) await leads(hal, href);
}

/** The addresses of documents in `$list`, the api-catalog and the OpenAPI document. */
async function followLists({ url }: Running): Promise<void> {
	const list = await get(`${url}/$list`);
	if (list.status === 200)
		for (const [, href = ""] of list.text.matchAll(/"href": "([^"]*\$[^"]*)"/g)) await leads(list, href);
	const catalog = await get(`${url}/.well-known/api-catalog`);
	if (catalog.status === 200)
		for (const [, href = ""] of catalog.text.matchAll(/"href": "([^"]*(?:\$|docs)[^"]*)"/g))
			await leads(catalog, href);
	const openapi = await get(`${url}/$schema`);
	if (openapi.status !== 200) return;
	for (const path of Object.keys(openapi.json<{ paths: object }>().paths))
		if (path.includes("$")) await leads(openapi, path.slice(1).replace("{code}", "not-found"));
}

/** What has been followed already on this server: the same few documents are named everywhere. */
const followed = new Set<string>();

async function leads(from: Answer, href: string): Promise<void> {
	const target = new URL(href, from.url);
	if (followed.has(target.href)) return;
	assert.equal((await get(target)).status, 200, `${href} at ${from.url}`);
	followed.add(target.href);
}

test("the schema names no XML Schema at an address that is switched off", async () => {
	interface Schema {
		readonly $defs: { readonly operation: { readonly const: { readonly responses: Responses } } };
	}
	type Responses = Readonly<Record<"200", Readonly<Record<string, string | null>>>>;
	for (const hide of [[], ["urls"], ["negotiation"], ["xml-schema"]]) {
		const site = await hiding(...hide);
		const way = hide[0] === "negotiation" ? "/$schema" : "?$schema";
		const { $defs } = (await get(`${site.url}/word-counter${way}`)).json<Schema>();
		const place = $defs.operation.const.responses[200]["application/xml"];
		if (hide[0] === "xml-schema") assert.equal(place, null);
		// Addresses in the schema are relative to the base.
		else assert.equal((await get(new URL(place ?? "", `${site.url}/`))).status, 200, `${hide}: ${place}`);
	}
});

test("no problem sends callers to a document that is switched off", async () => {
	const site = await hiding("negotiation");
	const refusal = await ask(`${site.url}/word-counter`, { method: "PUT" });
	const { detail } = refused(refusal, 405, "method-not-allowed");
	assert.doesNotMatch(detail, /schema\+json/);
});

test("what a 404 calls available can be had in the same way", async () => {
	for (const hide of [["xml-schema"], ["schema"], ["description"], ["negotiation"]]) {
		const { url } = await hiding(...hide);
		for (const type of ["application/schema+json", "application/schema+xml", "x-text/docs"]) {
			const answer = await get(`${url}/word-counter`, { Accept: type });
			if (answer.status === 200) continue;
			const { available = [] } = refused(answer, 404, "not-offered");
			assert.ok(!available.includes(type), `${type} is not offered, and there is ${available}`);
			for (const other of available)
				assert.equal((await get(`${url}/word-counter`, { Accept: other })).status, 200, `${hide}: ${other}`);
		}
	}
});

test('a mill whose links are switched off has none, although links is "always"', async () => {
	const site = await common({ links: "always", hide: ["word-counter:links"] });
	for (const subject of SUBJECTS) {
		const result = (await call(site, subject)).json();
		assert.equal("_links" in result, subject.mill !== "word-counter", subject.mill);
	}
});

test("with links off there is no Link field anywhere", async () => {
	const { url } = await hiding("links");
	for (const { path } of SUBJECTS)
		for (const method of ["OPTIONS", "PUT"])
			assert.equal((await ask(`${url}/${path}`, { method })).headers.get("link"), null);
});

test("a GET mill answers 404 where Accept names only what is switched off", async () => {
	const { url } = await hiding("xml-schema");
	const headers = { "Content-Type": "text/plain" };
	const at = (accept: string) =>
		ask(`${url}/get-counter`, { headers: { ...headers, Accept: accept }, body: Buffer.from("a mill") });
	refused(await at("application/schema+xml"), 404, "not-offered");
	assert.equal((await at("application/schema+xml, application/json;q=0.1")).type, "application/json");
	assert.equal(
		(await at("application/schema+xml, application/schema+json;q=0.1")).type,
		"application/schema+json",
	);
});
