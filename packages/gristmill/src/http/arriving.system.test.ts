import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { request as requestSecure } from "node:https";
import type { Socket } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { createFetchHandler, MiB, type Settings } from "../index.js";
import { awaitedLog } from "../testing/awaited-log.js";
import { makeCertificate } from "../testing/certificate.js";
import { folderWith } from "../testing/command.js";
import { HEAD, patterned } from "../testing/mills/byte-sender.js";
import { signal } from "../testing/processes.js";
import { RawSocket } from "../testing/raw-socket.js";
import { served, start } from "../testing/server.js";
import { HALF_CLOSE_MS } from "./wire/connection.js";

/** A server of byte-sender, and of those that these queries of its module make. */
function serve(settings: Settings = {}, queries: readonly string[] = []) {
	const logs = awaitedLog();
	const running = served(
		{ log: logs.log, accessLog: "all", workers: 1, ...settings },
		{
			mills: ["", ...queries].map(
				(query) => new URL(`../testing/mills/byte-sender.js${query}`, import.meta.url),
			),
		},
	);
	/** The next record of a mill. A test that shares its server looks at a mill of its own. */
	const recorded = async (mill = "byte-sender") => {
		for (;;) {
			const record = JSON.parse(await logs.logged('"request"'));
			if (record.mill === mill) return record;
		}
	};
	return { running, ...logs, recorded };
}

interface Wanted {
	readonly mill?: string;
	readonly input?: string;
	readonly size: number;
	readonly method?: string;
	readonly fields?: Readonly<Record<string, string>>;
	readonly ca?: string;
	readonly agent?: Agent | false;
}

/** Asks, and resolves with the head of the answer. */
async function ask(
	url: string,
	{ mill = "byte-sender", input = "good", size, method = "POST", fields, ca, agent = false }: Wanted,
) {
	const headers = {
		"Content-Type": "text/plain",
		"Content-Length": input.length,
		Accept: "application/octet-stream",
		...fields,
	};
	const options = { method, headers, agent, ca } as const;
	const asked = (ca === undefined ? request : requestSecure)(`${url}/${mill}?size=${size}`, options);
	asked.end(input);
	const [answer] = (await once(asked, "response")) as [IncomingMessage];
	return answer;
}

async function whole(answer: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of answer) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** Asks, and compares the answer with what it must be. Returns its first bytes. */
async function demandGood(url: string, wanted: Wanted): Promise<string> {
	const answer = await ask(url, wanted);
	assert.equal(answer.statusCode, 200);
	assert.equal(answer.headers["content-length"], String(wanted.size));
	const bytes = await whole(answer);
	assert.ok(bytes.subarray(HEAD).equals(patterned(wanted.size)));
	return bytes.toString("hex", 0, HEAD);
}

/** Asks for bytes that stop in the middle. Resolves with the answer and the process that hangs. */
async function askInVain(url: string, { input = "hang", mill = "byte-sender" } = {}) {
	const answer = await ask(url, { mill, input, size: 8 * MiB });
	assert.equal(answer.statusCode, 200);
	assert.equal(answer.headers["content-length"], String(8 * MiB));
	const [first] = (await once(answer, "data")) as [Buffer];
	return { answer, pid: first.readUInt32BE(0) };
}

/** Waits until an answer has broken off. */
async function demandBroken(answer: IncomingMessage): Promise<void> {
	await assert.rejects(whole(answer), { code: "ECONNRESET" });
	assert.equal(answer.complete, false);
}

const site = serve({ workers: 2, drain: 3_600_000 }, ["?name=byte-getter&method=GET", "?name=killed-sender"]);
// Long enough for the first bytes of a result on a busy machine. Calls that must succeed are those of other mills.
const lone = serve({ workers: 1 }, ["?name=hasty-sender&deadline=5000"]);
const narrow = serve({ workers: 2, maxBuffered: 20 * MiB }, ["?name=waiting-sender"]);

for (const size of [HEAD, 65_536, 262_143, 262_144, MiB, 10_000_000])
	test(`${size} bytes come as they were sent, and the record says so`, async () => {
		await demandGood(site.running.url, { size });
		const { status, bytesOut, lane, runMs, totalMs } = await site.recorded();
		assert.deepEqual([status, bytesOut, lane], [200, size, "worker"]);
		assert.ok(runMs > 0 && runMs <= totalMs);
	});

