import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { onRawSocket } from "../testing/raw-socket.js";
import { type Answer, ask, served } from "../testing/server.js";

const site = served({ base: "/v1" });
const HTML = { Accept: "text/html" };
const body = Buffer.from("two words");
const PAGES = [
	"/v1/",
	"/v1/docs",
	"/v1/$description",
	"/v1/word-counter/$description",
	"/v1/$problems",
	"/v1/$problems/crashed",
];

/** One answer of every kind: results, documents, pages, redirects, refusals, and what was no request at all. */
async function everyKind(): Promise<Answer[]> {
	const call = (headers: Record<string, string>) =>
		ask(`${site.url}/word-counter`, { method: "POST", headers, body });
	const raw = (bytes: string) =>
		onRawSocket(site.url, async (socket) => {
			socket.send(bytes);
			return socket.answer();
		});
	return Promise.all([
		call({ "Content-Type": "text/plain" }),
		call({ "Content-Type": "text/plain", Accept: "application/xml" }),
		call({ "Content-Type": "image/png" }),
		...PAGES.map((path) => ask(new URL(path, site.url), { headers: HTML })),
		...[
			"/v1",
			"/v1/$list",
			"/v1/$schema",
			"/health/live",
			"/health/ready",
			"/.well-known/api-catalog",
			"/x",
		].map((path) => ask(new URL(path, site.url))),
		ask(`${site.url}/word-counter`, { method: "OPTIONS" }),
		raw("garbage\r\n\r\n"),
		raw("GET / HTTP/1.1\r\n\r\n"),
		raw("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"),
	]);
}

test("no answer names the software, and none may be sniffed or sets a cookie", async () => {
	for (const { status, headers } of await everyKind()) {
		for (const field of ["server", "x-powered-by", "via", "set-cookie"])
			assert.equal(headers.get(field), null, `${status} ${field}`);
		assert.equal(headers.get("x-content-type-options"), "nosniff", String(status));
		assert.doesNotMatch(
			[...headers.values()].join(),
			new RegExp(`node|gristmill|${process.versions.node}`, "i"),
		);
	}
});

test("no refusal tells the version of Node or of the server", async () => {
	for (const { status, text } of await everyKind())
		if (status >= 400) assert.doesNotMatch(text, /\d+\.\d+\.\d+/);
});

test("a page loads nothing else, cannot be framed, and sends no Referer", async () => {
	for (const path of PAGES) {
		const { headers, status } = await ask(new URL(path, site.url), { headers: HTML });
		assert.equal(status, 200, path);
		const policy = headers.get("content-security-policy") ?? "";
		for (const part of [
			"default-src 'none'",
			"frame-ancestors 'none'",
			"base-uri 'none'",
			"form-action 'none'",
		])
			assert.ok(policy.includes(part), `${path}: ${policy}`);
		assert.equal(headers.get("referrer-policy"), "no-referrer");
		assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
		assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
	}
});
