import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { spawnSync } from "node:child_process";
import type { RequestListener } from "node:http";
import { test } from "node:test";
import { createClient } from "../../packages/gristmill/dist/client/index.js";
import { certificates, noOpenSsl } from "../../packages/gristmill/dist/testing/certificates.js";
import { start as command } from "../../packages/gristmill/dist/testing/command.js";
import { SUBJECTS } from "../../packages/gristmill/dist/testing/mills/mills.js";
import partTeller from "../../packages/gristmill/dist/testing/mills/part-teller.js";
import { onRawSocket } from "../../packages/gristmill/dist/testing/raw-socket.js";
import { ask, call, start } from "../../packages/gristmill/dist/testing/server.js";
import { nginx, noNginx } from "../../packages/gristmill/dist/testing/servers/nginx.js";
import { type OddServer, oddServer } from "../../packages/gristmill/dist/testing/servers/odd-server.js";
import { freePort } from "../../packages/gristmill/dist/testing/servers/replica.js";

const portOf = (url: string) => Number(new URL(url).port);
const skip = noNginx;
const noCurl = spawnSync("curl", ["--version"]).status !== 0 && "curl is not installed";

/** A replica that reads the whole request, and then does as it is told. */
const replica = (act: RequestListener): Promise<OddServer> =>
	oddServer(async (request, response) => {
		for await (const _ of request) {
		}
		act(request, response);
	});
const good: RequestListener = (_, response) => response.writeHead(200).end("good");
const post = (url: string, body = "hi") => ask(`${url}/x`, { method: "POST", body: Buffer.from(body) });

test("nginx passes on QUERY, Expect and two megabytes, and the answers are the replica's", {
	skip,
}, async (t) => {
	const site = await start();
	const proxy = await nginx(t, [portOf(site.url)]);
	for (const subject of SUBJECTS)
		assert.deepEqual((await call({ ...site, url: proxy.url }, subject)).json(), subject.output);
	const body = Buffer.alloc(2 ** 21, "x ");
	const checksum = { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body };
	const [direct, passed] = await Promise.all(
		[site.url, proxy.url].map((url) => ask(`${url}/checksum-calculator/sha256`, checksum)),
	);
	assert.deepEqual(passed?.json(), direct?.json());
	await onRawSocket(proxy.url, async (raw) => {
		const fields = ["Content-Type: text/plain", "Content-Length: 9", "Expect: 100-continue"];
		raw.sendHead("POST /word-counter HTTP/1.1", ...fields);
		assert.equal((await raw.answer()).status, 100);
		raw.send("two words");
		assert.equal((await raw.answer()).json().words, 2);
	});
	assert.equal((await ask(`${proxy.url}/word-counter/$schema`)).status, 200);
});

test("nginx passes an address on byte by byte, and no claim of a caller about where it is", {
	skip,
}, async (t) => {
	const server = await replica(good);
	const proxy = await nginx(t, [portOf(server.url)]);
	const target = "/a%2Fb//c%24/$schema?x=%2e&y";
	const headers = { "X-Forwarded-For": "6.6.6.6", Forwarded: "for=6.6.6.6", Host: "mills.example" };
	await ask(proxy.url + target, { headers });
	const [seen] = server.requests;
	assert.equal(seen?.line, `GET ${target}`);
	assert.equal(seen?.headers["x-forwarded-for"], "127.0.0.1");
	assert.equal(seen?.headers.forwarded, undefined);
	assert.equal(seen?.headers.host, "mills.example");
});

test("nginx passes on a request of HTTP/1.0 without Host", { skip }, async (t) => {
	const proxy = await nginx(t, [portOf((await start()).url)]);
	const lines = ["POST /word-counter HTTP/1.0", "Content-Type: text/plain", "Content-Length: 9"];
	await onRawSocket(proxy.url, async (raw) => {
		raw.send(`${lines.join("\r\n")}\r\n\r\ntwo words`);
		assert.equal((await raw.answer()).json().words, 2);
	});
});

test("a replica that nobody listens on, and one that dies over a call, cost the caller nothing", {
	skip,
}, async (t) => {
	const dying = await replica((request) => request.socket.destroy());
	const living = await replica(good);
	const proxy = await nginx(t, [await freePort(), portOf(dying.url), portOf(living.url)]);
	const body = "x".repeat(2 ** 21);
	for (let n = 0; n < 6; n++) assert.equal((await post(proxy.url, body)).text, "good");
	assert.ok(dying.requests.length > 0);
	assert.equal(living.requests.length, 6);
	assert.ok(living.requests.every(({ headers }) => headers["content-length"] === String(body.length)));
});

test("a kept connection that the replica closes under a call is no error", { skip }, async (t) => {
	const seen = new Set<unknown>();
	const once: RequestListener = (request, response) => {
		if (seen.has(request.socket)) request.socket.destroy();
		else good(request, response);
		seen.add(request.socket);
	};
	const [first, second] = [await replica(once), await replica(good)];
	// However slow the machine is: only the test closes connections.
	for (const { server } of [first, second]) server.keepAliveTimeout = 0;
	const proxy = await nginx(t, [portOf(first.url), portOf(second.url)]);
	for (let n = 0; n < 8; n++) assert.equal((await post(proxy.url)).text, "good");
	assert.ok(first.requests.length + second.requests.length > 8, "no connection was kept");
});

