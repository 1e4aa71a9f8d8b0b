import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { finished } from "node:stream/promises";
import { type TestContext, test } from "node:test";
import { setImmediate as nextTurn, setTimeout } from "node:timers/promises";
import { readBody } from "../body/body.js";
import { DirectMessage } from "./direct-message.js";

const BODY = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 251));
const HEAD = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY.length}\r\n\r\n`;

type Handler = (message: DirectMessage) => Promise<Uint8Array | string>;

/** The other ends of the connections. */
const peers = new WeakMap<Socket, Socket>();

/** Sends bytes, and waits until the server has read them: what comes next is another packet. */
async function writePacket(socket: Socket, bytes: string | Uint8Array): Promise<void> {
	const peer = peers.get(socket);
	const total = (peer?.bytesRead ?? 0) + Buffer.byteLength(bytes);
	socket.write(bytes);
	while (peer && peer.bytesRead < total) await nextTurn();
}

/** A connection to a server that answers with what the handler returns, or with the message of its error. */
async function connected(t: TestContext, handler: Handler): Promise<Socket> {
	const server = createServer({ IncomingMessage: DirectMessage }, async (message, response) => {
		response.end(await handler(message).catch((error: Error) => error.message));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const arrived = once(server, "connection");
	const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
	peers.set(socket, (await arrived)[0]);
	// Each write is a packet.
	socket.setNoDelay(true);
	t.after(() => {
		socket.destroy();
		server.close();
		server.closeAllConnections();
	});
	return socket;
}

/** The body of the next answer, which comes at once. */
async function answer(socket: Socket): Promise<Buffer> {
	let bytes = Buffer.alloc(0);
	for (;;) {
		const [piece] = await once(socket, "data");
		bytes = Buffer.concat([bytes, piece]);
		const end = bytes.indexOf("\r\n\r\n") + 4;
		const length = Number(/Content-Length: (\d+)/.exec(bytes.toString("latin1"))?.[1]);
		if (end > 3 && bytes.length === end + length) return bytes.subarray(end);
	}
}

/** Sends a request in three packets. */
async function writeInPackets(socket: Socket): Promise<void> {
	for (const packet of [HEAD, BODY.subarray(0, 400), BODY.subarray(400)]) await writePacket(socket, packet);
}

const read: Handler = (message) => readBody(message, 2_000, { hold: () => {} });

test("a body is the same in one packet, in many and for several requests", async (t) => {
	let streamed = 0;
	const socket = await connected(t, async (message) => {
		const body = await read(message);
		streamed += message.readableLength;
		assert.equal(message.readableEnded, true);
		return body;
	});
	for (const cuts of [[], [0], [1], [500], [999], [1, 2, 3, 500], [250, 500, 750]]) {
		let from = 0;
		if (cuts.length === 0) socket.write(HEAD);
		else await writePacket(socket, HEAD);
		for (const cut of cuts) {
			await writePacket(socket, BODY.subarray(from, cut));
			from = cut;
		}
		socket.write(BODY.subarray(from));
		assert.deepEqual(await answer(socket), BODY);
	}
	assert.equal(streamed, 0);
});

test("a body that is wanted late is read from the stream", async (t) => {
	const socket = await connected(t, async (message) => {
		await setTimeout(20);
		return read(message);
	});
	for (let i = 0; i < 2; i++) {
		socket.write(HEAD);
		socket.write(BODY);
		assert.deepEqual(await answer(socket), BODY);
	}
});

for (const [when, first] of [
	["first", true],
	["later", false],
] as const)
	test(`other code that begins to read the request ${when} gets the same bytes`, async (t) => {
		const socket = await connected(t, async (message) => {
			const pieces: Buffer[] = [];
			const watch = () => message.on("data", (piece: Buffer) => pieces.push(piece));
			if (first) watch();
			const body = read(message);
			if (!first) watch();
			await Promise.all([body, once(message, "end")]);
			assert.deepEqual(Buffer.concat(pieces), BODY);
			return body;
		});
		for (let i = 0; i < 2; i++) {
			await writeInPackets(socket);
			assert.deepEqual(await answer(socket), BODY);
		}
	});

test("the rest of a body whose piece is refused can be read and dropped", async (t) => {
	const socket = await connected(t, async (message) => {
		let dropped = 0;
		await assert.rejects(
			readBody(message, 2_000, {
				hold: () => {
					throw new Error("no room");
				},
			}),
			/no room/,
		);
		message.on("data", (piece: Buffer) => {
			dropped += piece.length;
		});
		await once(message, "end");
		return String(dropped);
	});
	for (let i = 0; i < 2; i++) {
		await writeInPackets(socket);
		assert.equal(String(await answer(socket)), "600");
	}
});

test("code that waits for the end of a request is told, and reads nothing", async (t) => {
	const told: string[] = [];
	const socket = await connected(t, async (message) => {
		for (const event of ["end", "close"]) message.on(event, () => told.push(event));
		const over = finished(message);
		const body = await read(message);
		await over;
		return body;
	});
	for (let i = 0; i < 2; i++) {
		socket.write(HEAD);
		socket.write(BODY);
		assert.deepEqual(await answer(socket), BODY);
	}
	assert.deepEqual(told, ["end", "close", "end", "close"]);
});

test("a body is handed to one taker", async (t) => {
	const socket = await connected(t, async (message) => {
		const [one, other] = await Promise.all([read(message), read(message)]);
		assert.deepEqual(one, BODY);
		return other as Uint8Array;
	});
	socket.write(HEAD);
	socket.write(BODY);
	assert.deepEqual(await answer(socket), BODY);
});

test("a body whose end does not come is refused", async (t) => {
	let failed = (_: unknown) => {};
	const failure = new Promise((resolve) => {
		failed = resolve;
	});
	const socket = await connected(t, async (message) => {
		await read(message).catch(failed);
		return "";
	});
	socket.write(HEAD);
	await writePacket(socket, BODY.subarray(0, 400));
	socket.destroy();
	assert.equal(((await failure) as { code: string }).code, "bad-request");
});
