// What becomes of many inputs in one request if something else ends.
import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import type { Socket } from "node:net";
import { test } from "node:test";
import { defineMill, Type, text } from "../index.js";
import { ManualClock } from "../testing/manual-clock.js";
import { RawSocket } from "../testing/raw-socket.js";
import { scrape } from "../testing/scrape.js";
import { start } from "../testing/server.js";
import { HALF_CLOSE_MS } from "./wire/connection.js";
import { READ_MS } from "./wire/send.js";

const JSONL = "application/jsonl";
let computed = 0;
const repeater = defineMill({
	name: "line-repeater",
	version: "1.0.0",
	summary: "Makes a text long, or waits until its caller leaves.",
	input: { "text/plain": text() },
	output: Type.Object({ text: Type.String() }),
	run: async (input, { signal }) => {
		computed++;
		if (input === "wait") await once(signal, "abort");
		return { text: input.repeat(10_000) };
	},
});
const turn = () => new Promise<void>((next) => setImmediate(next));

test("a drain does not wait longer than it may for lines, whose answer then has no end", async () => {
	const { url, server } = await start({ drain: 1 }, { mills: [repeater] });
	const asked = request(`${url}/line-repeater`, { method: "POST", headers: { "Content-Type": JSONL } });
	asked.end('"a"\n"wait"\n"b"\n');
	const [reply] = await once(asked, "response");
	let told = "";
	let failure: NodeJS.ErrnoException | undefined;
	reply.on("data", (piece: Buffer) => {
		told += piece;
	});
	reply.on("error", (error: Error) => {
		failure = error;
	});
	const closed = new Promise<void>((over) => reply.on("close", over));
	while (!told.endsWith("\n")) await turn();
	await server.close();
	await closed;
	assert.equal(told, `${JSON.stringify({ text: "a".repeat(10_000) })}\n`);
	assert.equal(failure?.code, "ECONNRESET");
});

test("a caller that reads no answers stops its lines, and loses its connection in the end", async () => {
	const { url, server, log } = await start({ accessLog: "all" }, { mills: [repeater] });
	const connected = once(server.http, "connection");
	const raw = await RawSocket.open(url);
	const [socket] = (await connected) as [Socket];
	raw.socket.pause();
	const count = 100_000;
	const body = '"a"\n'.repeat(count);
	computed = 0;
	raw.sendHead("POST /line-repeater HTTP/1.1", `Content-Type: ${JSONL}`, `Content-Length: ${body.length}`);
	raw.send(body);
	while (socket.timeout !== READ_MS) await turn();
	const then = computed;
	for (let i = 0; i < 10; i++) await turn();
	assert.equal(computed, then);
	assert.ok(then < count / 2, String(then));
	const closed = once(socket, "close");
	// The time is that of node:http, and passes at once.
	socket.emit("timeout");
	await closed;
	while (!log.some(({ message }) => message === "request")) await turn();
	assert.equal(log.find(({ message }) => message === "request")?.fields.status, 499);
	raw.close();
});

test("a caller who leaves ends lines that are computed one right after the other", async () => {
	const clock = new ManualClock();
	const count = 100_000;
	let begun = 0;
	const returner = defineMill({
		name: "line-returner",
		version: "1.0.0",
		summary: "Gives a text back.",
		input: { "text/plain": text() },
		output: Type.Object({ text: Type.String() }),
		run: (input) => {
			// Sooner it could be a caller that ends only its own side.
			if (++begun === 2 * HALF_CLOSE_MS) asked.destroy();
			clock.advance(1);
			return { text: input };
		},
	});
	const { url, log } = await start({ accessLog: "all" }, { mills: [returner], clock });
	const asked = request(`${url}/line-returner`, { method: "POST", headers: { "Content-Type": JSONL } });
	asked.on("error", () => {}).end('"a"\n'.repeat(count));
	while (!log.some(({ message }) => message === "request")) await turn();
	assert.equal(log.find(({ message }) => message === "request")?.fields.status, 499);
	const then = begun;
	assert.ok(then < count, String(then));
	for (let i = 0; i < 10; i++) await turn();
	assert.equal(begun, then);
	const { value } = await scrape(`${url}/metrics`);
	assert.equal(value('gristmill_calls_in_flight{mill="line-returner"}'), 0);
});
