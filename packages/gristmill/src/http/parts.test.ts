import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { EventEmitter, once } from "node:events";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { binary, createFetchHandler, defineMill, Type, text } from "../index.js";
import { ManualClock } from "../testing/manual-clock.js";
import teller from "../testing/mills/part-teller.js";
import { RawSocket } from "../testing/raw-socket.js";
import { scrape } from "../testing/scrape.js";
import { served, start } from "../testing/server.js";

/** The inputs of the generators that have ended. */
const ended: string[] = [];

const ABOUT = { version: "1.0.0", input: { "text/plain": text() } } as const;
const repeater = defineMill({
	...ABOUT,
	name: "text-repeater",
	summary: "Gives a text letter by letter.",
	output: Type.Object({ text: Type.String(), from: Type.String() }),
	parts: "text",
	*run(input) {
		// By code units, so that a part may be half a character.
		for (let i = 0; i < input.length; i++) yield input.charAt(i);
		if (input.endsWith("!")) throw new Error("no");
		return { from: "here" };
	},
});
const sender = defineMill({
	...ABOUT,
	name: "byte-sender",
	summary: "Gives bytes.",
	output: Type.Object({ bytes: binary("application/octet-stream") }),
	parts: "bytes",
	*run(input) {
		const reused = new Uint8Array(1);
		for (const byte of Buffer.from(input)) {
			reused[0] = byte;
			yield reused;
		}
		yield new Uint8Array(0);
	},
});
const shouter = defineMill({
	...ABOUT,
	name: "text-shouter",
	summary: "Gives the parts of another mill, louder.",
	output: Type.Object({ text: Type.String(), from: Type.String() }),
	parts: "text",
	uses: { repeater },
	async *run(input, { uses }) {
		const parts = uses.repeater.parts(input);
		for (;;) {
			const { done, value } = await parts.next();
			if (done) return { from: value.from };
			yield value.toUpperCase();
		}
	},
});
const endless = defineMill({
	...ABOUT,
	name: "endless-counter",
	summary: "Counts without an end.",
	output: Type.Object({ numbers: Type.Array(Type.Integer()) }),
	parts: "numbers",
	*run(input) {
		try {
			for (let i = 0; ; i++) yield i;
		} finally {
			ended.push(input);
		}
	},
});
const gate = new EventEmitter();
const waiter = defineMill({
	...ABOUT,
	name: "gate-waiter",
	summary: "Gives a text, tells progress, and waits for a gate.",
	output: Type.Object({ text: Type.String() }),
	parts: "text",
	deadline: 3_600_000,
	async *run(input, { progress }) {
		yield input;
		const opened = once(gate, "open");
		progress(0.5);
		await opened;
	},
});
const listener = defineMill({
	...ABOUT,
	name: "signal-listener",
	summary: "Gives a text, and waits until its caller leaves.",
	output: Type.Object({ text: Type.String() }),
	parts: "text",
	async *run(input, { signal }) {
		yield input;
		await once(signal, "abort");
		ended.push("waiting");
	},
});
const MILLS = [listener, waiter, teller, repeater, sender, shouter, endless];
const site = served({}, { mills: MILLS });

function ask(mill: string, body: string, accept: string, more: Record<string, string> = {}, query = "") {
	const headers = { "Content-Type": "text/plain", Accept: accept, ...more };
	return fetch(`${site.url}/${mill}${query}`, { method: "POST", headers, body });
}

const JSONL = "application/jsonl";
const EVENTS = "text/event-stream";

async function lines(response: Response): Promise<unknown[]> {
	const all = await response.text();
	assert.ok(all.endsWith("\n"));
	const each = all.trimEnd().split("\n");
	return each.map((line) => JSON.parse(line));
}

test("JSON lines have one part each, and the last one has the other members", async () => {
	const response = await ask("part-teller", "one two three", JSONL);
	assert.equal(response.headers.get("content-type"), JSONL);
	assert.equal(response.headers.get("content-length"), null);
	assert.match(response.headers.get("mill-digest") ?? "", /./);
	assert.deepEqual(await lines(response), ["one", "two", "three", { $end: { parts: 3, count: 3 } }]);
});

