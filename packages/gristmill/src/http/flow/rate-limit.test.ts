import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createServer, type Problem, type Settings } from "../../index.js";
import { CallTimings } from "../../runtime/admission/call-timings.js";
import { folderWith } from "../../testing/command.js";
import { ManualClock } from "../../testing/manual-clock.js";
import { gatedMill } from "../../testing/mills/gated-mill.js";
import { wordCounter } from "../../testing/mills/mills.js";
import { onRawSocket } from "../../testing/raw-socket.js";
import { type Answer, ask, refused, start } from "../../testing/server.js";
import { readLimits } from "../auth/caller-limits.js";
import { tokenLine } from "../auth/token-lines.js";
import type { CallerLimits, HttpRequest } from "../wire/message.js";
import { makeRateLimit } from "./rate-limit.js";

const newToken = () => randomBytes(32).toString("base64url");

/** A server with a rate of one call an hour, and a way to call it. */
async function limited(settings: Settings = {}) {
	const { url } = await start({ rate: "1/h", ...settings }, { mills: [wordCounter] });
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
	assert.ok(wait > 3_000 && wait <= 3_600, String(wait));
	assert.equal(second.json().retryAfter, wait);
	for (const path of ["/$list", "/word-counter/$schema", "/health/live", "/word-counter?$schema"])
		assert.equal((await ask(url + path)).status, 200);
	assert.equal((await ask(`${url}/word-counter`, { method: "OPTIONS" })).status, 204);
});

