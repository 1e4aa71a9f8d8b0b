import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { DirectResponse } from "./direct-response.js";
import { withLines } from "./envelope.js";
import type { HttpReply } from "./message.js";
import { sendReply } from "./send.js";

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, i) => i);
const FIELDS = { "Content-Type": "application/json", Link: '<a>; rel="b", <c>; rel="d"' };

async function serve(
	t: TestContext,
	kind: typeof ServerResponse,
	listener: RequestListener,
): Promise<Server> {
	const server = createServer({ ServerResponse: kind, keepAliveTimeout: 7_000 }, listener);
	t.after(() => {
		server.close();
		server.closeAllConnections();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return server;
}

function dial(server: Server): Socket {
	return connect((server.address() as AddressInfo).port, "127.0.0.1");
}

/** All bytes that come back for these requests, sent at once; the last one closes. The date differs. */
async function received(server: Server, requests: string): Promise<string> {
	const socket = dial(server);
	socket.write(requests);
	const pieces: Buffer[] = [];
	for await (const piece of socket) pieces.push(piece as Buffer);
	return Buffer.concat(pieces)
		.toString("latin1")
		.replaceAll(
			/\r\nDate: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\r\n/g,
			"\r\nDate: …\r\n",
		);
}

const get = (method = "GET", fields = "") => `${method} / HTTP/1.1\r\nHost: x\r\n${fields}\r\n`;
const LAST = get("GET", "Connection: close\r\n");

const replies: Record<string, HttpReply & { timing?: string }> = {
	"a result whose lines are known": { status: 200, headers: withLines({ ...FIELDS }), body: '{"a":1}' },
	"a result with other fields": { status: 200, headers: { ...FIELDS, "X-Unlike": "ß" }, body: '{"a":1}' },
	"a result with its times": { status: 200, headers: FIELDS, body: '{"a":1}', timing: "total;dur=1" },
	"a problem": { status: 404, headers: FIELDS, body: '{"status":404}' },
	"an empty text": { status: 200, headers: FIELDS, body: "" },
	"no bytes": { status: 200, headers: FIELDS, body: new Uint8Array(0) },
	"bytes of every value": { status: 200, headers: FIELDS, body: EVERY_BYTE },
	"a text with accents": { status: 200, headers: FIELDS, body: '{"a":"ü"}' },
	"a text of two-byte characters": { status: 200, headers: FIELDS, body: '{"a":"面粉"}' },
	"a text that is just short": { status: 200, headers: FIELDS, body: "a".repeat(16 * 1024) },
	"a long text": { status: 200, headers: FIELDS, body: "a".repeat(100_000) },
	"long bytes": { status: 200, headers: FIELDS, body: new Uint8Array(100_000) },
	"no content": { status: 204, headers: { Allow: "GET" }, body: "" },
	"not modified": { status: 304, headers: { ETag: '"a"' }, body: "" },
};

for (const [what, { timing, ...reply }] of Object.entries(replies))
	test(`${what}: the same bytes as from node:http`, async (t) => {
		const listener: RequestListener = (_, response) => {
			sendReply(response, { id: "1", timing }, reply, false);
		};
		const [direct, usual] = await Promise.all(
			[DirectResponse, ServerResponse].map((kind) => serve(t, kind as typeof ServerResponse, listener)),
		);
		for (const requests of [
			get() + LAST,
			get() + get() + get("HEAD") + get() + LAST,
			get("HEAD") + LAST,
			"GET / HTTP/1.0\r\n\r\n",
			`GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${LAST}`,
		]) {
			const bytes = await received(direct as Server, requests);
			assert.equal(bytes, await received(usual as Server, requests));
			assert.match(bytes, /^HTTP\/1\.1 \d/);
		}
	});

const SMALL: HttpReply = { status: 201, headers: FIELDS, body: "small" };

/** What a small answer looks like after other code has touched it. */
for (const [what, touch, seen] of [
	["has added a field", (response) => response.setHeader("X-Added", "yes"), /X-Added: yes/],
	[
		"has replaced writeHead",
		(response) => {
			const { writeHead } = response;
			response.writeHead = (status: number) => writeHead.call(response, status, { "X-Replaced": "yes" });
		},
		/X-Replaced: yes/,
	],
	[
		"wants no date",
		(response) => {
			response.sendDate = false;
		},
		/^(?!.*Date:)/s,
	],
	[
		"has set the reason phrase",
		(response) => {
			response.statusMessage = "Made";
		},
		/^HTTP\/1\.1 201 Made\r\n/,
	],
	["wants no Connection field", (response) => response.removeHeader("Connection"), /^(?!.*Connection:)/s],
	["holds it back", (response) => response.cork(), /Connection: keep-alive/],
	[
		"wants the connection closed",
		(response) => {
			response.shouldKeepAlive = false;
		},
		/Connection: close/,
	],
] as readonly [string, (response: ServerResponse) => void, RegExp][])
	test(`the answer is sent in the usual way if other code ${what}`, async (t) => {
		const server = await serve(t, DirectResponse, (_, response) => {
			touch(response);
			sendReply(response, { id: "1", timing: undefined }, SMALL, false);
		});
		const text = await received(server, get() + LAST);
		const [first = ""] = text.split("small");
		assert.match(first, seen);
	});

test("the answer tells how many more a connection may ask for", async (t) => {
	const server = await serve(t, DirectResponse, (_, response) => {
		sendReply(response, { id: "1", timing: undefined }, SMALL, false);
	});
	server.maxRequestsPerSocket = 2;
	const socket = dial(server);
	socket.write(get());
	const [answer] = await once(socket, "data");
	assert.match(String(answer), /Keep-Alive: timeout=7, max=2\r\n/);
});

test("other code sees the status and the end of an answer, and cannot send a second one", async (t) => {
	const seen: unknown[] = [];
	const server = await serve(t, DirectResponse, (_, response) => {
		response.on("finish", () => seen.push("finish"));
		response.on("close", () => {
			seen.push("close", response.statusCode, response.headersSent, response.writableFinished);
			response.on("error", () => {});
			response.end("again");
		});
		sendReply(response, { id: "1", timing: undefined }, SMALL, false);
	});
	const text = await received(server, get() + LAST);
	assert.equal(text.split("HTTP/1.1 201").length, 3);
	assert.equal(text.includes("again"), false);
	assert.deepEqual(seen.slice(0, 5), ["finish", "close", 201, true, true]);
});

test("an answer that the system does not take at once is finished when it has", async (t) => {
	let isFinished = false;
	const filling = Buffer.alloc(32 * 1024 * 1024);
	const server = await serve(t, DirectResponse, (_, response) => {
		const socket = response.socket as Socket;
		isFinished = false;
		// As if an earlier answer still filled the connection.
		socket.write(filling);
		response.on("finish", () => {
			isFinished = true;
		});
		sendReply(response, { id: "1", timing: undefined }, SMALL, false);
		assert.equal(isFinished, false);
		// It has a head, so there will be no other one.
		assert.throws(() => response.setHeader("X-Late", "yes"), { code: "ERR_HTTP_HEADERS_SENT" });
		response.flushHeaders();
	});
	const socket = dial(server);
	// The connection serves the next request, too.
	for (let i = 0; i < 2; i++) {
		socket.write(get());
		let received = 0;
		let end = "";
		for await (const piece of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
			received += piece.length;
			end = (end + piece.toString("latin1")).slice(-1_000);
			if (end.endsWith("small")) break;
		}
		const [, head = ""] = end.split("HTTP/1.1 201 Created");
		assert.equal(received, filling.length + "HTTP/1.1 201 Created".length + head.length);
		assert.equal(isFinished, true);
	}
	socket.destroy();
});

test("the answer to HEAD has no body, also after other code has changed the method", async (t) => {
	const server = await serve(t, DirectResponse, (message, response) => {
		message.method = "GET";
		sendReply(response, { id: "1", timing: undefined }, SMALL, false);
	});
	const text = await received(server, get("HEAD") + LAST);
	assert.equal(text.split("small").length, 2);
});

test("code that was loaded earlier and wraps every answer still sees them", async (t) => {
	const untouched: boolean[] = [];
	const answerWith = async (kind: typeof DirectResponse) => {
		const server = await serve(t, kind, ({ headers }, response) => {
			if (headers.connection !== "close") untouched.push((response as DirectResponse).isUntouched());
			response.end();
		});
		await received(server, get() + LAST);
	};
	await answerWith(DirectResponse);
	const { prototype } = ServerResponse;
	const { writeHead } = prototype;
	prototype.writeHead = function (this: ServerResponse, ...given: unknown[]) {
		return Reflect.apply(writeHead, this, given);
	} as typeof writeHead;
	t.after(() => {
		prototype.writeHead = writeHead;
	});
	// Evaluated again, as if this were the first time.
	const again: { DirectResponse: typeof DirectResponse } = await import(`./direct-response.js?${Date.now()}`);
	await answerWith(again.DirectResponse);
	await answerWith(DirectResponse);
	assert.deepEqual(untouched, [true, false, false]);
});

test("a field that would add another one is refused", async (t) => {
	const server = await serve(t, DirectResponse, (_, response) => {
		const headers = { "X-Evil": "a\r\nSet-Cookie: b=c" };
		assert.throws(() => sendReply(response, { id: "1", timing: undefined }, { ...SMALL, headers }, false), {
			code: "ERR_INVALID_CHAR",
		});
		response.end("refused");
	});
	const text = await received(server, LAST);
	assert.match(text, /refused$/);
	assert.equal(text.includes("Set-Cookie"), false);
	assert.throws(() => withLines({ "X-Evil": "a\nb" }), { code: "ERR_INVALID_CHAR" });
});