test("events have numbers, and end with an event", async () => {
	const response = await ask("part-teller", "one two", EVENTS);
	const found = (await response.text()).replaceAll(/event: progress\n.*\n\n/g, "");
	assert.equal(
		found,
		'event: part\nid: 0\ndata: "one"\n\nevent: part\nid: 1\ndata: "two"\n\nevent: end\ndata: {"parts":2,"count":2}\n\n',
	);
});

test("progress is an event of its own", async () => {
	const response = await ask("gate-waiter", "a", EVENTS);
	let text = "";
	for await (const piece of (response.body as ReadableStream<Uint8Array>).pipeThrough(
		new TextDecoderStream(),
	)) {
		text += piece;
		if (text.includes("event: progress")) gate.emit("open");
	}
	assert.equal(
		text,
		'event: part\nid: 0\ndata: "a"\n\nevent: progress\ndata: {"done":0.5}\n\nevent: end\ndata: {"parts":1}\n\n',
	);
});

test("the plain answer is the joined parts", async () => {
	const whole = await (await ask("part-teller", "one two", "application/json")).json();
	assert.deepEqual(whole, { words: ["one", "two"], count: 2 });
	const repeated = await ask("text-repeater", "né 🦊", "application/json");
	assert.deepEqual(await repeated.json(), { text: "né 🦊", from: "here" });
	const bytes = await ask("byte-sender", "né", "application/json");
	assert.deepEqual(await bytes.json(), { bytes: Buffer.from("né").toString("base64") });
});

test("text and bytes alone come as they are, also if a part ends within a character", async () => {
	const response = await ask("text-repeater", "né 🦊", "text/plain");
	assert.equal(response.headers.get("content-type"), "text/plain; charset=utf-8");
	assert.equal(await response.text(), "né 🦊");
	const bytes = await ask("byte-sender", "né 🦊", "application/octet-stream");
	assert.equal(Buffer.from(await bytes.arrayBuffer()).toString(), "né 🦊");
});

test("halves of a character in JSON lines make the character again", async () => {
	const parts = await lines(await ask("text-repeater", "🦊", JSONL));
	assert.equal(parts.slice(0, -1).join(""), "🦊");
});

test("a mill forwards the parts of a mill that it uses", async () => {
	const parts = await lines(await ask("text-shouter", "ab", JSONL));
	assert.deepEqual(parts, ["A", "B", { $end: { parts: 2, from: "here" } }]);
});

for (const [how, query, fields] of [
	["$from", "?$from=1", {}],
	["an encoded $from", "?%24from=1", {}],
	["Last-Event-ID", "", { "Last-Event-ID": "0" }],
] as const)
	test(`a stream goes on where ${how} says`, async () => {
		const whole = await (await ask("part-teller", "one two three", JSONL)).text();
		const rest = await (await ask("part-teller", "one two three", JSONL, fields, query)).text();
		assert.equal(rest, whole.slice(whole.indexOf("\n") + 1));
	});

for (const [what, query, fields] of [
	["$from that is no number", "?$from=two", {}],
	["$from twice", "?$from=1&$from=1", {}],
	["Last-Event-ID that is no number", "", { "Last-Event-ID": "x" }],
	["an unknown parameter beside $from", "?$from=1&a=b", {}],
] as const)
	test(`${what} is refused`, async () => {
		const response = await ask("part-teller", "one", JSONL, fields, query);
		assert.equal(response.status, 400);
		assert.match(((await response.json()) as { type: string }).type, /bad-parameter/);
	});

test("a problem before the first part has its status", async () => {
	const response = await ask("part-teller", "PROBLEM", JSONL);
	assert.equal(response.status, 422);
	assert.equal(response.headers.get("content-type"), "application/problem+json");
});

