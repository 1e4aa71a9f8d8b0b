import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { type Mill, type Settings, Type } from "../index.js";
import { emptyMill } from "../testing/mills/empty-mill.js";
import partTeller from "../testing/mills/part-teller.js";
import { type Answer, ask, refused, start } from "../testing/server.js";

const LASTING = "public, max-age=31536000, immutable";

type Method = "POST" | "QUERY" | "GET";

/** Returns its text, and counts how often it is computed. */
function counting(method: Method): { mill: Mill; computed: () => number } {
	let count = 0;
	const mill = emptyMill({
		name: "text-echoer",
		method,
		parameters: Type.Object({ loud: Type.Boolean({ default: false }) }),
		output: Type.Object({ text: Type.String() }),
		run: (text: string, { parameters }: { parameters: { loud: boolean } }) => {
			count++;
			return { text: parameters.loud ? text.toUpperCase() : text };
		},
	});
	return { mill, computed: () => count };
}

type Send = (query?: string, headers?: Record<string, string>, body?: string) => Promise<Answer>;

/** A running mill: how to call it, and its digest. */
async function running(
	mill: Mill,
	settings: Settings = {},
): Promise<{ send: Send; digest: string; url: string }> {
	const { url } = await start(settings, { mills: [mill] });
	const at = `${url}/${mill.name}`;
	const method = settings.mills?.[mill.name]?.method ?? mill.method;
	const send: Send = (query = "", headers = {}, body = "grist") =>
		ask(at + query, {
			method,
			headers: { "Content-Type": "text/plain", ...headers },
			body: Buffer.from(body),
		});
	const digest = String((await send()).headers.get("mill-digest"));
	return { send, digest, url: at };
}

/** All fields but Date, which caches need to tell the age. */
const fieldsOf = ({ headers }: Answer) => [...headers].filter(([name]) => name !== "date");

for (const method of ["POST", "QUERY"] as const)
	test(`at a pinned address, answers to ${method} stay for ever, and have nothing of a single call`, async () => {
		const { send, digest } = await running(counting(method).mill, {
			rate: "1000/h",
			rateFields: true,
			serverTiming: true,
			cors: "*",
		});
		for (const name of ["$digest", "%24digest"]) {
			const first = await send(`?${name}=${digest}&loud=true`);
			assert.equal(first.status, 200, first.text);
			assert.equal(first.json().text, "GRIST");
			assert.equal(first.headers.get("cache-control"), LASTING);
			for (const field of ["request-id", "server-timing", "ratelimit", "ratelimit-policy"])
				assert.equal(first.headers.get(field), null, field);
			const again = await send(`?${name}=${digest}&loud=true`, {
				"Request-Id": "mine",
				Origin: "https://a.example",
			});
			assert.deepEqual(fieldsOf(again), fieldsOf(first));
			assert.equal(first.headers.get("access-control-allow-origin"), "*");
		}
		const unpinned = await send();
		assert.equal(unpinned.headers.get("cache-control"), method === "QUERY" ? "no-cache" : "no-store");
		for (const field of ["request-id", "server-timing", "ratelimit"])
			assert.notEqual(unpinned.headers.get(field), null, field);
	});

test("a pinned address of another digest is refused with the present one, before the body is read", async () => {
	const { mill, computed } = counting("POST");
	const { send, digest } = await running(mill);
	const other = digest.replace(/^./, (first) => (first === "A" ? "B" : "A"));
	for (const headers of [{}, { "Content-Type": "application/jsonl" }]) {
		const answer = await send(`?$digest=${other}`, headers as Record<string, string>);
		assert.equal(refused(answer, 412, "other-algorithm").digest, digest);
		assert.equal(answer.headers.get("mill-digest"), digest);
	}
	refused(await send(`?$digest=${digest}`, { "Mill-Digest": other }), 412, "other-algorithm");
	assert.equal(computed(), 1);
});

for (const [what, query] of [
	["no digest", "?$digest"],
	["an empty digest", "?$digest="],
	["a digest that is too short", "?$digest=abc"],
	["a digest with another algorithm before it", "?$digest=sha-256-AAAAAAAAAAAAAAAAAAAAAA"],
	["two digests", "?$digest=AAAAAAAAAAAAAAAAAAAAAA&%24digest=AAAAAAAAAAAAAAAAAAAAAA"],
] as const)
	test(`${what} in an address is a bad parameter, also for a request of many lines`, async () => {
		const { send } = await running(counting("POST").mill);
		for (const type of ["text/plain", "application/jsonl"])
			assert.match(
				refused(await send(query, { "Content-Type": type }), 400, "bad-parameter").detail,
				/\$digest/,
			);
	});

test("problems at a pinned address are not kept, and have the id of their call", async () => {
	const { send, digest } = await running(counting("QUERY").mill);
	const at = `?$digest=${digest}`;
	refused(await send(at, { "Content-Type": "image/png" }), 415, "unsupported-media-type");
	refused(await send(at, { Accept: "image/png" }), 406, "not-acceptable");
	refused(await send(`${at}&no=1`), 400, "bad-parameter");
});

