import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { bytes, defineMill, Type } from "../index.js";
import { MILLS } from "../testing/mills/mills.js";
import { type Answer, ask, common, get, refused, served, start } from "../testing/server.js";

const HTML = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const usual = served();

/** The addresses of the page's script and style. */
async function filesOf(base: string): Promise<string[]> {
	const { text } = await get(`${base}/`, HTML);
	return [...text.matchAll(/(?:src|href)="(\$page\/[^"]+)"/g)].map(([, path]) => `${base}/${path}`);
}

test("a browser gets the page at the base, everybody else the list", async () => {
	const page = await get(`${usual.url}/`, HTML);
	assert.equal(page.status, 200);
	assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
	assert.match(page.text, /<title>Gristmill<\/title>/);
	assert.match(page.text, /<meta name="mills" content="word-counter checksum-calculator /);
	for (const accept of ["*/*", "application/json", ""])
		assert.ok("methods" in (await ask(`${usual.url}/`, { headers: { Accept: accept } })).json());
});

test("the page ignores parameters that it does not know, and the list refuses them", async () => {
	const plain = await get(`${usual.url}/`, HTML);
	for (const query of ["?utm_source=x", "?a=1&a=2", "?%zz"]) {
		const page = await get(`${usual.url}/${query}`, HTML);
		assert.equal(page.status, 200, page.text);
		assert.equal(page.text, plain.text);
		refused(await get(`${usual.url}/${query}`, { Accept: "application/json" }), 400, "bad-parameter");
	}
});

test("the page has a card for each mill and the list in it, unless documents are for callers with a token", async () => {
	const { text } = await get(`${usual.url}/`, HTML);
	assert.match(text, /<h2><a href="#word-counter">word-counter<\/a><\/h2><p>Counts the words/);
	const inlined = /<script type="application\/json" id="list">(.*?)<\/script>/.exec(text)?.[1] ?? "";
	const { methods } = (await get(`${usual.url}/$list`)).json<{ methods: Record<string, unknown>[] }>();
	const read = methods.map(({ digest: _, lines: __, ...rest }) => rest);
	assert.deepEqual(JSON.parse(inlined).methods, read);
	assert.doesNotMatch(text, /id="schema"/);
	const tokens = [`alice:${randomBytes(24).toString("base64url")}`];
	const closed = await start({ auth: { tokens, closedDiscovery: true } });
	const page = await get(`${closed.url}/`, HTML);
	assert.equal(page.status, 200);
	assert.doesNotMatch(page.text, /Counts the words|id="list"|<script>/);
	const only = await start({}, { mills: MILLS.slice(0, 1) });
	assert.match((await get(`${only.url}/`, HTML)).text, /id="schema">\{/);
});

test("the page may talk to its own server and run its own script, and nothing else", async () => {
	const { headers, text } = await get(`${usual.url}/`, HTML);
	const [, early = ""] = /<script>(.*?)<\/script>\n<link rel="stylesheet"/.exec(text) ?? [];
	const hash = createHash("sha256").update(early).digest("base64");
	assert.match(early, /fetch\("\.\/"\+name\+"\/\$schema"\)/);
	assert.equal(
		headers.get("content-security-policy"),
		`default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; ` +
			"img-src 'self' blob: data:; media-src blob:; frame-src blob:; connect-src 'self'; " +
			"form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
	);
	assert.equal(headers.get("referrer-policy"), "no-referrer");
});

test("script and style are one request each, may be kept for ever, and the page is asked for anew", async () => {
	assert.equal((await get(`${usual.url}/`, HTML)).headers.get("cache-control"), "no-cache");
	const files = await filesOf(usual.url);
	assert.deepEqual(files.map((file) => file.split(".").at(-1)).sort(), ["css", "js"]);
	for (const file of files) {
		const answer = await get(file);
		assert.equal(answer.status, 200);
		assert.match(answer.headers.get("content-type") ?? "", /^text\/(?:javascript|css); charset=utf-8$/);
		assert.equal(answer.headers.get("cache-control"), "public, max-age=31536000, immutable");
		assert.ok(file.includes((answer.headers.get("etag") ?? "").slice(1, -1)));
	}
});

test("everything together weighs less than 45 KB over the wire", async () => {
	let weight = 0;
	for (const address of [`${usual.url}/`, ...(await filesOf(usual.url))]) {
		const { bytes, headers } = await ask(address, { headers: { ...HTML, "Accept-Encoding": "gzip" } });
		assert.equal(headers.get("content-encoding"), "gzip");
		assert.ok(gunzipSync(bytes).length > 0);
		weight += bytes.length;
	}
	assert.ok(weight < 45_000, `${weight} bytes`);
});

test("the script sets no HTML, evaluates nothing and stores nothing", async () => {
	for (const file of await filesOf(usual.url))
		assert.doesNotMatch(
			(await get(file)).text,
			/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|localStorage|sessionStorage|indexedDB|\.cookie|serviceWorker/,
		);
});

test("a title with marks of HTML stays text", async () => {
	const titled = await start({ title: `<b>"A" & {mills}` });
	const { text } = await get(`${titled.url}/`, HTML);
	assert.match(text, /<h1>&lt;b&gt;&quot;A&quot; &amp; \{mills\}<\/h1>/);
	assert.match(text, /<title>&lt;b&gt;&quot;A&quot; &amp; \{mills\}<\/title>/);
});

test("a file that is not of this page is not found, and its methods are those of a document", async () => {
	for (const name of ["app.js", "app-old.js", "__proto__", "..%2Findex.html"])
		refused(await get(`${usual.url}/$page/${name}`), 404, "not-found");
	refused(await get(`${usual.url}/$page/a/b`), 404, "not-found");
	const [file = ""] = await filesOf(usual.url);
	assert.equal((await ask(file, { method: "OPTIONS" })).headers.get("allow"), "GET, HEAD, OPTIONS");
	refused(await ask(file, { method: "POST" }), 405, "method-not-allowed");
});

test("with the page switched off a browser gets the description, and no answer names the page", async () => {
	const [file = ""] = await filesOf(usual.url);
	for (const hide of ["page", "list"]) {
		const site = await common({ hide: [hide] });
		const answer = await get(`${site.url}/`, HTML);
		assert.match(answer.text, /<h1>Gristmill<\/h1>/);
		assert.doesNotMatch(answer.text, /<script/);
		refused(await get(file.replace(usual.url, site.url)), 404, "not-offered");
		const refusal = await get(`${site.url}/word-counter`, HTML);
		assert.equal(refusal.status, 405);
		assert.doesNotMatch(refusal.text, /browser|<a class="brand"|Go to the mills/);
		assert.doesNotMatch(refusal.headers.get("link") ?? "", /text\/html/);
	}
});

test("a mill that is switched off on the page is not shown there", async () => {
	const site = await common({ hide: ["word-counter:page"] });
	assert.match((await get(`${site.url}/`, HTML)).text, /content="checksum-calculator /);
	assert.doesNotMatch((await get(`${site.url}/word-counter`, HTML)).text, /#word-counter/);
	assert.match((await get(`${site.url}/picture-meter`, HTML)).text, /<a href="\/#picture-meter">/);
});

test("who opens a mill in a browser is told where the page is", async () => {
	const based = await common({ base: "/v1" });
	const answer = await get(`${based.url}/checksum-calculator/sha256`);
	const problem = refused(answer, 405, "method-not-allowed") as unknown as { page: string; detail: string };
	assert.equal(problem.page, "/v1/#checksum-calculator");
	assert.match(problem.detail, /Try it in a browser at \/v1\/#checksum-calculator\./);
	const href = /<([^>]*)>; rel="service-doc"; type="text\/html"/.exec(answer.headers.get("link") ?? "")?.[1];
	assert.equal(new URL(href ?? "", answer.url).href, `${based.url}/#checksum-calculator`);
	const other = await ask(`${based.url}/word-counter`, { method: "PUT", headers: HTML });
	assert.equal("page" in other.json(), false);
});

test("a browser that opens a mill gets the 405 as a page with a link to its form", async () => {
	const based = await common({ base: "/v1" });
	const { status, headers, text } = await get(`${based.url}/checksum-calculator/sha256`, HTML);
	assert.equal(status, 405);
	assert.equal(headers.get("allow"), "POST, OPTIONS");
	assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
	assert.equal(headers.get("cache-control"), "no-store");
	assert.equal(headers.get("vary"), "Accept");
	assert.match(headers.get("content-security-policy") ?? "", /^default-src 'none'/);
	assert.match(
		text,
		/<h1>checksum-calculator<\/h1>.*<a href="\/v1\/#checksum-calculator">Try it in the browser<\/a>/s,
	);
});

/** What every problem looks like in a browser. */
function refusedAsPage({ status, headers, text }: Answer, expected: number, title: string): void {
	assert.equal(status, expected, text);
	assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
	assert.equal(headers.get("cache-control"), "no-store");
	assert.match(headers.get("vary") ?? "", /Accept/);
	assert.match(headers.get("content-security-policy") ?? "", /^default-src 'none'/);
	assert.ok(text.includes(`<h1>${title}</h1>`), text);
	assert.match(text, /<a class="brand" href="\/v1\/".*<a href="\/v1\/">Go to the mills<\/a>/s);
	assert.ok(text.includes(`Status ${expected}, problem`));
	assert.ok(text.includes(headers.get("request-id") ?? "no id"));
}

test("a browser gets every problem as a page with a way back, and a program gets the document", async () => {
	const tokens = [`alice:${randomBytes(24).toString("base64url")}`];
	const site = await start({ base: "/v1", rate: "1/h", burst: 1 });
	const closed = await start({ base: "/v1", auth: { tokens, closedDiscovery: true } });
	const nonsense = await get(`${site.url}/nonsense`, HTML);
	refusedAsPage(nonsense, 404, "Not found");
	refusedAsPage(await get(`${new URL(site.url).origin}/`, HTML), 404, "Not found");
	refusedAsPage(await get(`${site.url}/$schema?x=1`, HTML), 400, "Bad parameter");
	refusedAsPage(await get(`${site.url}/get-counter`, HTML), 415, "Unsupported media type");
	const tooMany = await get(`${site.url}/get-counter`, HTML);
	refusedAsPage(tooMany, 429, "Too many requests");
	assert.match(tooMany.headers.get("retry-after") ?? "", /^\d+$/);
	for (const mill of ["word-counter", "nonsense"]) {
		const unknown = await get(`${closed.url}/${mill}`, HTML);
		if (mill === "word-counter") refusedAsPage(unknown, 401, "Unauthorised");
		assert.match(unknown.headers.get("www-authenticate") ?? "Bearer", /^Bearer/);
		// Who may not read the documents learns nothing about the mills.
		assert.doesNotMatch(unknown.text, /Counts the words|#word-counter/);
	}
	const { detail } = refused(await get(`${site.url}/nonsense`), 404, "not-found");
	assert.ok(nonsense.text.includes(`<p>${detail.replaceAll('"', "&quot;")}</p>`), detail);
	const both = { Accept: "text/html, application/problem+json" };
	refused(await get(`${site.url}/nonsense`, both), 404, "not-found");
	refused(await ask(`${site.url}/nonsense`, { method: "POST", headers: HTML }), 404, "not-found");
	const head = await ask(`${site.url}/nonsense`, { method: "HEAD", headers: HTML });
	assert.deepEqual([head.status, head.bytes.length], [404, 0]);
});

test("what a caller wrote stays text in the page of its problem", async () => {
	const strange = encodeURIComponent("[click](https://evil.example)<b>");
	for (const path of [`/${strange}`, `/$schema?${strange}=1`, `/word-counter?${strange}=1`])
		assert.doesNotMatch((await get(`${usual.url}${path}`, HTML)).text, /href="https:|<b>/);
});

const PICTURE = new URL("../../../mills/models/classifier/example.jpg", import.meta.url);
const blobMeter = defineMill({
	name: "blob-meter",
	version: "1.0.0",
	summary: "Measures bytes.",
	input: { "image/svg+xml": bytes({ maxBytes: 4 * 1024 * 1024 }) },
	output: Type.Object({ size: Type.Integer() }),
	examples: [
		{ input: PICTURE, output: { size: 15_306 } },
		{ input: Buffer.from("<svg/>"), output: { size: 6 } },
		{ input: new Uint8Array(1024 * 1024 + 1), output: { size: 1024 * 1024 + 1 } },
	],
	run: (input) => ({ size: input.byteLength }),
});

interface Listed {
	readonly mediaType: string;
	readonly input?: unknown;
	readonly href?: string;
}

async function examplesOf(base: string, mill: string): Promise<Listed[]> {
	const { $defs } = (await get(`${base}/${mill}/$schema`)).json<{
		$defs: { operation: { const: { examples: Listed[] } } };
	}>();
	return $defs.operation.const.examples;
}

test("the schema document has the examples: texts as they are, files by their addresses", async () => {
	const site = await start({}, { mills: [...MILLS, blobMeter] });
	const [first] = await examplesOf(site.url, "word-counter");
	assert.equal(first?.mediaType, "text/plain");
	assert.equal(typeof first?.input, "string");
	const listed = await examplesOf(site.url, "blob-meter");
	// The last one is too large to be given away.
	assert.deepEqual(
		listed.map(({ href }) => href),
		["blob-meter/$example", "blob-meter/$example?number=2", undefined],
	);
	const picture = await get(`${site.url}/${listed[0]?.href}`);
	assert.deepEqual(picture.bytes, readFileSync(PICTURE));
	// What an author calls a picture may hold scripts: it must not run as a page of ours.
	assert.equal(picture.headers.get("content-security-policy"), "default-src 'none'; sandbox");
	assert.equal((await get(`${site.url}/${listed[1]?.href}`)).text, "<svg/>");
	assert.equal((await get(`${site.url}/word-counter/$example`)).text, first?.input);
});

test("an example that is not there is not found", async () => {
	const site = await start({}, { mills: [blobMeter] });
	for (const query of ["?number=3", "?number=4", "?number=0", "?number=-1", "?number=x", "?number=99999"])
		refused(await get(`${site.url}/blob-meter/$example${query}`), 404, "not-found");
	refused(await get(`${site.url}/blob-meter/$example?other=1`), 400, "bad-parameter");
	const hidden = await start({ hide: ["schema"] }, { mills: [blobMeter] });
	refused(await get(`${hidden.url}/blob-meter/$example`), 404, "not-offered");
	const plain = await start({ hide: ["urls"] }, { mills: [blobMeter] });
	refused(await get(`${plain.url}/blob-meter/$example`), 404, "not-offered");
});