test("equal calls at the same time share the bytes", async () => {
	const heads = await Promise.all(
		[MiB, MiB, MiB, MiB].map((size) => demandGood(site.running.url, { input: "wait2000", size })),
	);
	assert.equal(new Set(heads).size, 1);
	const lanes = await Promise.all(heads.map(async () => (await site.recorded()).lane));
	assert.deepEqual(lanes.sort(), ["shared", "shared", "shared", "worker"]);
});

test("calls in a row each get their own bytes", async () => {
	// After these the mill is known as quick.
	for (let i = 0; i < 40; i++) await demandGood(site.running.url, { size: HEAD });
	const sizes = Array.from({ length: 12 }, (_, i) => 200_000 + i * 50_000);
	await Promise.all(sizes.map((size) => demandGood(site.running.url, { size })));
});

test("of compressible types, a caller that accepts gzip gets the bytes compressed", async () => {
	const fields = { Accept: "image/svg+xml", "Accept-Encoding": "gzip" };
	const answer = await ask(site.running.url, { size: 2 * MiB, fields });
	assert.equal(answer.headers["content-encoding"], "gzip");
	const bytes = gunzipSync(await whole(answer));
	assert.ok(bytes.subarray(HEAD).equals(patterned(2 * MiB)));
	await demandGood(site.running.url, { size: 2 * MiB, fields: { Accept: "image/svg+xml" } });
});

test("HEAD has the length and no bytes, and the connection stays in order", async () => {
	const mill = "byte-getter";
	const {
		running: { url },
		recorded,
	} = site;
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const head = await ask(url, { mill, size: MiB, method: "HEAD", agent });
	assert.equal(head.headers["content-length"], String(MiB));
	assert.equal((await whole(head)).length, 0);
	assert.equal((await recorded(mill)).bytesOut, 0);
	await demandGood(url, { mill, size: MiB, method: "GET", agent });
	agent.destroy();
});

test("bytes of a worker are sent over TLS", async (t) => {
	const { cert, key } = await makeCertificate("sender");
	const folder = await folderWith(t, { "cert.pem": cert, "key.pem": key });
	const tls = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
	const sender = new URL("../testing/mills/byte-sender.js", import.meta.url);
	const { url } = await start({ tls, workers: 1 }, { mills: [sender] });
	await demandGood(url, { size: 10_000_000, ca: cert });
});

test("bytes of a worker are the answer of a fetch handler", async (t) => {
	const sender = new URL("../testing/mills/byte-sender.js", import.meta.url);
	const handler = await createFetchHandler([sender], { log: () => {}, workers: 1 });
	t.after(() => handler.close());
	const headers = { "Content-Type": "text/plain", Accept: "application/octet-stream" };
	const url = `http://mills.example/byte-sender?size=${3 * MiB}`;
	const answer = await handler(new Request(url, { method: "POST", body: "good", headers }));
	assert.equal(answer.headers.get("content-length"), String(3 * MiB));
	const bytes = Buffer.from(await answer.arrayBuffer());
	assert.ok(bytes.subarray(HEAD).equals(patterned(3 * MiB)));
});

test("if the worker is killed in the middle, the connection breaks off, and no other call is affected", async () => {
	const mill = "killed-sender";
	const {
		running: { url },
		logged,
		recorded,
	} = site;
	const hanging = { mill, input: "wait2000 hang" };
	const sharers = await Promise.all([askInVain(url, hanging), askInVain(url, hanging)]);
	assert.equal(sharers[1]?.pid, sharers[0]?.pid);
	await demandGood(url, { mill, size: 2 * MiB });
	assert.equal((await recorded(mill)).status, 200);
	const broken = sharers.map(({ answer }) => demandBroken(answer));
	signal(sharers[0]?.pid, "SIGKILL");
	await Promise.all(broken);
	assert.match(await logged("a call failed"), /the worker died while it sent the result: signal SIGKILL/);
	const { status, code, bytesOut } = await recorded(mill);
	assert.deepEqual([status, code], [500, "crashed"]);
	assert.ok(bytesOut > 0 && bytesOut < 8 * MiB);
	// It did not run again.
	await demandGood(url, { mill, size: 2 * MiB });
	await demandGood(url, { mill, size: 2 * MiB });
});

