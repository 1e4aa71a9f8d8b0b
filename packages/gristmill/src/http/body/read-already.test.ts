import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { createListener, type MillListener } from "../../index.js";
import { MILLS } from "../../testing/mills/mills.js";
import { RawSocket } from "../../testing/raw-socket.js";
import { type Answer, ask, refused } from "../../testing/server.js";

const logged: string[] = [];
let listener: MillListener;
before(async () => {
	listener = await createListener(MILLS, {
		log: (level, message, fields = {}) => logged.push(`${level} ${message} ${JSON.stringify(fields)}`),
	});
});
after(() => listener.close());

type Parser = (body: Buffer) => object;

/** An application that reads each body to its end before the mills see the request, and leaves what the parser gives. */
async function behind(t: TestContext, parser: Parser): Promise<string> {
	const server = createServer(async (message: IncomingMessage, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of message) chunks.push(chunk);
		listener(Object.assign(message, parser(Buffer.concat(chunks))), response);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	t.after(() => {
		server.close();
		server.closeAllConnections();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function count(url: string, headers = {}, body = Buffer.from("two wörds")): Promise<Answer> {
	const fields = { "Content-Type": "text/plain", ...headers };
	return ask(`${url}/word-counter`, { method: "POST", headers: fields, body });
}

const AT_HAND: Readonly<Record<string, Parser>> = {
	"as bytes": (body) => ({ body }),
	"as text": (body) => ({ body: body.toString() }),
	"as raw bytes beside what was parsed": (rawBody) => ({ rawBody, body: { parsed: true } }),
};

for (const [how, parser] of Object.entries(AT_HAND))
	test(`a body that was read before the mills is taken where it is at hand ${how}`, async (t) => {
		const url = await behind(t, parser);
		for (const headers of [{}, { "Transfer-Encoding": "chunked" }]) {
			const answer = await count(url, headers);
			assert.deepEqual(answer.json(), { words: 2, lines: 1, characters: 9 });
		}
		refused(await count(url, {}, Buffer.alloc(2 * 1024 * 1024, " ")), 413, "content-too-large");
		const empty = await count(url, { "Transfer-Encoding": "chunked" }, Buffer.alloc(0));
		assert.equal(empty.json().words, 0);
	});

/** What was read and cannot be had back, with the header fields of the call. */
const LOST: Readonly<Record<string, [Parser, object?]>> = {
	"thrown away": [() => ({})],
	"left as an object": [() => ({ body: { words: 2 } })],
	"compressed, and perhaps inflated": [(body) => ({ body }), { "Content-Encoding": "gzip" }],
	"left as text that was sent in another charset": [
		(body) => ({ body: body.toString("latin1") }),
		{ "Content-Type": "text/plain; charset=latin1" },
	],
};

for (const [what, [parser, headers]] of Object.entries(LOST))
	test(`a body that was read before the mills and ${what} is a 500 at once, and the log says what to change`, async (t) => {
		const url = await behind(t, parser);
		logged.length = 0;
		refused(await count(url, headers, gzipSync("two words")), 500, "crashed");
		assert.equal(logged.length, 1);
		assert.match(logged[0] ?? "", /^error a call failed .*Mount the mills in front of the parser/);
	});

test("a picture that was read as text is a 500, because its bytes are lost", async (t) => {
	const url = await behind(t, (body) => ({ body: body.toString() }));
	const headers = { "Content-Type": "image/jpeg" };
	const body = Buffer.from([0xff, 0xd8, 0xff]);
	refused(await ask(`${url}/picture-meter`, { method: "POST", headers, body }), 500, "crashed");
});

test("a request that was broken off before the mills got it is given up at once", async (t) => {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	t.after(() => server.close());
	const asked = once(server, "request");
	const raw = await RawSocket.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	raw.sendHead("POST /word-counter HTTP/1.1", "Content-Type: text/plain", "Content-Length: 10");
	const [message, response] = await asked;
	message.on("error", () => {}); // its own going away
	const closed = new Promise((resolve) => message.on("close", resolve));
	raw.close();
	await closed;
	const visits: unknown[] = [];
	const own = await createListener(MILLS, {
		accessLog: "all",
		log: (_, what, fields) => what === "request" && visits.push(fields),
	});
	own(message, response);
	await new Promise(setImmediate);
	assert.equal(visits.length, 1);
});
