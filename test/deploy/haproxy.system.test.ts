import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { RequestListener } from "node:http";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { lineExchange } from "../../packages/gristmill/dist/testing/line-exchange.js";
import { SUBJECTS } from "../../packages/gristmill/dist/testing/mills/mills.js";
import partTeller from "../../packages/gristmill/dist/testing/mills/part-teller.js";
import { onRawSocket } from "../../packages/gristmill/dist/testing/raw-socket.js";
import { ask, call, start } from "../../packages/gristmill/dist/testing/server.js";
import { checkedHaproxy, haproxy, noHaproxy } from "../../packages/gristmill/dist/testing/servers/haproxy.js";
import { oddServer } from "../../packages/gristmill/dist/testing/servers/odd-server.js";

const skip = noHaproxy;

/** HAProxy in front of these. */
async function proxied(t: TestContext, urls: readonly string[]): Promise<string> {
	const { url } = await haproxy(
		t,
		urls.map((one) => Number(new URL(one).port)),
	);
	return url;
}

/** A replica whose mills are ready as long as `ready` says so. */
const replica = (act: RequestListener, ready: (mill: string) => boolean = () => true) =>
	oddServer(async (request, response) => {
		for await (const _ of request) {
		}
		const [, mill] = /^\/health\/ready\/(.*)/.exec(request.url ?? "") ?? [];
		if (mill !== undefined) response.writeHead(ready(mill) ? 200 : 503).end();
		else if (request.url === "/health/live") response.writeHead(200).end();
		else act(request, response);
	});
const good: RequestListener = (_, response) => response.writeHead(200).end("good");

test("HAProxy takes the configuration as it is", { skip }, () => {
	const { status, stderr } = checkedHaproxy();
	assert.equal(status, 0, stderr);
	assert.doesNotMatch(stderr, /WARNING|ALERT/);
});

test("HAProxy passes on every mill's method, and refuses what is too large for all", { skip }, async (t) => {
	const running = await start();
	const url = await proxied(t, [running.url]);
	for (const subject of SUBJECTS)
		assert.deepEqual((await call({ ...running, url }, subject)).json(), subject.output);
	const large = await ask(`${url}/x`, { method: "POST", headers: { "Content-Length": "99999999" } });
	assert.equal(large.status, 413);
	assert.equal(large.json().status, 413);
});

test("HAProxy passes on a request of HTTP/1.0 without Host", { skip }, async (t) => {
	const url = await proxied(t, [(await start()).url]);
	const lines = ["POST /word-counter HTTP/1.0", "Content-Type: text/plain", "Content-Length: 9"];
	await onRawSocket(url, async (raw) => {
		raw.send(`${lines.join("\r\n")}\r\n\r\ntwo words`);
		assert.equal((await raw.answer()).json().words, 2);
	});
});

test("a small call survives the death of its replica, and a replica that is not ready gets none", {
	skip,
}, async (t) => {
	const dying = await replica((request) => request.socket.destroy());
	let ready = true;
	const leaving = await replica(good, () => ready);
	const living = await replica(good);
	const url = await proxied(t, [dying.url, leaving.url, living.url]);
	const post = () => ask(`${url}/tokeniser`, { method: "POST", body: Buffer.alloc(20_000, 97) });
	for (let n = 0; n < 8; n++) assert.equal((await post()).text, "good");
	const calls = (server: typeof living) =>
		server.requests.filter(({ line }) => line === "POST /tokeniser").length;
	assert.ok(calls(dying) > 0);
	ready = false;
	// Two looks after the change the replica is out.
	const looks = () => leaving.requests.filter(({ line }) => line === "GET /health/ready/tokeniser").length;
	for (const seen = looks(); looks() < seen + 2; ) await setTimeout(50);
	const before = calls(leaving);
	for (let n = 0; n < 8; n++) assert.equal((await post()).text, "good");
	assert.equal(calls(leaving), before);
});

test("where a mill is ready nowhere, other mills and documents get answers, and a 502 is asked for elsewhere", {
	skip,
}, async (t) => {
	const unready: RequestListener = (_, response) => response.writeHead(502).end("unready");
	const first = await replica(unready, (mill) => mill === "tokeniser");
	const second = await replica(good, (mill) => mill === "tokeniser");
	const url = await proxied(t, [first.url, second.url]);
	for (const { requests } of [first, second]) {
		const looks = () => requests.filter(({ line }) => line === "GET /health/ready/classifier").length;
		for (const seen = looks(); looks() < seen + 2; ) await setTimeout(50);
	}
	const status = async (path: string) => (await ask(`${url}/${path}`, { method: "POST" })).status;
	assert.equal(await status("classifier"), 503);
	for (let n = 0; n < 8; n++) {
		assert.equal(await status("tokeniser"), 200);
		assert.equal(await status("another-mill"), 200);
	}
	assert.ok(first.requests.some(({ line }) => line === "POST /tokeniser"));
});

test("HAProxy passes on lines and parts while they come, and requests of lines of any size", {
	skip,
}, async (t) => {
	const site = await start({}, { mills: [partTeller] });
	const url = await proxied(t, [site.url]);
	const lines = lineExchange(`${url}/part-teller`);
	t.after(() => lines.end());
	// Each line is sent when the one before it was answered.
	for (const words of ["one two", "three", "four"])
		assert.deepEqual(await lines.answer(words), { words: words.split(" "), count: words.split(" ").length });
	const large = `"${"x".repeat(50_000)}"\n`.repeat(700);
	const headers = { "Content-Type": "application/jsonl" };
	const answer = await ask(`${url}/part-teller`, { method: "POST", headers, body: Buffer.from(large) });
	assert.equal(answer.status, 200);
	assert.equal(answer.text.match(/"count":1\}\n/g)?.length, 700);
});
