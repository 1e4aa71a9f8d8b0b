import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import {
	createFetchHandler,
	createListener,
	type FetchHandler,
	MiB,
	type Mill,
	type Settings,
} from "../index.js";
import { awaitedLog } from "../testing/awaited-log.js";
import { gatedMill } from "../testing/mills/gated-mill.js";
import { jpegOf, MILLS } from "../testing/mills/mills.js";
import { type Answer, ask, served } from "../testing/server.js";

const quiet = { log: () => {} };

async function handlerOf(mills: readonly Mill[], settings: Settings = {}) {
	const handler = await createFetchHandler(mills, { ...quiet, ...settings });
	after(() => handler.close());
	return handler;
}

const text = (body: BodyOf, more: RequestInit = {}): RequestInit => ({
	method: "POST",
	body,
	...(body instanceof ReadableStream && { duplex: "half" }),
	...more,
	headers: { "Content-Type": "text/plain", ...(more.headers as Record<string, string>) },
});
type BodyOf = string | Uint8Array | ReadableStream<Uint8Array>;

const send = (handler: FetchHandler, path: string, init?: RequestInit, peer?: string) =>
	handler(new Request(`http://mills.example/${path}`, init), { peer });

// Each request is sent to a server over a socket, and to the handler.

const TOKEN = "grist-and-more-grist-for-ann";
const settings: Settings = {
	base: "/v1",
	publicUrl: "http://mills.example/v1",
	cors: ["https://pages.example"],
	auth: { tokens: [`ann:${TOKEN}`], open: ["word-counter", "query-echoer", "picture-meter"] },
};

const WORDS = { "Content-Type": "text/plain" };
const LONG = "grist ".repeat(20_000);

const REQUESTS: Readonly<Record<string, readonly [string, string, Record<string, string>?, BodyOf?]>> = {
	"a call": ["POST", "v1/word-counter", WORDS, "one two"],
	"a call for HAL": ["POST", "v1/word-counter", { ...WORDS, Accept: "application/hal+json" }, "one two"],
	"a call for XML": ["POST", "v1/word-counter", { ...WORDS, Accept: "application/xml" }, "one two"],
	"a call of an unknown type": ["POST", "v1/word-counter", { "Content-Type": "image/png" }, "one"],
	"a call for an unknown type": ["POST", "v1/word-counter", { ...WORDS, Accept: "image/png" }, "one"],
	"a call without an input": ["POST", "v1/word-counter", WORDS],
	"a call that is too large": [
		"POST",
		"v1/picture-meter",
		{ "Content-Type": "image/jpeg" },
		Buffer.alloc(MiB + 1),
	],
	"a call that the mill refuses": ["POST", "v1/picture-meter", { "Content-Type": "image/jpeg" }, jpegOf()],
	"a call with an unknown parameter": ["POST", "v1/word-counter?colour=red", WORDS, "one"],
	"a compressed call": [
		"POST",
		"v1/word-counter",
		{ ...WORDS, "Content-Encoding": "gzip" },
		gzipSync("one two"),
	],
	"a broken compressed call": [
		"POST",
		"v1/word-counter",
		{ ...WORDS, "Content-Encoding": "gzip" },
		"one two",
	],
	"a long answer": ["QUERY", "v1/query-echoer", WORDS, LONG],
	"a long answer, compressed": ["QUERY", "v1/query-echoer", { ...WORDS, "Accept-Encoding": "gzip" }, LONG],
	"a query": ["QUERY", "v1/query-echoer", WORDS, "Mühle"],
	"a mill that fails": ["POST", "v1/crasher", { ...WORDS, Authorization: `Bearer ${TOKEN}` }, "error"],
	"a call without a token": ["POST", "v1/crasher", WORDS, "error"],
	"a call with a wrong token": ["POST", "v1/crasher", { ...WORDS, Authorization: "Bearer wrong" }, "error"],
	"a call from a page": ["POST", "v1/word-counter", { ...WORDS, Origin: "https://pages.example" }, "one"],
	"a preflight": [
		"OPTIONS",
		"v1/word-counter",
		{ Origin: "https://pages.example", "Access-Control-Request-Method": "POST" },
	],
	options: ["OPTIONS", "v1/word-counter"],
	"a wrong method": ["DELETE", "v1/word-counter"],
	"a schema": ["GET", "v1/word-counter", { Accept: "application/schema+json" }],
	"a schema by its address": ["GET", "v1/word-counter/$schema"],
	"a schema by an encoded address": ["GET", "v1/word-counter/%24schema"],
	"the head of a schema": ["HEAD", "v1/word-counter/$schema"],
	"a list": ["GET", "v1/$list"],
	"a description": ["GET", "v1/word-counter?$description", { Accept: "text/html" }],
	"the page": ["GET", "v1/", { Accept: "text/html" }],
	"an unknown address": ["GET", "v1/nowhere"],
	"an address outside of the base": ["GET", "nowhere"],
	health: ["GET", "health/live"],
	"a problem": ["GET", "v1/$problems/not-found"],
	"a message of an agent": [
		"POST",
		"v1/mcp",
		{ "Content-Type": "application/json", Accept: "application/json", Authorization: `Bearer ${TOKEN}` },
		JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
	],
};

