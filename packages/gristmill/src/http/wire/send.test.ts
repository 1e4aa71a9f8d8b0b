import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { type TestContext, test } from "node:test";
import { ManualClock } from "../../testing/manual-clock.js";
import { sendAndClose, sendReply } from "./send.js";

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, i) => i);
const ENVELOPE = { id: "1", timing: undefined };

async function serve(t: TestContext, listener: RequestListener): Promise<number> {
	const server = createServer(listener);
	t.after(() => server.close());
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}

/** All bytes that come back for these requests, sent at once. */
async function received(port: number, requests: string): Promise<Buffer> {
	const socket = connect(port, "127.0.0.1");
	socket.write(requests);
	const pieces: Buffer[] = [];
	for await (const piece of socket) pieces.push(piece as Buffer);
	return Buffer.concat(pieces);
}

const get = (path: string, method = "GET", last = false) =>
	`${method} ${path} HTTP/1.1\r\nHost: x\r\n${last ? "Connection: close\r\n" : ""}\r\n`;

/** The bodies of answers that all have a Content-Length. */
function bodiesOf(bytes: Buffer): Buffer[] {
	const bodies: Buffer[] = [];
	for (let rest = bytes; rest.length > 0; ) {
		const end = rest.indexOf("\r\n\r\n") + 4;
		const length = Number(/Content-Length: (\d+)/.exec(rest.toString("latin1", 0, end))?.[1]);
		bodies.push(rest.subarray(end, end + length));
		rest = rest.subarray(end + length);
	}
	return bodies;
}

const answer = (body: Uint8Array) => ({ status: 200, headers: { "Content-Type": "application/x" }, body });

test("short bytes of every value arrive as they are, also behind an answer that takes longer", async (t) => {
	const port = await serve(t, (request, response) => {
		const send = () => sendReply(response, ENVELOPE, answer(EVERY_BYTE), false);
		if (request.url === "/slow") setTimeout(send, 50);
		else send();
	});
	const bodies = bodiesOf(await received(port, get("/slow") + get("/") + get("/", "GET", true)));
	assert.deepEqual(
		bodies.map((body) => Uint8Array.from(body)),
		[EVERY_BYTE, EVERY_BYTE, EVERY_BYTE],
	);
});

test("HEAD gets the length of short bytes and none of them, and an empty body is empty", async (t) => {
	const port = await serve(t, (request, response) => {
		const body = request.url === "/empty" ? new Uint8Array(0) : EVERY_BYTE;
		sendReply(response, ENVELOPE, answer(body), false);
	});
	const text = (await received(port, get("/", "HEAD") + get("/empty", "GET", true))).toString("latin1");
	const [head = "", empty = "", ...rest] = text.split("\r\n\r\n");
	assert.match(head, /Content-Length: 256/);
	assert.match(empty, /^HTTP\/1\.1 200 OK\r\n/);
	assert.match(empty, /Content-Length: 0/);
	assert.deepEqual(rest, [""]);
});

for (const replaced of ["write and end", "end"])
	test(`middleware that replaces ${replaced} gets bytes as bytes`, async (t) => {
		let kept = "";
		const port = await serve(t, (_, response) => {
			const { end } = response;
			if (replaced !== "end")
				response.write = (chunk: unknown) => {
					kept += typeof chunk;
					return true;
				};
			response.end = ((chunk: unknown) => {
				kept += typeof chunk;
				return end.call(response, chunk, "latin1");
			}) as typeof response.end;
			sendReply(response, ENVELOPE, answer(EVERY_BYTE), false);
		});
		const [body] = bodiesOf(await received(port, get("/", "GET", true)));
		assert.equal(kept, "object");
		assert.deepEqual(Uint8Array.from(body ?? []), EVERY_BYTE);
	});

/** A refusal of a body of which only the announcement has come. */
async function refusing(t: TestContext) {
	const clock = new ManualClock();
	let asked: [IncomingMessage, ServerResponse] | undefined;
	const port = await serve(t, (message, response) => {
		asked = [message, response];
		sendAndClose(message, response, ENVELOPE, { ...answer(EVERY_BYTE), status: 413 }, clock);
	});
	const socket = connect(port, "127.0.0.1");
	t.after(() => socket.destroy());
	socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n");
	await once(socket, "data");
	assert.ok(asked);
	const [message, response] = asked;
	/** Lets two seconds pass, after a byte has come or without one, and returns whether the answer has ended. */
	const endsAfter = async (byte: string) => {
		if (byte) await Promise.all([once(message, "data"), socket.write(byte)]);
		clock.advance(2_000);
		await new Promise(setImmediate);
		await new Promise(setImmediate);
		return response.writableEnded;
	};
	return { clock, endsAfter };
}

test("a refused body is read until nothing comes for two seconds", async (t) => {
	const { clock, endsAfter } = await refusing(t);
	for (let i = 0; i < 3; i++) assert.equal(await endsAfter("x"), false);
	assert.equal(await endsAfter(""), true);
	assert.equal(clock.timers, 0);
});

test("a refused body that comes byte by byte is read for 30 seconds", async (t) => {
	const { clock, endsAfter } = await refusing(t);
	for (let i = 1; i < 15; i++) assert.equal(await endsAfter("x"), false);
	assert.equal(await endsAfter("x"), true);
	assert.equal(clock.timers, 0);
});