for (const [word, code] of [
	["PROBLEM", "no-words"],
	["THROW", "crashed"],
	["WRONG", "crashed"],
] as const)
	test(`${word} in the middle ends the stream with a problem, and not with an end`, async () => {
		const parts = await lines(await ask("part-teller", `one ${word} three`, JSONL));
		assert.equal(parts[0], "one");
		const { $problem } = parts[1] as { $problem: { type: string } };
		assert.match($problem.type, new RegExp(code));
		assert.equal(parts.length, 2);
		const events = await (await ask("part-teller", `one ${word}`, EVENTS)).text();
		assert.match(events, /event: problem\ndata: {.*}\n\n$/);
		assert.doesNotMatch(events, /4111|event: end/);
	});

test("a failure in the middle of text alone breaks the connection", async () => {
	const response = await ask("text-repeater", "abc!", "text/plain");
	assert.equal(response.status, 200);
	await assert.rejects(response.text());
});

for (const [accept, type] of [
	["application/json;q=0.5, application/jsonl", JSONL],
	["application/jsonl;q=0.5, text/event-stream;q=0.6", EVENTS],
	["application/jsonl;q=0.5, application/json;q=0.4, text/plain;q=0.6", "text/plain"],
	["application/jsonl;q=0.9, */*", "application/json"],
	["application/jsonl, application/json", "application/json"],
	["application/jsonl;q=0, text/event-stream;q=0.1", EVENTS],
] as const)
	test(`of "${accept}", a mill with parts sends ${type}`, async () => {
		const response = await ask("text-repeater", "ab", accept);
		assert.equal(response.headers.get("content-type")?.split(";")[0], type);
		assert.match(await response.text(), /a/);
	});

test("a stream that is only accepted with q=0 is a 406", async () => {
	assert.equal((await ask("text-repeater", "ab", "application/jsonl;q=0")).status, 406);
});

test("events that are silent have a comment every 15 s, and JSON lines have none", async () => {
	const clock = new ManualClock();
	const { url } = await start({}, { mills: [waiter], clock });
	const opened = async (accept: string) => {
		const headers = { "Content-Type": "text/plain", Accept: accept };
		const response = await fetch(`${url}/gate-waiter`, { method: "POST", headers, body: "a" });
		return (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream());
	};
	const silent = await opened(JSONL);
	const before = clock.timers;
	let text = "";
	for await (const piece of await opened(EVENTS)) {
		text += piece;
		if (text.includes(":\n\n:\n\n")) gate.emit("open");
		else if (text.includes('"a"')) {
			// The timer of this stream's silence begins when the mill is awaited.
			while (clock.timers <= before) await new Promise(setImmediate);
			clock.advance(15_000);
		}
	}
	assert.match(
		text.replace(/event: progress\n.*\n\n/, ""),
		/^event: part\n.*\n.*\n\n(?::\n\n){2,}event: end\n/,
	);
	let lined = "";
	for await (const piece of silent) lined += piece;
	assert.equal(lined, '"a"\n{"$end":{"parts":1}}\n');
});

test("a mill without parts has no streams", async () => {
	const plain = defineMill({
		...ABOUT,
		name: "text-giver",
		summary: "Gives text.",
		output: Type.Object({ text: Type.String() }),
		run: (input) => ({ text: input }),
	});
	const handler = await createFetchHandler([plain], { log: () => {} });
	after(() => handler.close());
	const headers = { "Content-Type": "text/plain", Accept: JSONL };
	const request = new Request("http://mills.example/text-giver", { method: "POST", headers, body: "a" });
	assert.equal((await handler(request)).status, 406);
});