const site = served(settings);
let handler: FetchHandler;
before(async () => {
	handler = await createFetchHandler(MILLS, { ...quiet, ...settings });
	await handler.examined();
});
after(() => handler.close());

/** Fields that a socket's server adds. */
const OF_TRANSPORT = new Set(["date", "connection", "keep-alive"]);

function comparable(status: number, headers: Headers, body: Buffer) {
	const fields = [...headers].filter(([name]) => !OF_TRANSPORT.has(name));
	return { status, fields: Object.fromEntries(fields), body: body.toString("latin1") };
}

for (const [what, [method, path, headers = {}, body]] of Object.entries(REQUESTS))
	test(`${what} gets the answer of a server`, async () => {
		const bytes = body === undefined ? undefined : Buffer.from(body as string);
		const fields = { "Accept-Encoding": "identity", "Request-Id": "grist-1", ...headers };
		const expected: Answer = await ask(`${new URL(site.url).origin}/${path}`, {
			method,
			headers: fields,
			...(bytes && { body: bytes }),
		});
		const got = await send(handler, path, { method, headers: fields, ...(bytes && { body: bytes }) });
		assert.deepEqual(
			comparable(got.status, got.headers, Buffer.from(await got.arrayBuffer())),
			comparable(expected.status, expected.headers, expected.bytes),
		);
	});

test("a known answer is a 304 without a body", async () => {
	for (const init of [
		{ method: "QUERY", headers: WORDS, body: "Mühle" },
		{ method: "GET", headers: { Accept: "application/schema+json" } },
	]) {
		const first = await send(handler, "v1/query-echoer", init);
		const tag = first.headers.get("etag") ?? "";
		const again = { ...init, headers: { ...init.headers, "If-None-Match": tag } as Record<string, string> };
		const known = await send(handler, "v1/query-echoer", again);
		assert.equal(known.status, 304);
		assert.equal(known.headers.get("etag"), tag);
		assert.equal(known.body, null);
	}
});

/** A body that never ends, and what becomes of it. */
function endless(size = 64 * 1024) {
	const seen = { pulled: 0, cancelled: false };
	const body = new ReadableStream<Uint8Array>({
		pull: (controller) => {
			seen.pulled++;
			controller.enqueue(new Uint8Array(size).fill(97));
		},
		cancel: () => {
			seen.cancelled = true;
		},
	});
	return { body, seen };
}

test("a body without an end is read up to the limit, and then cancelled", async () => {
	const { body, seen } = endless();
	const answer = await send(handler, "v1/query-echoer", text(body, { method: "QUERY" }));
	assert.equal(answer.status, 413);
	assert.equal(((await answer.json()) as { maxBytes: number }).maxBytes, MiB);
	assert.ok(seen.cancelled);
	assert.ok(seen.pulled <= 20, `${seen.pulled} pieces were read`);
});

test("a refused call does not read its body", async () => {
	const { body, seen } = endless();
	const more = { headers: { "Content-Type": "image/png" } };
	assert.equal((await send(handler, "v1/word-counter", text(body, more))).status, 415);
	assert.ok(seen.pulled <= 1, `${seen.pulled} pieces were read`);
});

test("a Content-Length that does not match the body changes nothing", async () => {
	for (const length of ["1", "7", "999"]) {
		const pieces = ["one", " ", "two"].map((piece) => Buffer.from(piece));
		const more = { headers: { "Content-Length": length } };
		const answer = await send(handler, "v1/word-counter", text(ReadableStream.from(pieces) as BodyOf, more));
		assert.equal(((await answer.json()) as { words: number }).words, 2, length);
	}
});

test("a caller that leaves cancels its call", async () => {
	const { mill, gate } = gatedMill();
	const gated = await handlerOf([mill]);
	const leaving = new AbortController();
	const [begun, aborted] = [once(gate, "begun"), once(gate, "aborted")];
	const answer = send(gated, "gated-echoer", text("bye", { signal: leaving.signal }));
	await begun;
	leaving.abort();
	assert.deepEqual(await aborted, ["bye"]);
	assert.equal((await answer).status, 499);
});

