import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { bytes, createFetchHandler, defineMill, Type, text } from "../index.js";
import { ManualClock } from "../testing/manual-clock.js";
import { RawSocket } from "../testing/raw-socket.js";
import { start } from "../testing/server.js";
import { SENDING_MS } from "./body/body-pieces.js";

const ABOUT = { version: "1.0.0", examples: [] } as const;
const numberer = defineMill({
	...ABOUT,
	name: "line-numberer",
	summary: "Numbers the lines of a text.",
	input: { "text/plain": text({ stream: "lines", maxBytes: Number.POSITIVE_INFINITY }) },
	output: Type.Object({ numbered: Type.String(), lines: Type.Integer() }),
	parts: "numbered",
	examples: [{ input: "a\nb", output: { numbered: "1 a\n2 b\n", lines: 2 } }],
	async *run(input) {
		let lines = 0;
		for await (const line of input) {
			if (line === "STOP") break;
			yield `${++lines} ${line}\n`;
		}
		return { lines };
	},
});
const adder = defineMill({
	...ABOUT,
	name: "byte-adder",
	summary: "Adds bytes.",
	input: { "application/octet-stream": bytes({ stream: "chunks", maxBytes: 1_000_000 }) },
	output: Type.Object({ sum: Type.Integer() }),
	run: async (input) => {
		let sum = 0;
		try {
			for await (const chunk of input) for (const byte of chunk) sum += byte;
		} catch {
			// A mill that takes a part for the whole.
		}
		return { sum };
	},
});
const MILLS = [numberer, adder];

const turn = () => new Promise<void>((next) => setImmediate(next));

/** A request whose body the test writes piece by piece. */
function sending(
	url: string,
	path: string,
	headers: Record<string, string> = {},
	call: (request: Request) => Promise<Response> = fetch,
) {
	const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
	const writer = writable.getWriter();
	const request = new Request(`${url}/${path}`, {
		method: "POST",
		headers: { "Content-Type": "text/plain", Accept: "application/jsonl", ...headers },
		body: readable,
		duplex: "half",
	} as RequestInit);
	const response = call(request);
	return { response, write: (given: string) => writer.write(Buffer.from(given)), end: () => writer.close() };
}

async function reading(response: Response) {
	const reader = (response.body as ReadableStream<Uint8Array>)
		.pipeThrough(new TextDecoderStream())
		.getReader();
	return async () => (await reader.read()).value;
}

test("parts go out while the input comes in, over node:http and fetch", async () => {
	const { url } = await start({}, { mills: MILLS });
	const handler = await createFetchHandler(MILLS, { log: () => {} });
	for (const call of [fetch, handler]) {
		const { response, write, end } = sending(url, "line-numberer", {}, call);
		await write("one\ntw");
		const next = await reading(await response);
		assert.equal(await next(), '"1 one\\n"\n');
		await write("o\n");
		assert.equal(await next(), '"2 two\\n"\n');
		await end();
		assert.equal(await next(), '{"$end":{"parts":2,"lines":2}}\n');
	}
	await handler.close();
});

test("the plain answer is that of the whole input, over node:http and fetch, compressed or not", async () => {
	const { url } = await start({}, { mills: MILLS });
	const handler = await createFetchHandler(MILLS);
	const body = Buffer.from("one\ntwo\n");
	for (const call of [fetch, handler])
		for (const [given, headers] of [
			[body, {}],
			[gzipSync(body), { "Content-Encoding": "gzip" }],
		] as const) {
			const request = new Request(`${url}/line-numberer`, {
				method: "POST",
				headers: { "Content-Type": "text/plain", ...headers },
				body: given,
			});
			const response = await call(request);
			assert.deepEqual(await response.json(), { numbered: "1 one\n2 two\n", lines: 2 });
			assert.equal(response.headers.get("cache-control"), "no-store");
		}
	await handler.close();
});

test("a stream of a long input may be larger than a whole result, and no part of it", async () => {
	const bounded = defineMill({
		...ABOUT,
		name: "line-bounder",
		summary: "Gives lines back.",
		input: { "text/plain": text({ stream: "lines" }) },
		output: Type.Object({ text: Type.String() }),
		parts: "text",
		maxOutput: 1000,
		async *run(input) {
			for await (const line of input) yield `${line}\n`;
		},
	});
	const { url } = await start({}, { mills: [bounded] });
	const call = (body: string, accept: string) =>
		fetch(`${url}/line-bounder`, {
			method: "POST",
			headers: { "Content-Type": "text/plain", Accept: accept },
			body,
		});
	const body = "a line\n".repeat(1000);
	assert.equal(await (await call(body, "text/plain")).text(), body);
	const whole = await call(body, "application/json");
	assert.equal(whole.status, 413);
	assert.match(await whole.text(), /Ask for it in parts, with Accept: application\/jsonl, or send less/);
	assert.match(await (await call("x".repeat(1001), "application/jsonl")).text(), /"code":"crashed"/);
});

