import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { CallerGone } from "../../runtime/failures.js";
import { ArrivingBytes } from "../../runtime/pool/arriving.js";
import { AHEAD } from "./backlog.js";
import { boundReading, READ_MS } from "./send.js";
import { sendArriving } from "./send-arriving.js";

const MiB = 1024 * 1024;
const PIECE = 100_000;
const COUNT = 30;

/** Begins an answer of bytes that arrive, in pieces of a memory of their own. */
async function answering(t: TestContext, prepare: (response: ServerResponse) => void = () => {}) {
	const server = createServer().listen(0);
	t.after(() => {
		server.closeAllConnections();
		server.close();
	});
	await once(server, "listening");
	const asked = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { agent: false });
	const [, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
	prepare(response);
	const bytes = new ArrivingBytes(PIECE * COUNT);
	bytes.expect(1);
	response.writeHead(200, { "Content-Length": bytes.length });
	const gone = new AbortController();
	const sent = sendArriving(response, bytes, gone.signal);
	sent.catch(() => {});
	const pieces = Array.from({ length: COUNT }, (_, i) => new Uint8Array(PIECE).fill(i));
	/** Lets this many pieces come. */
	const come = async (count = COUNT) => {
		for (const piece of pieces.slice(0, count)) {
			bytes.push(piece);
			await new Promise(setImmediate);
		}
	};
	const head = async () => {
		const [answer] = (await once(asked, "response")) as [IncomingMessage];
		return answer;
	};
	return { bytes, pieces, come, sent, gone, head, response };
}

const expected = Buffer.concat(Array.from({ length: COUNT }, (_, i) => new Uint8Array(PIECE).fill(i)));

async function whole(answer: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of answer) chunks.push(chunk);
	return Buffer.concat(chunks);
}

test("the bytes are sent as they come, and freed when they are sent", async (t) => {
	const { pieces, come, sent, head } = await answering(t);
	const [answer] = await Promise.all([head(), come()]);
	assert.ok((await whole(answer)).equals(expected));
	await sent;
	while (pieces.some(({ byteLength }) => byteLength > 0)) await setTimeout(5);
});

test("bytes that a caller has not read are freed when the connection is cut", async (t) => {
	const { come, head, response } = await answering(t);
	const [answer] = await Promise.all([head(), come(1)]);
	answer.on("error", () => {});
	// More than the system takes for a caller that reads nothing.
	const large = Array.from({ length: 100 }, () => new Uint8Array(MiB));
	const more = new ArrivingBytes(100 * MiB);
	more.expect(1);
	sendArriving(response, more, new AbortController().signal).catch(() => {});
	for (const piece of large) more.push(piece);
	await new Promise(setImmediate);
	// What waits is a copy in memory that can be given back; node:http and the system have little.
	assert.ok(response.writableLength < AHEAD + 2 * MiB, String(response.writableLength));
	const taken = t.mock.method(response, "write");
	response.socket?.destroy();
	while (large.some(({ byteLength }) => byteLength > 0)) await setTimeout(5);
	while (!response.destroyed) await setTimeout(5);
	assert.equal(taken.mock.callCount(), 0, "node:http would keep what it is given now");
});

test("a caller that reads late gets every byte, and what it has not read does not go to node:http", async (t) => {
	const server = createServer().listen(0);
	t.after(() => {
		server.closeAllConnections();
		server.close();
	});
	await once(server, "listening");
	const asked = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { agent: false });
	const [, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
	const pieces = Array.from({ length: 60 }, (_, i) => new Uint8Array(MiB).fill(i));
	const whole = Buffer.concat(pieces);
	const bytes = new ArrivingBytes(whole.length);
	bytes.expect(1);
	response.writeHead(200, { "Content-Length": bytes.length });
	const sent = sendArriving(response, bytes, new AbortController().signal);
	// The head goes with the first piece.
	bytes.push(pieces.shift() as Uint8Array);
	const [answer] = (await once(asked, "response")) as [IncomingMessage];
	for (const piece of pieces) {
		bytes.push(piece);
		assert.ok(response.writableLength < AHEAD + 2 * MiB, String(response.writableLength));
		await new Promise(setImmediate);
	}
	const chunks: Buffer[] = [];
	for await (const chunk of answer) chunks.push(chunk);
	await sent;
	assert.ok(Buffer.concat(chunks).equals(whole));
});

