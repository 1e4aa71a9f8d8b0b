import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { test } from "node:test";
import { open } from "../library/index.js";
import gauge from "../testing/mills/line-gauge.js";
import { start } from "../testing/server.js";

const GAUGE = new URL("../testing/mills/line-gauge.js", import.meta.url);
/** The bytes of the long input. 10 GB take minutes. */
const LONG = Number(process.env.TEST_LONG ?? 200_000_000);

async function running(settings: object = {}) {
	const running = await start({ workers: 1, inline: "never", ...settings }, { mills: [GAUGE] });
	await running.server.examined();
	const call = (lines: Iterable<string> | AsyncIterable<string>, accept = "application/jsonl") =>
		fetch(`${running.url}/line-gauge`, {
			method: "POST",
			headers: { "Content-Type": "text/plain", Accept: accept },
			body: Readable.toWeb(Readable.from(lines, { objectMode: false })),
			duplex: "half",
		} as unknown as RequestInit);
	return { ...running, call };
}

/** A line, and then nothing until the answer has come to its part. */
function gated(first: string) {
	let open = () => {};
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	async function* lines() {
		yield first;
		await opened;
		yield "later\n";
	}
	return { lines: lines(), open: () => open() };
}

async function readerOf(response: Response) {
	return (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
}

test("parts of a worker go out while the input comes in", async () => {
	const { call } = await running();
	const { lines, open: go } = gated("one\n");
	const reader = await readerOf(await call(lines));
	assert.equal((await reader.read()).value, "3\n");
	go();
	let rest = "";
	for (let step = await reader.read(); !step.done; step = await reader.read()) rest += step.value;
	assert.equal(rest, '5\n{"$end":{"parts":2,"bytes":8}}\n');
	const plain = await call(["one\nla", "ter\n"], "application/json");
	assert.deepEqual(await plain.json(), { lengths: [3, 5], bytes: 8 });
});

test("a deadline counts from the last input that was taken, and not while the sender is awaited", async () => {
	const { call } = await running({ deadline: 2_000 });
	const { lines, open: go } = gated("one\n");
	const reader = await readerOf(await call(lines));
	await reader.read();
	// Longer than the deadline, which must not end the call.
	await new Promise((later) => setTimeout(later, 2_500));
	go();
	let rest = "";
	for (let step = await reader.read(); !step.done; step = await reader.read()) rest += step.value;
	assert.match(rest, /\$end/);
	assert.match(await (await call(["one\n", "HANG\n"])).text(), /^3\n{"\$problem":{.*deadline-exceeded/);
});

test("a worker that dies with a part of the input ends the call: no other one can have the input", async () => {
	const { call, server } = await running();
	const { lines } = gated("one\n");
	const reader = await readerOf(await call(lines));
	await reader.read();
	for (const pid of server.workers()) process.kill(pid, "SIGKILL");
	const { value = "" } = await reader.read();
	const { $problem } = JSON.parse(value);
	assert.deepEqual([$problem.code, $problem.retryAfter], ["unready", 1]);
	assert.match($problem.detail, /no other one can have the input/);
	assert.match(await (await call(["one\n"])).text(), /\$end/);
});

test("long inputs pass in little memory", async () => {
	const { url } = await running();
	const line = `${"x".repeat(9_999)}\n`;
	const block = Buffer.from(line.repeat(10));
	const send = (blocks: () => Iterable<Buffer>) =>
		new Promise<{ bytes: number; last: string; most: number }>((resolve, reject) => {
			const sent = request(`${url}/line-gauge`, {
				method: "POST",
				headers: { "Content-Type": "text/plain", Accept: "application/jsonl" },
			});
			sent.on("error", reject);
			sent.on("response", async (response) => {
				let bytes = 0;
				let last = "";
				let most = 0;
				for await (const piece of response) {
					bytes += piece.length;
					last = (last + piece).slice(-500);
					most = Math.max(most, process.memoryUsage.rss());
				}
				resolve({ bytes, last, most });
			});
			Readable.from(blocks()).pipe(sent);
		});
	await send(() => Array(100).fill(block));
	const before = process.memoryUsage.rss();
	const { last, most } = await send(function* () {
		for (let sent = 0; sent < LONG; sent += block.length) yield block;
	});
	const sent = Math.ceil(LONG / block.length) * block.length;
	assert.match(
		last,
		new RegExp(
			`{"\\$end":{"parts":${sent / line.length},"bytes":${(sent / line.length) * (line.length - 1)}}}\\n$`,
		),
	);
	// This process is the client, too.
	assert.ok(most - before < 0.8 * LONG, `${(most - before) / 1024 / 1024} MiB`);
});

test("a line that never ends is refused once it is too long, and its sender, who goes on sending, reads why", async () => {
	const { url } = await running();
	const sent = request(`${url}/line-gauge`, {
		method: "POST",
		headers: { "Content-Type": "text/plain", Accept: "application/jsonl" },
	});
	const block = Buffer.alloc(100_000, "x");
	const source = Readable.from(
		(function* () {
			for (let sent = 0; sent < 2_000_000_000; sent += block.length) yield block;
		})(),
	);
	// The server closes the connection when enough has been discarded. What was sent since is lost, and the answer is not.
	sent.on("error", () => {});
	source.pipe(sent);
	const [response] = (await once(sent, "response")) as [IncomingMessage];
	let answer = "";
	for await (const piece of response.setEncoding("utf8")) answer += piece;
	source.destroy();
	assert.deepEqual([response.statusCode, response.headers.connection], [413, "close"]);
	assert.equal(JSON.parse(answer).code, "content-too-large");
});

test("an opened mill takes what comes in pieces, here and in workers", async () => {
	async function* pieces() {
		yield "on";
		yield Buffer.from("e\nt");
		yield "wo\ud83d";
		yield "\ude00";
	}
	for (const workers of [0, 1]) {
		await using measure = await open<typeof gauge>(workers ? GAUGE : gauge, { workers });
		assert.deepEqual(await measure(pieces() as AsyncIterable<string>), { lengths: [3, 5], bytes: 8 });
		assert.deepEqual(await measure("one\ntwo"), { lengths: [3, 3], bytes: 6 });
		const parts: number[] = [];
		for await (const part of measure.stream(pieces() as AsyncIterable<string>)) parts.push(part);
		assert.deepEqual(parts, [3, 5]);
	}
});
