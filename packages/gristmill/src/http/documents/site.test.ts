import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import { defineMill, Type, text } from "../../index.js";
import { MILLS, wordCounter } from "../../testing/mills/mills.js";
import { ask, common, get, refused, served, start } from "../../testing/server.js";

const usual = served();
const based = served({ base: "/v1", versions: { v2: [wordCounter] } }, {});
const origin = () => new URL(based.url).origin;

/** The documents whose names people and programs try first, with their types. */
const DOCUMENTS = {
	"openapi.json": "application/json",
	docs: "text/html; charset=utf-8",
	"llms.txt": "text/plain; charset=utf-8",
};
const FILES = { "robots.txt": "text/plain; charset=utf-8", "favicon.ico": "image/x-icon" };
const ALL = Object.entries({ ...DOCUMENTS, ...FILES });

test("each document of the site has its media type, an ETag, a maximum age, and the methods of a document", async () => {
	for (const [name, type] of ALL) {
		const answer = await get(`${usual.url}/${name}`);
		assert.equal(answer.status, 200, name);
		assert.equal(answer.headers.get("content-type"), type);
		assert.match(answer.headers.get("cache-control") ?? "", /max-age=/);
		const tag = answer.headers.get("etag") ?? "";
		assert.equal((await ask(`${usual.url}/${name}`, { headers: { "If-None-Match": tag } })).status, 304);
		const head = await ask(`${usual.url}/${name}`, { method: "HEAD" });
		assert.deepEqual([head.status, head.bytes.length, head.headers.get("etag")], [200, 0, tag]);
		const options = await ask(`${usual.url}/${name}`, { method: "OPTIONS" });
		assert.deepEqual([options.status, options.headers.get("allow")], [204, "GET, HEAD, OPTIONS"]);
		const refusal = await ask(`${usual.url}/${name}`, { method: "POST" });
		refused(refusal, 405, "method-not-allowed");
		assert.equal(refusal.headers.get("allow"), "GET, HEAD, OPTIONS");
		assert.ok(
			(await ask(`${usual.url}/${name}`, { headers: { "Accept-Encoding": "gzip" } })).bytes.length > 0,
		);
	}
});

test("documents are below the base and below each version; the files of the site are at the root", async () => {
	for (const name of Object.keys(DOCUMENTS))
		for (const base of [based.url, `${based.url}/v2`])
			assert.equal((await get(`${base}/${name}`)).status, 200);
	for (const name of Object.keys(FILES)) {
		assert.equal((await get(`${origin()}/${name}`)).status, 200);
		refused(await get(`${based.url}/${name}`), 404, "not-found");
	}
	for (const name of ["openapi.json", "docs"]) refused(await get(`${origin()}/${name}`), 404, "not-found");
	assert.equal((await get(`${origin()}/llms.txt`)).text, (await get(`${based.url}/llms.txt`)).text);
	const versioned = (await get(`${based.url}/v2/openapi.json`)).json<{ servers: { url: string }[] }>();
	assert.equal(versioned.servers[0]?.url, "/v1/v2");
});

test("/openapi.json is $schema, byte for byte, and refuses parameters as that does", async () => {
	const [json, schema] = await Promise.all([get(`${usual.url}/openapi.json`), get(`${usual.url}/$schema`)]);
	assert.deepEqual(json.bytes, schema.bytes);
	assert.equal(json.headers.get("etag"), schema.headers.get("etag"));
	refused(await get(`${usual.url}/openapi.json?x=1`), 400, "bad-parameter");
});

test("the reference shows every mill with its parameters, types and problems, and every other operation", async () => {
	const { text } = await get(`${usual.url}/docs?utm_source=x`);
	for (const { name, path, method, problems } of MILLS) {
		const from = text.indexOf(`<section id="${name}" aria-label="${name}">\n<h2>${name}</h2>`);
		const own = from < 0 ? "" : text.slice(from, text.indexOf("</section>", from));
		assert.ok(own.includes(`<p><code>${method} /${path}</code></p>`), name);
		assert.ok(own.includes(`href="./#${name}">Try it</a>`), name);
		for (const code of Object.keys(problems)) assert.ok(text.includes(`<a href="$problems/${code}">`), code);
	}
	assert.match(text, /<code>encoding<\/code> <span class="soft">one of .*; default &quot;hex&quot;<\/span>/);
	assert.match(text, /<code>algorithm<\/code> <span class="soft">one of .*; in the path<\/span>/);
	assert.match(text, /<code>image\/jpeg<\/code> <span class="soft">bytes; at most 1 MiB<\/span>/);
	assert.doesNotMatch(text, /<\/dt>\s*<(?:dt|\/dl)>/, "each term has a definition");
	for (const operation of ["GET /$list", "GET /$problems/{code}", "POST /mcp"])
		assert.ok(text.includes(`<code>${operation}</code>`), operation);
});

test("every link of the reference and of llms.txt leads somewhere", async () => {
	const followed = new Set<string>();
	for (const base of [usual.url, based.url]) {
		const docs = await get(`${base}/docs`);
		const guide = await get(`${base}/llms.txt`);
		const hrefs = [
			...[...docs.text.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => new URL(href, docs.url)),
			...[...guide.text.matchAll(/\]\(([^)]*)\)/g)].map(([, href = ""]) => new URL(href, guide.url)),
		];
		assert.ok(hrefs.length > 20);
		for (const { href, hash, pathname } of hrefs) {
			if (hash) assert.ok(docs.text.includes(`id="${hash.slice(1)}"`), hash);
			else if (!followed.has(href) && !pathname.endsWith("/mcp"))
				assert.equal((await get(href)).status, 200, href);
			followed.add(href);
		}
	}
});