test("a caller that reads nothing is cut off while bytes still come, also if the system has taken the first ones", async (t) => {
	t.mock.timers.enable({ apis: ["setInterval"] });
	const { come, head, response, sent } = await answering(t);
	const [answer] = await Promise.all([head(), come(1)]);
	answer.on("error", () => {});
	const large = new ArrivingBytes(200 * MiB);
	large.expect(1);
	sendArriving(response, large, new AbortController().signal).catch(() => {});
	sent.catch(() => {});
	for (let i = 0; i < 100; i++) {
		large.push(new Uint8Array(MiB / 2));
		if (i % 2 > 0) await new Promise(setImmediate);
	}
	for (let ticks = 0; !response.destroyed; ticks++) {
		assert.ok(ticks < 100, "it is never cut off");
		t.mock.timers.tick(READ_MS / 6);
		await new Promise(setImmediate);
	}
});

test("the head and the first bytes do not wait for the rest", async (t) => {
	const { come, head } = await answering(t);
	const [answer] = await Promise.all([head(), come(1)]);
	const [first] = await once(answer, "data");
	assert.ok(first.length > 0);
});

test("pieces that middleware may keep are not freed", async (t) => {
	const seen: Uint8Array[] = [];
	const { come, sent, head } = await answering(t, (response) => {
		const write = response.write.bind(response);
		response.write = ((piece: Uint8Array, done: () => void) => {
			seen.push(piece);
			return write(piece, done);
		}) as typeof response.write;
	});
	const [answer] = await Promise.all([head(), come()]);
	assert.ok((await whole(answer)).equals(expected));
	await sent;
	assert.ok(Buffer.concat(seen).equals(expected));
});

test("if the rest does not come, the connection is closed", async (t) => {
	const { bytes, come, sent, head } = await answering(t);
	const [answer] = await Promise.all([head(), come(3)]);
	bytes.fail(new Error("the stone broke"));
	await assert.rejects(sent, /the stone broke/);
	await assert.rejects(whole(answer), { code: "ECONNRESET" });
});

test("for a caller that is gone, nothing more is written", async (t) => {
	const { bytes, come, sent, gone, head, response } = await answering(t);
	await Promise.all([head(), come(3)]);
	gone.abort();
	await assert.rejects(sent, CallerGone);
	bytes.push(new Uint8Array(PIECE * (COUNT - 3)));
	assert.equal(response.writableEnded, false);
});

test("an answer behind another one waits outside of node:http, and goes on when its turn comes", async (t) => {
	const server = createServer().listen(0);
	t.after(() => server.close());
	await once(server, "listening");
	const caller = connect((server.address() as AddressInfo).port);
	t.after(() => caller.destroy());
	const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
	const responses: ServerResponse[] = [];
	server.on("request", (_, response) => responses.push(response));
	caller.write(request + request);
	while (responses.length < 2) await once(server, "request");
	const [first, second] = responses as [ServerResponse, ServerResponse];
	const pieces = Array.from({ length: 20 }, (_, i) => new Uint8Array(MiB).fill(i));
	const whole = Buffer.concat(pieces);
	const bytes = new ArrivingBytes(whole.length);
	bytes.expect(1);
	second.writeHead(200, { "Content-Length": bytes.length, Connection: "close" });
	const sent = sendArriving(second, bytes, new AbortController().signal);
	for (const piece of pieces) bytes.push(piece);
	assert.equal(second.writableLength, 0);
	assert.ok(
		pieces.every(({ byteLength }) => byteLength === 0),
		"they are copied to memory that can be given back",
	);
	first.writeHead(200, { "Content-Length": 0 }).end();
	const chunks: Buffer[] = [];
	for await (const chunk of caller) chunks.push(chunk);
	await sent;
	assert.ok(Buffer.concat(chunks).subarray(-whole.length).equals(whole));
});

test("answers to one connection leave no listener behind", async (t) => {
	const server = createServer().listen(0);
	t.after(() => server.close());
	await once(server, "listening");
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	t.after(() => agent.destroy());
	const counts: number[] = [];
	for (let i = 0; i < 3; i++) {
		const asked = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { agent });
		const [, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
		counts.push(response.socket?.listenerCount("close") ?? 0);
		// More than the system takes at once.
		response.end(new Uint8Array(16 * MiB));
		boundReading(response);
		const [answer] = (await once(asked, "response")) as [IncomingMessage];
		await whole(answer);
		if (!response.writableFinished) await once(response, "finish");
	}
	assert.deepEqual(counts, Array(3).fill(counts[0]));
});