test("what is wrong with the input is the outcome, whatever the mill makes of it", async () => {
	const { url } = await start({}, { mills: MILLS });
	const send = (path: string, type: string, body: Uint8Array, more = {}) =>
		fetch(`${url}/${path}`, { method: "POST", headers: { "Content-Type": type, ...more }, body });
	const broken = await send("line-numberer", "text/plain", Buffer.from([0x61, 0x0a, 0xff]));
	assert.equal(broken.status, 400);
	assert.equal(((await broken.json()) as { offset: number }).offset, 2);
	const large = await send("byte-adder", "application/octet-stream", Buffer.alloc(1_000_001));
	assert.equal(large.status, 413);
	const gzip = { "Content-Encoding": "gzip" };
	const garbled = await send("byte-adder", "application/octet-stream", Buffer.from("no gzip"), gzip);
	assert.equal(garbled.status, 400);
	const cut = gzipSync(Buffer.alloc(100_000, 1)).subarray(0, -4);
	assert.equal((await send("byte-adder", "application/octet-stream", cut, gzip)).status, 400);
	const right = await send("byte-adder", "application/octet-stream", Buffer.alloc(100_000, 1));
	assert.deepEqual(await right.json(), { sum: 100_000 });
});

/** The head of a request with an input of this length. */
const head = (length: number) => [
	"POST /line-numberer HTTP/1.1",
	"Content-Type: text/plain",
	"Accept: application/jsonl",
	`Content-Length: ${length}`,
];

/** Waits until a text has come. */
async function come({ socket }: RawSocket, text: string): Promise<void> {
	let received = "";
	while (!received.includes(text)) received += String((await once(socket, "data"))[0]);
}

test("a sender who leaves ends the call", async () => {
	const { url, log } = await start({ accessLog: "all" }, { mills: MILLS });
	const socket = await RawSocket.open(url);
	socket.sendHead(...head(1000));
	socket.send("one\n");
	await come(socket, '"1 one');
	socket.socket.destroy();
	while (!log.some(({ message }) => message === "request")) await turn();
	const told = log.find(({ message }) => message === "request")?.fields;
	// It depends on when its end is noticed.
	assert.ok(told?.status === 499 || told?.status === 400);
});

test("a sender that is answered early is cut off, and not before it can read its answer", async () => {
	const clock = new ManualClock();
	const { url } = await start({}, { mills: MILLS, clock });
	const socket = await RawSocket.open(url);
	socket.sendHead(...head(1_000_000));
	socket.send("one\nSTOP\n");
	await come(socket, "$end");
	const closed = once(socket.socket, "close");
	while (!(clock.timers > 0)) await turn();
	clock.advance(2_000);
	await closed;
});

test("a sender that sends nothing for long gets no end of its answer", async () => {
	const clock = new ManualClock();
	const { url } = await start({}, { mills: MILLS, clock });
	const socket = await RawSocket.open(url);
	socket.sendHead(...head(1000));
	socket.send("one\n");
	await come(socket, '"1 one');
	setImmediate(() => clock.advance(SENDING_MS));
	await come(socket, "request-timeout");
});

test("a sender that is slower than a worker may wait for is refused", async () => {
	const clock = new ManualClock();
	const { url } = await start({}, { mills: MILLS, clock });
	const { response, write } = sending(url, "line-numberer", { Accept: "application/json" });
	let status: number | undefined;
	void response.then((one) => {
		status = one.status;
	});
	while (status === undefined) {
		await write("x\n");
		await turn();
		clock.advance(20_000);
	}
	assert.equal(status, 408);
	assert.equal(((await (await response).json()) as { code: string }).code, "request-timeout");
});

test("a long input of one chunk that comes with its length is a call like any other", async () => {
	let runs = 0;
	const counter = defineMill({
		...ABOUT,
		name: "chunk-counter",
		summary: "Counts chunks.",
		input: { "text/plain": text({ stream: "chunks", maxBytes: Number.POSITIVE_INFINITY }) },
		output: Type.Object({ chunks: Type.Array(Type.Integer()) }),
		parts: "chunks",
		inline: true,
		async *run(input) {
			runs++;
			for await (const chunk of input) yield chunk.length;
		},
	});
	const { url, server } = await start({}, { mills: [counter] });
	const call = async (body: RequestInit["body"]) => {
		const response = await fetch(`${url}/chunk-counter`, {
			method: "POST",
			headers: { "Content-Type": "text/plain" },
			body,
			duplex: "half",
		} as RequestInit);
		return response.json();
	};
	assert.deepEqual(await call("abc"), { chunks: [3] });
	assert.deepEqual(await call(""), { chunks: [] });
	assert.deepEqual(await call("x".repeat(65_537)), { chunks: [65_536, 1] });
	assert.deepEqual(await call(new Blob(["abc"]).stream()), { chunks: [3] });
	assert.equal(runs, 4);
	await server.close();
});