test("what a cache cannot keep safely stays no-store at a pinned address", async () => {
	const get = await running(counting("GET").mill);
	const [got, many] = [await get.send(`?$digest=${get.digest}`), await running(counting("QUERY").mill)];
	// A cache ignores the body of a GET.
	assert.deepEqual([got.status, got.headers.get("cache-control")], [200, "no-store"]);
	// A line may be a problem.
	const lines = await many.send(`?$digest=${many.digest}`, { "Content-Type": "application/jsonl" }, '"a"\n');
	assert.deepEqual([lines.status, lines.headers.get("cache-control")], [200, "no-store"]);
	const { url } = await start({ mills: { "part-teller": { method: "QUERY" } } }, { mills: [partTeller] });
	const question = {
		method: "QUERY",
		headers: { "Content-Type": "text/plain", Accept: "application/jsonl" },
	};
	const parts = await ask(`${url}/part-teller`, { ...question, body: Buffer.from("a b") });
	assert.deepEqual([parts.status, parts.headers.get("cache-control")], [200, "no-store"]);
});

test("what its author or its caller forbids to keep is no-store everywhere, and an answer of a single call", async () => {
	const { mill } = counting("QUERY");
	for (const [one, headers] of [
		[{ ...mill, keep: false }, {}],
		[mill, { "Cache-Control": "max-age=0, No-Store" }],
	] as const) {
		const { send, digest } = await running(one);
		for (const query of ["", `?$digest=${digest}`]) {
			const answer = await send(query, headers);
			assert.deepEqual([answer.status, answer.headers.get("cache-control")], [200, "no-store"]);
			assert.notEqual(answer.headers.get("request-id"), null);
		}
	}
});

test("where a call needs credentials, a shared cache must not keep its answer", async () => {
	const { mill } = counting("QUERY");
	const token = randomBytes(32).toString("base64url");
	const auth = { tokens: [`ann:${token}`] };
	for (const [open, control] of [
		[[], LASTING.replace("public", "private")],
		[[mill.name], LASTING],
	] as const) {
		const { url } = await start({ auth: { ...auth, open } }, { mills: [mill] });
		const headers = { "Content-Type": "text/plain", Authorization: `Bearer ${token}` };
		const question = { method: "QUERY", headers, body: Buffer.from("grist") };
		const digest = (await ask(`${url}/${mill.name}`, question)).headers.get("mill-digest");
		const answer = await ask(`${url}/${mill.name}?$digest=${digest}`, question);
		assert.equal(answer.headers.get("cache-control"), control, answer.text);
	}
});

test("a QUERY at a pinned address has a tag too, and its 304 is as lasting", async () => {
	const { mill, computed } = counting("QUERY");
	const { send, digest } = await running(mill);
	const tag = String((await send(`?$digest=${digest}`)).headers.get("etag"));
	const known = await send(`?$digest=${digest}`, { "If-None-Match": tag });
	assert.deepEqual([known.status, known.headers.get("cache-control")], [304, LASTING]);
	assert.equal(known.headers.get("request-id"), null);
	assert.equal(computed(), 2);
});

test("a mill that its operator serves with QUERY has this method alone, the same digest, and tags", async () => {
	const { mill } = counting("POST");
	const posted = await running(mill);
	const { send, digest, url } = await running(mill, { mills: { [mill.name]: { method: "QUERY" } } });
	assert.equal(digest, posted.digest);
	const tag = String((await send()).headers.get("etag"));
	assert.equal((await send("", { "If-None-Match": tag })).status, 304);
	const answer = await ask(url, {
		method: "POST",
		headers: { "Content-Type": "text/plain" },
		body: Buffer.from("a"),
	});
	refused(answer, 405, "method-not-allowed");
	const options = await ask(url, { method: "OPTIONS" });
	assert.deepEqual(
		[options.headers.get("allow"), options.headers.get("accept-post")],
		["QUERY, OPTIONS", null],
	);
	assert.match(String(options.headers.get("accept-query")), /text\/plain/);
});

test("all documents of such a mill say QUERY, and none says POST", async () => {
	const { mill } = counting("POST");
	// Agents send POST.
	const { url } = await running(mill, { mills: { [mill.name]: { method: "QUERY" } }, hide: ["mcp"] });
	const base = url.slice(0, url.lastIndexOf("/"));
	const paths = [
		`${url}/$schema`,
		`${url}/$description`,
		`${base}/$list`,
		`${base}/$schema`,

		`${base}/llms.txt`,
	];
	for (const path of paths) {
		const { status, text } = await ask(path);
		assert.equal(status, 200, path);
		assert.match(text, /\bQUERY\b|"query":/, path);
		assert.doesNotMatch(text, /\bPOST\b|"post":/, path);
	}
	assert.equal((await ask(`${base}/$schema`)).json().openapi, "3.2.0");
});

test("an operator serves a mill with POST whose author chose QUERY", async () => {
	const { mill } = counting("QUERY");
	const { send } = await running(mill, { mills: { [mill.name]: { method: "POST" } } });
	const answer = await send();
	assert.deepEqual([answer.status, answer.headers.get("etag")], [200, null]);
});