for (const status of [500, 503, 504])
	test(`an answer ${status} is an answer: no other replica is asked`, { skip }, async (t) => {
		const servers = await Promise.all(
			[1, 2].map(() => replica((_, response) => response.writeHead(status).end("mine"))),
		);
		const proxy = await nginx(
			t,
			servers.map(({ url }) => portOf(url)),
		);
		const answer = await post(proxy.url);
		assert.deepEqual([answer.status, answer.text], [status, "mine"]);
		assert.equal(servers.flatMap(({ requests }) => requests).length, 1);
	});

test("a mill that is not ready is asked for elsewhere, and where it is ready nowhere, other mills go on", {
	skip,
}, async (t) => {
	const unready: RequestListener = (_, response) => response.writeHead(502).end("unready");
	const withTokeniser: RequestListener = (request, response) =>
		(request.url?.startsWith("/tokeniser") ? good : unready)(request, response);
	const everything: RequestListener = (request, response) =>
		(request.url?.startsWith("/classifier") ? unready : good)(request, response);
	const some = await replica(withTokeniser);
	const most = await replica(everything);
	const proxy = await nginx(t, [portOf(some.url), portOf(most.url)]);
	const ask = async (mill: string) => {
		const { status, text } = await post(`${proxy.url}/${mill}`);
		return `${status} ${text}`;
	};
	for (let n = 0; n < 20; n++) {
		assert.equal(await ask("translator"), "200 good");
		assert.match(await ask("classifier"), /^502 /);
		assert.equal(await ask("tokeniser"), "200 good");
	}
	assert.ok(
		some.requests.some(({ line }) => line.includes("/translator")),
		"no call was asked for elsewhere",
	);
});

test("where no replica can be reached, and where the input is too large, the answer is a problem", {
	skip,
}, async (t) => {
	const proxy = await nginx(t, [await freePort(), await freePort()]);
	const nobody = await post(proxy.url);
	assert.equal(nobody.status, 502);
	assert.equal(nobody.type, "application/problem+json");
	assert.equal(nobody.headers.get("retry-after"), "1");
	assert.equal(nobody.json().status, 502);
	const large = await ask(`${proxy.url}/x`, {
		method: "POST",
		headers: { "Content-Length": "99999999" },
	}).catch(() => undefined);
	assert.equal(large?.status, 413);
	assert.equal(large?.json().code, "content-too-large");
	assert.equal(large?.headers.get("server"), "nginx");
});

test("an answer that is cut after its head is an error to a bare caller, and our client asks again", {
	skip,
}, async (t) => {
	let cuts = 2;
	const cutting = await replica((request, response) => {
		if (cuts-- <= 0) return response.writeHead(200, { "Content-Type": "text/plain" }).end("whole");
		response.writeHead(200, { "Content-Length": "2000000" });
		return response.write("x".repeat(300_000), () => request.socket.destroy());
	});
	const proxy = await nginx(t, [portOf(cutting.url)]);
	await assert.rejects(post(proxy.url));
	const { output, attempts } = await createClient(proxy.url).call("x", "hi", { method: "POST" });
	assert.deepEqual([output, attempts], ["whole", 2]);
});

test("in front, nginx speaks HTTP/2 and lets in callers with a certificate alone", {
	skip: noNginx || noOpenSsl || noCurl,
}, async (t) => {
	const folder = await certificates(t);
	const proxy = await nginx(t, [portOf((await start()).url)], folder);
	const curl = async (...words: string[]) => {
		const common = [
			"-sS",
			"--max-time",
			"600",
			"--cacert",
			"server.pem",
			"-w",
			"\n%{http_version} %{http_code}",
		];
		const more = ["-H", "Content-Type: text/plain", "--data-raw", "two words"];
		// Not synchronously: the replica lives in this process.
		const running = command(t, "curl", [...common, ...more, ...words, `${proxy.secureUrl}/word-counter`], {
			cwd: folder,
		});
		await running.ended;
		return running.stdout() + running.stderr();
	};
	const certified = await curl("--http2", "--cert", "caller.pem", "--key", "request.key");
	assert.match(certified, /^\{"words":2,.*\}\n2 200$/);
	assert.match(await curl("--http1.1"), /No required SSL certificate[\s\S]* 400$/);
});

test("nginx passes on requests of many lines, as large as a replica reads before it answers, and refuses larger ones", {
	skip,
}, async (t) => {
	const site = await start({}, { mills: [partTeller] });
	const { url } = await nginx(t, [portOf(site.url)]);
	const headers = { "Content-Type": "application/jsonl" };
	const send = (lines: number) => {
		const body = Buffer.from(`"${"x".repeat(50_000)}"\n`.repeat(lines));
		return ask(`${url}/part-teller`, { method: "POST", headers, body });
	};
	const answer = await send(150);
	assert.equal(answer.status, 200);
	assert.equal(answer.text.match(/"count":1\}\n/g)?.length, 150);
	assert.equal((await send(170)).status, 413);
	const outcomes = createClient(url).many(
		"part-teller",
		Array.from({ length: 2_000 }, (_, i) => `line ${i}`),
	);
	let count = 0;
	for await (const { index, answer } of outcomes)
		assert.deepEqual(answer?.output, { words: ["line", String(count++)], count: 2 }, String(index));
	assert.equal(count, 2_000);
});