test("a stream is compressed part by part", async () => {
	const raw = await RawSocket.open(site.url);
	const fields = [
		"Content-Type: text/plain",
		`Accept: ${JSONL}`,
		"Accept-Encoding: gzip",
		"Connection: close",
	];
	const pieces: Buffer[] = [];
	raw.socket.on("data", (piece: Buffer) => pieces.push(piece));
	raw.sendHead("POST /part-teller HTTP/1.1", ...fields, "Content-Length: 7");
	raw.send("one two");
	await once(raw.socket, "close");
	const reply = Buffer.concat(pieces);
	const end = reply.indexOf("\r\n\r\n");
	assert.match(reply.toString("latin1", 0, end), /content-encoding: gzip/i);
	assert.match(gunzipSync(unchunked(reply.subarray(end + 4))).toString(), /^"one"\n"two"\n{"\$end"/);
});

/** The content of a chunked body. */
function unchunked(body: Buffer): Buffer {
	const pieces: Buffer[] = [];
	for (let at = 0; ; ) {
		const line = body.indexOf("\r\n", at);
		const size = Number.parseInt(body.toString("latin1", at, line), 16);
		if (!(size > 0)) return Buffer.concat(pieces);
		pieces.push(body.subarray(line + 2, line + 2 + size));
		at = line + 2 + size + 2;
	}
}

test("a caller who leaves stops the mill", async () => {
	const controller = new AbortController();
	const headers = { "Content-Type": "text/plain", Accept: JSONL };
	const init = { method: "POST", headers, body: "left", signal: controller.signal };
	const response = await fetch(`${site.url}/endless-counter`, init);
	const reader = (response.body as ReadableStream<Uint8Array>).getReader();
	await reader.read();
	controller.abort();
	await assert.rejects(reader.read());
	while (!ended.includes("left")) await new Promise(setImmediate);
});

test("a fetch handler streams, and a reader who cancels stops the mill", async () => {
	const handler = await createFetchHandler(MILLS, { log: () => {} });
	after(() => handler.close());
	const call = (mill: string, body: string) => {
		const headers = { "Content-Type": "text/plain", Accept: JSONL };
		return handler(new Request(`http://mills.example/${mill}`, { method: "POST", headers, body }));
	};
	assert.deepEqual(await lines(await call("part-teller", "one two")), [
		"one",
		"two",
		{ $end: { parts: 2, count: 2 } },
	]);
	const response = await call("endless-counter", "cancelled");
	const reader = (response.body as ReadableStream<Uint8Array>).getReader();
	await reader.read();
	await reader.cancel();
	while (!ended.includes("cancelled")) await new Promise(setImmediate);
	const waiting = await call("signal-listener", "a");
	const other = (waiting.body as ReadableStream<Uint8Array>).getReader();
	await other.read();
	// The reader waits for a part, and the mill for the reader.
	const next = other.read();
	await new Promise(setImmediate);
	await other.cancel();
	assert.equal((await next).done, true);
	while (!ended.includes("waiting")) await new Promise(setImmediate);
});

test("documents tell which member comes in parts, and in which media types", async () => {
	const schema = await (await fetch(`${site.url}/part-teller/$schema`)).text();
	assert.match(schema, /"parts":\s*"words"/);
	const list = await (await fetch(`${site.url}/$list`)).text();
	assert.match(list, /application\/jsonl/);
	assert.match(list, /text\/event-stream/);
});

test("metrics and the access log count parts, and streams that break", async () => {
	const { url, log } = await start({ accessLog: "all" }, { mills: [teller] });
	const send = (body: string, accept: string) =>
		fetch(`${url}/part-teller`, {
			method: "POST",
			headers: { "Content-Type": "text/plain", Accept: accept },
			body,
		});
	for (const accept of [JSONL, EVENTS]) await (await send("one two three", accept)).text();
	await (await send("one PROBLEM", JSONL)).text();
	const requests = () => log.filter(({ message }) => message === "request").map(({ fields }) => fields);
	while (requests().length < 3) await new Promise(setImmediate);
	assert.deepEqual(
		requests().map(({ parts, code }) => [parts, code]),
		[
			[3, undefined],
			[3, undefined],
			[1, "no-words"],
		],
	);
	assert.ok(requests().every(({ firstPartMs, totalMs }) => Number(firstPartMs) <= Number(totalMs)));
	const { value } = await scrape(`${url}/metrics`);
	assert.equal(value('gristmill_stream_parts_total{mill="part-teller"}'), 7);
	assert.equal(value('gristmill_streams_broken_total{mill="part-teller"}'), 1);
	assert.equal(value('gristmill_stream_first_part_seconds_count{mill="part-teller"}'), 3);
});