test("every message of an agent costs what a call costs, whatever it asks for", async () => {
	const { url, call } = await limited({ rate: "6/h", rateFields: true });
	const message = (body: object | string, headers = {}) =>
		ask(`${url}/mcp`, {
			method: "POST",
			headers: { "Content-Type": "application/json", ...headers },
			body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
		});
	const tool = { name: "word-counter", arguments: { input: "one two" } };
	const request = (method: string, params = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
	assert.match((await message(request("tools/call", tool))).text, /"words":2/);
	assert.equal((await message(request("tools/list"))).status, 200);
	assert.equal((await message({ jsonrpc: "2.0", method: "notifications/initialized" })).status, 202);
	assert.equal((await message("no JSON")).status, 400);
	assert.equal((await message("{}", { "Content-Type": "text/plain" })).status, 415);
	const last = await message(request("ping"));
	assert.match(last.headers.get("ratelimit") ?? "", /;r=0;/);
	refused(await message(request("ping")), 429, "too-many-requests");
	refused(await call(), 429, "too-many-requests");
});

test("an agent that has sent too much is refused before its message is read", async () => {
	const { url, call } = await limited();
	assert.equal((await call()).status, 200);
	await onRawSocket(url, async (raw) => {
		const fields = ["Content-Type: application/json", "Content-Length: 900000"];
		raw.sendHead("POST /mcp HTTP/1.1", ...fields, "Expect: 100-continue");
		refused(await raw.answer(), 429, "too-many-requests");
	});
});

test("a forged X-Forwarded-For does not raise the rate", async () => {
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
	assert.match(second.headers.get("ratelimit") ?? "", /^"calls";r=0;t=3\d\d\d$/);
	assert.equal(third.status, 429);
	assert.match(third.headers.get("ratelimit") ?? "", /^"calls";r=0;t=3\d\d\d$/);
	assert.ok(third.headers.get("ratelimit-policy"));
});

test("RateLimit fields stand in the problems of a rated call too", async () => {
	const { url, call } = await limited({ rate: "9/h", rateFields: true });
	const post = (path: string, headers: Record<string, string>) =>
		ask(url + path, { method: "POST", headers, body: Buffer.from("one") });
	const text = { "Content-Type": "text/plain" };
	const answers = [
		await post("/word-counter", { "Content-Type": "image/png" }),
		await post("/word-counter?no=1", text),
		await post("/word-counter", { ...text, Accept: "image/png" }),
		await post("/word-counter", { ...text, "Content-Encoding": "gzip" }),
		await call(),
	];
	assert.deepEqual(
		answers.map(({ status, headers }) => [status, /;r=(\d);/.exec(headers.get("ratelimit") ?? "")?.[1]]),
		[
			[415, "8"],
			[400, "7"],
			[406, "6"],
			[400, "5"],
			[200, "4"],
		],
	);
	assert.equal((await ask(`${url}/$list`)).headers.get("ratelimit"), null, "documents are not rated");
});

test("a caller with a proved name is counted by it and not by its address", () => {
	const limit = makeRateLimit({ rate: "1/h" }, undefined, () => 0);
	const take = (principal: string | undefined, peer: string) =>
		limit?.take({ principal: principal && { name: principal }, peer, headers: {} } as HttpRequest);
	take("ann", "192.0.2.1");
	take("bob", "192.0.2.1");
	take(undefined, "192.0.2.1");
	assert.throws(() => take("ann", "192.0.2.2"), /too-many-requests/);
});

test("credentials may have a rate of their own, more or less than that of all", () => {
	const clock = new ManualClock();
	const limit = makeRateLimit({ rate: "2/min", rateFields: true, auth: {} }, undefined, () => clock.now());
	const take = (name: string, limits?: CallerLimits) => {
		const request = { principal: { name, limits }, headers: {} } as unknown as HttpRequest;
		limit?.take(request);
		return request.rateFields?.["RateLimit-Policy"];
	};
	const slow = readLimits({ rate: "1/min" }, "line");
	const fast = readLimits({ rate: "60/min", burst: 3 }, "line");
	assert.equal(take("slow", slow), '"calls";q=1;w=60');
	assert.throws(() => take("slow", slow), /its limit of 1\/min\. Try again in 60 s/);
	for (let i = 0; i < 3; i++) assert.equal(take("fast", fast), '"calls";q=3;w=3');
	assert.throws(
		() => take("fast", fast),
		(error: Problem) => error.members.limit === "rate" && error.members.retryAfter === 1,
	);
	for (let i = 0; i < 2; i++) take("other");
	assert.throws(() => take("other"), /its limit of 2\/min/);
	clock.advance(1_000);
	take("fast", fast);
	assert.throws(() => take("slow", slow), /Try again in 59 s/);
	clock.advance(59_000);
	take("slow", slow);
});

test("without a rate for all, only credentials that have one are limited", () => {
	const limit = makeRateLimit({ auth: {} }, undefined, () => 0);
	const take = (limits?: CallerLimits) =>
		limit?.take({ principal: { name: "ann", limits }, headers: {} } as unknown as HttpRequest);
	for (let i = 0; i < 100; i++) take();
	take(readLimits({ rate: "1/h" }, "line"));
	assert.throws(() => take(readLimits({ rate: "1/h" }, "line")), /too-many-requests/);
	assert.equal(limit?.countsAddresses, false);
	assert.equal(makeRateLimit({}), undefined);
});

/** A server for two callers, of whom the first has these limits, and calls of both. */
async function twoCallers(t: TestContext, limits: Parameters<typeof tokenLine>[2]) {
	const [ann, bob] = [newToken(), newToken()];
	const lines = [tokenLine("ann", ann, limits), tokenLine("bob", bob)];
	const folder = await folderWith(t, { tokens: `${lines.join("\n")}\n` });
	const { mill, gate } = gatedMill();
	const { url } = await start(
		{ auth: { tokenFile: join(folder, "tokens") } },
		{ mills: [mill, wordCounter] },
	);
	const call = (token: string, name: string, body: string, type = "text/plain") =>
		ask(`${url}/${name}`, {
			method: "POST",
			headers: { "Content-Type": type, Authorization: `Bearer ${token}` },
			body: Buffer.from(body),
		});
	return { ann, bob, gate, call };
}

test("a caller has no more calls at once than its credentials allow, and another caller does not count", async (t) => {
	const { ann, bob, gate, call } = await twoCallers(t, { concurrency: 1 });
	const begun = once(gate, "begun");
	const first = call(ann, "gated-echoer", "x");
	await begun;
	const second = await call(ann, "word-counter", "one");
	refused(second, 429, "too-many-requests");
	const { detail, limit, retryAfter } = second.json<Record<string, unknown>>();
	assert.deepEqual([limit, retryAfter], ["concurrency", 1]);
	assert.match(String(detail), /more calls at once than its limit of 1/);
	assert.equal((await call(bob, "word-counter", "one")).status, 200);
	gate.emit("open");
	assert.equal((await first).status, 200);
	// Refused calls give their place back, too, and lines take theirs one after the other.
	assert.equal((await call(ann, "word-counter", "one", "image/png")).status, 415);
	const many = await call(ann, "word-counter", '"one"\n"two words"\n"3"\n', "application/jsonl");
	assert.deepEqual(
		many.text
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line).words),
		[1, 2, 1],
	);
	assert.equal((await call(ann, "word-counter", "one")).status, 200);
});

