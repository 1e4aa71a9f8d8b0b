// What becomes of a stream that cannot go on. Nobody may take a half for the whole.
import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { test } from "node:test";
import { defineMill, Type, text } from "../index.js";
import { RawSocket } from "../testing/raw-socket.js";
import { start } from "../testing/server.js";
import { READ_MS } from "./wire/send.js";

const ABOUT = {
	version: "1.0.0",
	input: { "text/plain": text() },
	output: Type.Object({ text: Type.String() }),
	parts: "text",
} as const;
/** What the mill has given, and whether its generator has ended. */
const seen = { parts: 0, isOver: false };
const flooder = defineMill({
	...ABOUT,
	name: "text-flooder",
	summary: "Gives text without an end.",
	deadline: 3_600_000,
	*run() {
		seen.parts = 0;
		seen.isOver = false;
		try {
			for (; ; seen.parts++) yield "x".repeat(10_000);
		} finally {
			seen.isOver = true;
		}
	},
});
const waiter = defineMill({
	...ABOUT,
	name: "end-waiter",
	summary: "Gives a text, and waits until its caller leaves.",
	async *run(input, { signal }) {
		yield input;
		await once(signal, "abort");
	},
});
const bounded = defineMill({
	...ABOUT,
	name: "text-bounder",
	summary: "Gives a text three times.",
	maxOutput: 1_000,
	*run(input) {
		for (let i = 0; i < 3; i++) yield input;
	},
});

const init = (body: string, accept = "application/jsonl") => ({
	method: "POST",
	headers: { "Content-Type": "text/plain", Accept: accept },
	body,
});
const turn = () => new Promise<void>((next) => setImmediate(next));

test("parts that are together larger than maxOutput end with a problem, streamed or whole", async () => {
	const { url } = await start({}, { mills: [bounded] });
	const part = "x".repeat(400);
	const streamed = await (await fetch(`${url}/text-bounder`, init(part))).text();
	const lines = streamed.trimEnd().split("\n");
	assert.equal(lines[0], JSON.stringify(part));
	assert.equal(JSON.parse(lines.at(-1) as string).$problem.code, "crashed");
	assert.doesNotMatch(streamed, /\$end/);
	const whole = await fetch(`${url}/text-bounder`, init(part, "application/json"));
	assert.equal(whole.status, 500);
	await assert.rejects(async () => {
		const raw = await fetch(`${url}/text-bounder`, init(part, "text/plain"));
		assert.equal(raw.status, 200);
		await raw.text();
	}, TypeError);
});

test("a drain does not wait longer than it may for a stream, which then has no end", async () => {
	const { url, server } = await start({ drain: 1 }, { mills: [waiter] });
	const response = await fetch(`${url}/end-waiter`, init("a"));
	let told = "";
	const read = (async () => {
		for await (const piece of (response.body as ReadableStream<Uint8Array>).pipeThrough(
			new TextDecoderStream(),
		))
			told += piece;
	})().catch(() => {});
	while (told === "") await turn();
	await server.close();
	await read;
	assert.equal(told, '"a"\n');
});

test("a caller that reads nothing stops the mill, and loses its connection in the end", async () => {
	const { url, server } = await start({}, { mills: [flooder] });
	const connected = once(server.http, "connection");
	const raw = await RawSocket.open(url);
	const [socket] = (await connected) as [Socket];
	raw.socket.pause();
	raw.sendHead(
		"POST /text-flooder HTTP/1.1",
		"Content-Type: text/plain",
		"Accept: text/plain",
		"Content-Length: 1",
	);
	raw.send("a");
	while (socket.timeout !== READ_MS) await turn();
	assert.equal(seen.isOver, false);
	const closed = once(socket, "close");
	// The time is that of node:http, and passes at once.
	socket.emit("timeout");
	await closed;
	while (!seen.isOver) await turn();
	raw.close();
});