test("an example in a file is preceded by the command that gets it", async () => {
	const example = new URL("../../../../mills/models/classifier/example.jpg", import.meta.url);
	const meter = MILLS.find(({ name }) => name === "picture-meter") ?? assert.fail("there is no such mill");
	const site = await start(
		{},
		{ mills: [{ ...meter, examples: [{ input: example, output: { width: 1, height: 1 } }] }] },
	);
	const { text } = await get(`${site.url}/docs`);
	const command = `curl -sS '${site.url}/picture-meter/$example' -o 'example.jpg'`;
	assert.ok(text.includes(`<pre><code>${command}\ncurl -sS '${site.url}/picture-meter'`), text);
});

test("the reference has one script and one style, and its policy allows these alone", async () => {
	const { text, headers } = await get(`${usual.url}/docs`);
	assert.doesNotMatch(text, /<script .*<script |style="|onclick/s);
	const [style, script] = ["style", "script"].map((tag) => {
		const [, own = ""] = new RegExp(`<${tag}>(.*)</${tag}>`, "s").exec(text) ?? [];
		return createHash("sha256").update(own).digest("base64");
	});
	assert.equal(
		headers.get("content-security-policy"),
		`default-src 'none'; style-src 'sha256-${style}'; script-src 'sha256-${script}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
	);
});

test("what an author or an operator wrote stays text", async () => {
	const bold = defineMill({
		name: "bold-maker",
		version: "1.0.0",
		summary: "Makes <b>bold</b>.",
		description: "# Bold\n\nUse <script>alert(1)</script>.",
		input: { "text/plain": text({ description: "<i>Any</i> text." }) },
		output: Type.Object({ text: Type.String({ description: "<u>Bold</u>" }) }),
		examples: [{ title: "<h1>", input: "</pre>", output: { text: "<b></pre></b>" } }],
		run: (input) => ({ text: `<b>${input}</b>` }),
	});
	const site = await start({ title: "<em>Mine</em>" }, { mills: [bold] });
	const { text: page } = await get(`${site.url}/docs`);
	assert.doesNotMatch(page, /<(?:b|i|u|em)>|<script>alert|<\/pre><\/b>|<h1><\/h4>/);
	assert.match(page, /<h1>&lt;em&gt;Mine&lt;\/em&gt;<\/h1>/);
	// A heading of the text would break the outline.
	assert.match(page, /<strong>Bold<\/strong>/);
});

test("llms.txt names every mill with its sentence, its call and its media types", async () => {
	const { text } = await get(`${based.url}/llms.txt`);
	for (const { name, summary, method, path, input } of MILLS) {
		const line = text
			.split("\n")
			.find((one) => one.startsWith(`- [${name}](/v1/${name}/$description): ${summary}`));
		assert.ok(line?.includes(`\`${method} /v1/${path}\`. Takes ${Object.keys(input).join(", ")};`), name);
	}
	assert.match(text, /^# Gristmill\n\n> /);
	assert.match(text, /- \[v2\]\(\/v1\/v2\/llms\.txt\)/);
});

test("llms.txt and the reference name what is required, and nothing that is hidden", async () => {
	const site = await start({
		auth: { tokens: [`alice:${randomBytes(32).toString("base64url")}`] },
		hide: ["list", "mcp", "word-counter:description"],
		publicUrl: "https://mills.example/v1",
		base: "/v1",
	});
	const { text } = await get(`${site.url}/llms.txt`);
	assert.doesNotMatch(text, /\$list|\/mcp|word-counter\/\$description/);
	assert.match(text, /- `word-counter`: /);
	assert.match(text, /\(https:\/\/mills\.example\/v1\/openapi\.json\)/);
	assert.match(text, /Bearer \$TOKEN/);
	const { text: docs } = await get(`${site.url}/docs`);
	assert.match(docs, /Authorization: Bearer TOKEN/);
	assert.doesNotMatch(docs, /\$list"|POST \/mcp|href="\.\/|Try it/);
});

test("if discovery is closed, only the files of the site are open, and crawlers are told to stay away", async () => {
	const token = randomBytes(32).toString("base64url");
	const site = await common({ auth: { tokens: [`alice:${token}`], closedDiscovery: true } });
	for (const name of Object.keys(DOCUMENTS)) {
		refused(await get(`${site.url}/${name}`), 401, "unauthorised");
		const answer = await get(`${site.url}/${name}`, { Authorization: `Bearer ${token}` });
		assert.equal(answer.status, 200);
		assert.match(answer.headers.get("cache-control") ?? "", /^private/);
	}
	for (const name of Object.keys(FILES)) assert.equal((await get(`${site.url}/${name}`)).status, 200);
	assert.equal((await get(`${site.url}/robots.txt`)).text, "User-agent: *\nDisallow: /\n");
	assert.equal(
		(await get(`${origin()}/robots.txt`)).text,
		"User-agent: *\nDisallow: /health/\nDisallow: /v1/metrics\nDisallow: /v1/mcp\n",
	);
});

test("the icon is an ICO file with one picture that is partly transparent", async () => {
	const { bytes } = await get(`${usual.url}/favicon.ico`);
	assert.deepEqual([...bytes.subarray(0, 8)], [0, 0, 1, 0, 1, 0, 32, 32]);
	const [size, offset] = [bytes.readUInt32LE(14), bytes.readUInt32LE(18)];
	assert.equal(offset + size, bytes.length);
	const opacities = new Set(Array.from({ length: 32 * 32 }, (_, i) => bytes[offset + 40 + i * 4 + 3]));
	assert.ok(opacities.has(0) && opacities.has(255));
});
