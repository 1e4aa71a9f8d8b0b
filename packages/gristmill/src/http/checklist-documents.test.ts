import assert from "node:assert/strict";
import { test } from "node:test";
import { PROBLEMS } from "../core/problem-table.js";
import { pictureMeter, SUBJECTS } from "../testing/mills/mills.js";
import { ask, call, get, served, start } from "../testing/server.js";

const site = served();

type Headers = Readonly<Record<string, string>>;
const HTML = { Accept: "text/html" };
const HAL = { Accept: "application/hal+json" };

/** Every document of the server that has an ETag, with the fields that ask for it. */
const DOCUMENTS: readonly (readonly [path: string, headers?: Headers])[] = [
	[""],
	["", HTML],
	["", HAL],
	["$list"],
	["$list", HAL],
	["$schema"],
	["$description"],
	["$description", HTML],
	["$problems"],
	["$problems", HTML],
	["$problems/not-found"],
	["$problems/not-found", HTML],
	...SUBJECTS.flatMap(({ path }): (readonly [string, Headers?])[] => [
		[`${path}/$schema`],
		[`${path}/$schema?type=application%2Fxml`],
		[`${path}/$schema`, { Accept: "application/schema+xml" }],
		[`${path}/$description`],
		[`${path}/$description`, HTML],
		[`${path}/$description`, { Accept: "x-text/docs" }],
		[`${path}/$list`],
		[`${path}/$list`, HAL],
		[`${path}?$schema`],
		[`${path}?$schema=application/xml`],
		[`${path}?$description`],
		[path, { Accept: "application/schema+json" }],
		[path, { Accept: "application/schema+xml" }],
		[path, { Accept: "x-text/docs" }],
	]),
];

for (const [path, headers = {}] of DOCUMENTS) {
	const target = `/${path}${headers.Accept ? ` as ${headers.Accept}` : ""}`;

	test(`GET ${target} has a strong ETag, and 304 for whoever has it`, async () => {
		const full = await ask(`${site.url}/${path}`, { headers });
		assert.equal(full.status, 200, full.text);
		assert.ok(full.bytes.length > 0);
		const etag = full.headers.get("etag") ?? "";
		assert.match(etag, /^"[^"]+"$/);
		for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
			const answer = await ask(`${site.url}/${path}`, { headers: { ...headers, "If-None-Match": known } });
			assert.equal(answer.status, 304, known);
			assert.equal(answer.bytes.length, 0);
			// RFC 9110 §15.4.5: what a cache needs to keep the stored answer.
			for (const field of ["etag", "vary", "cache-control"])
				assert.equal(answer.headers.get(field), full.headers.get(field), field);
		}
		const other = await ask(`${site.url}/${path}`, { headers: { ...headers, "If-None-Match": '"other"' } });
		assert.equal(other.status, 200);
	});

	test(`HEAD ${target} is GET without the content`, async () => {
		const full = await ask(`${site.url}/${path}`, { headers });
		const head = await ask(`${site.url}/${path}`, { method: "HEAD", headers });
		assert.equal(head.status, full.status);
		assert.equal(head.bytes.length, 0);
		assert.equal(head.headers.get("content-length"), String(full.bytes.length));
		const comparable = ({ headers }: typeof full) =>
			[...headers].filter(([name]) => name !== "date" && name !== "request-id");
		assert.deepEqual(comparable(head), comparable(full));
	});
}

test("no two documents with different bytes share an ETag", async () => {
	const tags = new Map<string, Buffer>();
	for (const [path, headers = {}] of DOCUMENTS) {
		const answer = await get(`${site.url}/${path}`, headers);
		const tag = answer.headers.get("etag") ?? "";
		assert.deepEqual(tags.get(tag) ?? answer.bytes, answer.bytes, path);
		tags.set(tag, answer.bytes);
	}
	assert.ok(tags.size > 20);
});

test("whoever has the plain document is not told that it has the compressed one", async () => {
	const address = `${site.url}/word-counter/$schema`;
	const plain = await ask(address);
	const headers = { "Accept-Encoding": "gzip", "If-None-Match": plain.headers.get("etag") ?? "" };
	const answer = await ask(address, { headers });
	// RFC 9110 §13.1.2 compares with the tag of the selected representation, which is the compressed one;
	// by RFC 9111 §4.3.4 a cache that holds only the plain one can do nothing with a 304 that names the other.
	assert.ok(
		answer.status === 200 || answer.headers.get("etag") === plain.headers.get("etag"),
		`${answer.status} with ETag ${answer.headers.get("etag")} for If-None-Match ${plain.headers.get("etag")}`,
	);
});

test("calls change no document", async () => {
	const read = () => Promise.all(DOCUMENTS.map(([path, headers]) => get(`${site.url}/${path}`, headers)));
	const before = await read();
	for (const subject of SUBJECTS) {
		await call(site, subject);
		await call(site, subject, { body: subject.garbage.body });
	}
	for (const [i, answer] of (await read()).entries()) {
		assert.equal(answer.headers.get("etag"), before[i]?.headers.get("etag"), answer.url);
		assert.deepEqual(answer.bytes, before[i]?.bytes, answer.url);
	}
});

test("documents are the same bytes on every replica, whatever Host says", async () => {
	const replica = await start();
	for (const path of ["$list", "$schema", ...SUBJECTS.map(({ path }) => `${path}/$schema`)]) {
		const [here, there] = await Promise.all([
			ask(`${site.url}/${path}`, { headers: { Host: "a.example" } }),
			ask(`${replica.url}/${path}`, { headers: { Host: "b.example" } }),
		]);
		assert.deepEqual(here.bytes, there.bytes, path);
		assert.doesNotMatch(here.text, /[ab]\.example/);
	}
});

const KINDS = Object.entries({ ...PROBLEMS, ...pictureMeter.problems });

for (const [code, { status, title, todo }] of KINDS)
	test(`$problems/${code} is a page, as Markdown and as HTML`, async () => {
		const markdown = await get(`${site.url}/$problems/${code}`);
		assert.equal(markdown.status, 200);
		assert.equal(markdown.headers.get("content-type"), "text/markdown; charset=utf-8");
		assert.ok(markdown.text.startsWith(`# ${title}\n`));
		assert.ok(markdown.text.includes(`\`${code}\`, status ${status}`));
		assert.ok(markdown.text.includes(todo));
		const html = await get(`${site.url}/$problems/${code}`, { Accept: "text/html" });
		assert.equal(html.status, 200);
		assert.equal(html.headers.get("content-type"), "text/html; charset=utf-8");
		assert.ok(html.text.includes(`<h1>${title}</h1>`));
		assert.match(html.headers.get("content-security-policy") ?? "", /default-src 'none'/);
		assert.doesNotMatch(html.text, /<script/i);
	});

test("$problems lists every problem with a link that leads to its page", async () => {
	const list = await get(`${site.url}/$problems`, { Accept: "text/html" });
	const hrefs = [...list.text.matchAll(/<a href="([^"]*)"/g)].map(
		([, href]) => new URL(href ?? "", list.url).href,
	);
	assert.deepEqual(hrefs.sort(), KINDS.map(([code]) => `${site.url}/$problems/${code}`).sort());
});