test("a caller whose calls have run for the seconds of its day is refused, and the 429 says so", async (t) => {
	const { ann, bob, gate, call } = await twoCallers(t, { secondsPerDay: 1 });
	const begun = once(gate, "begun");
	const long = call(ann, "gated-echoer", "x");
	await begun;
	for (const from = performance.now(); performance.now() < from + 1_000; ) await setTimeout(50);
	// It is not used up before the call has its answer.
	assert.equal((await call(ann, "word-counter", "one")).status, 200);
	gate.emit("open");
	assert.equal((await long).status, 200);
	const next = await call(ann, "word-counter", "one");
	refused(next, 429, "too-many-requests");
	const { detail, limit, retryAfter } = next.json<Record<string, unknown>>();
	assert.equal(limit, "secondsPerDay");
	assert.ok(Number(retryAfter) > 80_000 && Number(retryAfter) <= 86_400, String(retryAfter));
	assert.match(String(detail), /more than its limit of 1 s a day\. Try again in \d+ s\./);
	// The sender of lines is not kept waiting until tomorrow.
	const many = await call(ann, "word-counter", '"one"\n"two"\n', "application/jsonl");
	assert.equal(many.text.match(/"limit":"secondsPerDay"/g)?.length, 2);
	assert.equal((await call(bob, "word-counter", "one")).status, 200);
});

test("the seconds of a day are there again when it is over, and what never ran costs nothing", () => {
	const clock = new ManualClock();
	const limit = makeRateLimit({ auth: {} }, undefined, () => clock.now());
	const limits = readLimits({ secondsPerDay: 2, concurrency: 1 }, "line");
	const request = { principal: { name: "ann", limits }, headers: {} } as unknown as HttpRequest;
	const ended = (milliseconds: number | undefined) => {
		const leave = limit?.enter(request);
		const times = { begun: 1, done: 1 + (milliseconds ?? 0) };
		leave?.(
			milliseconds === undefined ? undefined : Object.assign(new CallTimings(), { lane: "worker", times }),
		);
		limit?.take(request);
	};
	ended(undefined);
	ended(1_999);
	assert.throws(
		() => ended(1),
		(error: Problem) => error.members.limit === "secondsPerDay" && error.members.retryAfter === 86_400,
	);
	clock.advance(86_400_000);
	ended(1_999);
});

for (const settings of [
	{ burst: 3 },
	{ rateFields: true },
	{ rate: "often" },
	{ trustProxy: ["everybody"] },
] as const)
	test(`the settings ${JSON.stringify(settings)} are refused when the server is made`, async () => {
		await assert.rejects(createServer([wordCounter], settings), { name: "RangeError" });
	});