test("a caller that leaves while it sends is not waited for", async () => {
	const leaving = new AbortController();
	const pulled = new EventTarget();
	const body = new ReadableStream<Uint8Array>({
		pull: () => {
			pulled.dispatchEvent(new Event("pulled"));
			return new Promise(() => {});
		},
	});
	const waits = once(pulled, "pulled");
	const answer = send(handler, "v1/word-counter", text(body, { signal: leaving.signal }));
	await waits;
	leaving.abort();
	assert.equal((await answer).status, 499);
});

test("a body that breaks off is a 400", async () => {
	const body = new ReadableStream<Uint8Array>({
		pull: (controller) => controller.error(new Error("reset")),
	});
	assert.equal((await send(handler, "v1/word-counter", text(body))).status, 400);
});

test("a body that was read before is a 500, and the log says what to change", async () => {
	const { log, logged } = awaitedLog();
	const own = await handlerOf(MILLS, { log });
	const request = new Request("http://mills.example/word-counter", text("one"));
	await request.text();
	assert.equal((await own(request)).status, 500);
	assert.match(await logged("a call failed"), /Pass on an unread request/);
});

test("large answers count until they are read, and a slow reader gets its piece when it asks", async () => {
	const { default: mill }: { default: Mill } = await import("../testing/mills/byte-giver.js");
	const giver = await handlerOf([mill], { maxBuffered: 3 * MiB });
	const want = () =>
		send(giver, `byte-giver?size=${2 * MiB}`, text("good", { headers: { Accept: "image/gif" } }));
	const first = await want();
	const reader = first.body?.getReader();
	assert.ok((await reader?.read())?.value);
	assert.equal((await want()).status, 503);
	await reader?.cancel();
	const second = await want();
	assert.equal(second.status, 200);
	const bytes = Buffer.from(await second.arrayBuffer());
	assert.equal(bytes.length, 2 * MiB);
	assert.equal(bytes.toString("latin1", 0, 6), "GIF89a");
	const third = await want();
	assert.equal(third.status, 200);
	await third.body?.cancel();
});

test("callers have a rate each where the application says who they are", async () => {
	const { log, lines } = awaitedLog();
	const limited = await handlerOf(MILLS, { rate: "1/h", log });
	const call = async (peer?: string) => (await send(limited, "word-counter", text("one"), peer)).status;
	assert.deepEqual(await Promise.all(["192.0.2.1", "192.0.2.1", "192.0.2.2"].map(call)), [200, 429, 200]);
	const warnings = () => lines.filter((line) => line.includes("pass { peer } to the handler")).length;
	assert.equal(warnings(), 0);
	assert.deepEqual([await call(), await call()], [200, 429]);
	assert.equal(warnings(), 1);
});

test("close lets running calls finish and refuses new ones", async () => {
	const { mill, gate } = gatedMill();
	for (const make of [createFetchHandler, createListener] as const) {
		const mounted = await make([mill], quiet);
		assert.deepEqual(await mounted.examined(), { unready: [] });
		const site = "continued" in mounted ? await listening(mounted as never) : undefined;
		const ask = (path: string, init?: RequestInit) =>
			site ? fetch(`${site}/${path}`, init) : send(mounted as FetchHandler, path, init);
		const begun = once(gate, "begun");
		const running = ask("gated-echoer", text("last"));
		await begun;
		const closed = mounted.close();
		assert.equal(mounted.close(), closed);
		assert.equal((await ask("health/ready")).status, 503);
		const late = await ask("gated-echoer", text("late"));
		assert.equal(late.status, 502);
		assert.equal(late.headers.get("retry-after"), "5");
		assert.match(await late.text(), /The server is shutting down/);
		gate.emit("open");
		assert.deepEqual(await (await running).json(), { text: "last" });
		await closed;
	}
});

async function listening(listener: Parameters<typeof createServer>[1]) {
	const http = createServer(listener).listen(0, "127.0.0.1");
	after(() => http.close().closeAllConnections());
	await once(http, "listening");
	return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

test("close does not wait longer than the setting drain says", async () => {
	const { mill, gate } = gatedMill();
	const own = await createFetchHandler([mill], { ...quiet, drain: 1 });
	const begun = once(gate, "begun");
	const running = send(own, "gated-echoer", text("last"));
	await begun;
	await own.close();
	gate.emit("open");
	await running;
});