test("if the deadline comes in the middle, the connection breaks off", async () => {
	const mill = "hasty-sender";
	const { running, recorded } = lone;
	const { answer } = await askInVain(running.url, { mill });
	await demandBroken(answer);
	const { status, code, totalMs } = await recorded(mill);
	assert.deepEqual([status, code], [504, "deadline-exceeded"]);
	// Timers may ring a little early.
	assert.ok(totalMs > 4_900);
	await demandGood(running.url, { size: 2 * MiB });
});

test("a caller that reads slowly does not delay others, and gets all", async () => {
	const { url } = lone.running;
	const slow = await ask(url, { size: 32 * MiB });
	for (let i = 0; i < 3; i++) await demandGood(url, { size: MiB + i });
	await setTimeout(200);
	assert.ok((await whole(slow)).subarray(HEAD).equals(patterned(32 * MiB)));
});

test("a caller that leaves in the middle is recorded as gone, and its worker works on", async () => {
	const mill = "hasty-sender";
	const { running, recorded } = lone;
	const { answer } = await askInVain(running.url, { mill });
	answer.destroy();
	assert.equal((await recorded(mill)).status, 499);
	// This one leaves bytes that still come.
	const other = await ask(running.url, { size: 32 * MiB });
	other.destroy();
	await recorded();
	await demandGood(running.url, { size: 2 * MiB });
});

test("bytes count among those in memory until their caller has read them", async () => {
	const { url } = narrow.running;
	const slow = await ask(url, { size: 16 * MiB });
	const refusal = await ask(url, { size: 8 * MiB });
	assert.equal(refusal.statusCode, 503);
	await whole(refusal);
	await whole(slow);
	await demandGood(url, { size: 8 * MiB });
});

test("an answer that waits behind another one no longer counts when its caller leaves", async () => {
	const {
		running: { url, server },
	} = narrow;
	/** Two calls on a connection, and whether the result of the second one, which waits for the first, has filled the memory. */
	const fill = async () => {
		const connected = once(server.http, "connection");
		const raw = await RawSocket.open(url);
		const [socket] = (await connected) as [Socket];
		let isAnswered = false;
		raw.socket.once("data", () => {
			isAnswered = true;
		});
		for (const [input, size] of [
			["wait20000", HEAD],
			["good", 16 * MiB],
		] as const) {
			const head = ["Content-Type: text/plain", `Content-Length: ${input.length}`];
			raw.sendHead(`POST /waiting-sender?size=${size} HTTP/1.1`, ...head, "Accept: application/octet-stream");
			raw.send(input);
		}
		let status = 200;
		while (status !== 503 && !isAnswered) {
			const other = await ask(url, { size: 8 * MiB });
			status = other.statusCode ?? 0;
			await whole(other);
		}
		return { raw, socket, isFull: status === 503 };
	};
	let { raw, socket, isFull } = await fill();
	// The second result was refused if it came while one of the others was read.
	while (!isFull) {
		raw.close();
		({ raw, socket, isFull } = await fill());
	}
	const closed = new Promise((resolve) => socket.once("close", resolve));
	// Not `close`: soon after a call, that would mean that the caller still waits.
	raw.socket.resetAndDestroy();
	await closed;
	await demandGood(url, { size: 8 * MiB });
});

test("a caller that ends its own side while bytes arrive gets all of them", async () => {
	const { url } = site.running;
	const raw = await RawSocket.open(url, { halfOpen: true });
	const head = ["Content-Type: text/plain", "Content-Length: 5", "Accept: application/octet-stream"];
	raw.sendHead(`POST /byte-sender?size=${4 * MiB} HTTP/1.1`, ...head);
	raw.send("stall");
	await once(raw.socket, "data");
	await setTimeout(2 * HALF_CLOSE_MS);
	raw.socket.end();
	const { status, bytes } = await raw.answer();
	assert.equal(status, 200);
	assert.ok(bytes.subarray(HEAD).equals(patterned(4 * MiB)));
	raw.close();
});

// The last one, since it closes the server of the others.
test("a server that ends sends the rest first", async () => {
	const { url, server } = site.running;
	const answer = await ask(url, { size: 32 * MiB });
	const closed = server.close();
	await setTimeout(400);
	assert.ok((await whole(answer)).subarray(HEAD).equals(patterned(32 * MiB)));
	await closed;
});
