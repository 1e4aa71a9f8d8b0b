import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer, type Settings } from "../index.js";
import { type Answer, ask, refused, start } from "../testing/server.js";
import type { Request } from "./message.js";
import { makeRateLimit } from "./rate-limit.js";

const COUNTER = new URL("../../examples/word-counter.js", import.meta.url);

/** A server with a rate of one call an hour, and a way to call it. */
async function limited(settings: Settings = {}) {
	const { url } = await start({ workers: 1, rate: "1/h", ...settings }, { mills: [COUNTER] });
	const call = (headers = {}): Promise<Answer> =>
		ask(`${url}/word-counter`, {
			method: "POST",
			headers: { "Content-Type": "text/plain", ...headers },
			body: Buffer.from("one two"),
		});
	return { url, call };
}

test("one call too many is refused with 429 and an honest Retry-After, and documents and health never", async () => {
	const { url, call } = await limited();
	const first = await call();
	assert.equal(first.status, 200);
	assert.equal(first.headers.get("ratelimit"), null);
	const second = await call();
	refused(second, 429, "too-many-requests");
	const wait = Number(second.headers.get("retry-after"));
	assert.ok(wait > 3_590 && wait <= 3_600, String(wait));
	assert.equal(second.json().retryAfter, wait);
	for (const path of ["/$list", "/word-counter/$schema", "/health/live", "/word-counter?$schema"])
		assert.equal((await ask(url + path)).status, 200);
	assert.equal((await ask(`${url}/word-counter`, { method: "OPTIONS" })).status, 204);
});

test("a call of a tool costs what a call of its mill costs, and to ask for the tools nothing", async () => {
	const { url, call } = await limited();
	const message = (method: string, params: object) =>
		ask(`${url}/mcp`, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })),
		});
	const tool = { name: "word-counter", arguments: { input: "one two" } };
	for (let i = 0; i < 3; i++) assert.equal((await message("tools/list", {})).status, 200);
	assert.match((await message("tools/call", tool)).text, /"words":2/);
	refused(await message("tools/call", tool), 429, "too-many-requests");
	refused(await call(), 429, "too-many-requests");
});

test("a forged X-Forwarded-For gives nobody another call", async () => {
	const { call } = await limited();
	assert.equal((await call({ "X-Forwarded-For": "192.0.2.1" })).status, 200);
	for (const forged of ["192.0.2.2", "127.0.0.1", "::1, 192.0.2.3"])
		assert.equal((await call({ "X-Forwarded-For": forged, Forwarded: "for=192.0.2.9" })).status, 429);
});

test("a trusted proxy tells callers apart, and the answer does not depend on who asks", async () => {
	const { call } = await limited({ trustProxy: ["127.0.0.0/8"] });
	const one = await call({ "X-Forwarded-For": "192.0.2.1" });
	const other = await call({ "X-Forwarded-For": "192.0.2.2" });
	assert.equal(one.text, other.text);
	const fields = ({ headers }: Answer) =>
		[...headers].filter(([name]) => name !== "request-id" && name !== "date");
	assert.deepEqual(fields(one), fields(other));
	assert.equal((await call({ "X-Forwarded-For": "203.0.113.7, 192.0.2.1" })).status, 429);
});

test("RateLimit fields tell what is left, also to who is refused", async () => {
	const { call } = await limited({ rate: "2/h", rateFields: true });
	const [first, second, third] = [await call(), await call(), await call()];
	assert.equal(first.headers.get("ratelimit-policy"), '"calls";q=2;w=3600');
	assert.match(first.headers.get("ratelimit") ?? "", /^"calls";r=1;t=1800$/);
	assert.match(second.headers.get("ratelimit") ?? "", /^"calls";r=0;t=3[56]\d\d$/);
	assert.equal(third.status, 429);
	assert.match(third.headers.get("ratelimit") ?? "", /^"calls";r=0;t=3[56]\d\d$/);
	assert.ok(third.headers.get("ratelimit-policy"));
});

test("a caller with a proved name is counted by it and not by its address", () => {
	const limit = makeRateLimit({ rate: "1/h" }, () => 0);
	const take = (principal: string | undefined, peer: string) =>
		limit?.take({ principal: principal && { name: principal }, peer, headers: {} } as Request);
	take("ann", "192.0.2.1");
	take("bob", "192.0.2.1");
	take(undefined, "192.0.2.1");
	assert.throws(() => take("ann", "192.0.2.2"), /too-many-requests/);
});

for (const settings of [
	{ burst: 3 },
	{ rateFields: true },
	{ rate: "often" },
	{ trustProxy: ["everybody"] },
] as const)
	test(`the settings ${JSON.stringify(settings)} are refused when the server is made`, async () => {
		await assert.rejects(createServer([COUNTER], settings), { name: "RangeError" });
	});
