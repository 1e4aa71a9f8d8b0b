import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { after, test } from "node:test";
import { bytes, createFetchHandler, defineMill, form, image, json, Type, text } from "../index.js";
import { ManualClock } from "../testing/manual-clock.js";
import teller from "../testing/mills/part-teller.js";
import { served, start } from "../testing/server.js";

const ABOUT = { version: "1.0.0", summary: "For a test." } as const;
/** The inputs that `line-gate` holds back. */
const gates = new Map<string, () => void>();
let running = 0;
let most = 0;
const gate = defineMill({
	...ABOUT,
	name: "line-gate",
	input: { "text/plain": text({ maxBytes: 1000 }) },
	parameters: Type.Object({ suffix: Type.String({ default: "" }) }),
	output: Type.Object({ text: Type.String() }),
	async run(input, { parameters }) {
		most = Math.max(most, ++running);
		if (input.startsWith("wait")) await new Promise<void>((open) => gates.set(input, open));
		running--;
		return { text: input + parameters.suffix };
	},
});
const adder = defineMill({
	...ABOUT,
	name: "number-adder",
	input: { "application/json": json(Type.Array(Type.Number())) },
	output: Type.Object({ sum: Type.Number() }),
	run: (input) => ({ sum: input.reduce((a, b) => a + b, 0) }),
});
const meter = defineMill({
	...ABOUT,
	name: "byte-meter",
	input: { "application/octet-stream": bytes() },
	output: Type.Object({ size: Type.Integer() }),
	run: (input) => ({ size: input.byteLength }),
});
const counter = defineMill({
	...ABOUT,
	name: "jsonl-counter",
	input: { "application/jsonl": bytes() },
	output: Type.Object({ size: Type.Integer() }),
	run: (input) => ({ size: input.byteLength }),
});
const viewer = defineMill({
	...ABOUT,
	name: "picture-viewer",
	input: { "image/png": image(), "image/gif": image() },
	output: Type.Object({ kind: Type.String(), size: Type.Integer() }),
	run: (input, { mediaType }) => ({ kind: mediaType, size: input.byteLength }),
});
const labeller = defineMill({
	...ABOUT,
	name: "picture-labeller",
	input: {
		"multipart/form-data": form({
			picture: image(),
			label: text(),
			more: json(Type.Object({ n: Type.Integer() })),
		}),
	},
	output: Type.Object({ label: Type.String() }),
	run: ({ picture, label, more }) => ({ label: `${label} ${picture.byteLength} ${more.n}` }),
});
const MILLS = [gate, adder, meter, counter, teller, viewer, labeller];
const site = served({}, { mills: MILLS });

const JSONL = "application/jsonl";

function ask(path: string, body: RequestInit["body"], headers: Record<string, string> = {}) {
	const fields = { "Content-Type": JSONL, ...headers };
	return fetch(`${site.url}/${path}`, {
		method: "POST",
		headers: fields,
		body,
		duplex: "half",
	} as RequestInit);
}

async function linesOf(response: Response): Promise<unknown[]> {
	const all = await response.text();
	return all
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
}

test("each line is an input, and has its answer in order", async () => {
	const response = await ask("line-gate?suffix=!", '"a"\n"b\\nc"\r\n"d"');
	assert.equal(response.status, 200);
	assert.equal(response.headers.get("content-type"), JSONL);
	assert.deepEqual(await linesOf(response), [{ text: "a!" }, { text: "b\nc!" }, { text: "d!" }]);
	assert.deepEqual(await linesOf(await ask("number-adder", "[1,2]\n[]\n")), [{ sum: 3 }, { sum: 0 }]);
	assert.deepEqual(await linesOf(await ask("byte-meter", '"AAAA"\n')), [{ size: 3 }]);
	assert.deepEqual(await linesOf(await ask("part-teller", '"one two"\n')), [
		{ words: ["one", "two"], count: 2 },
	]);
	assert.equal(await (await ask("line-gate", "")).text(), "");
});

test("a bad line costs only itself", async () => {
	const bad = ['{"', "7", '"\\ud800"', `"${"x".repeat(1001)}"`, "", `"${"x".repeat(10_000)}"`];
	const answers = await linesOf(await ask("line-gate", ['"a"', ...bad, '"b"'].join("\n")));
	const codes = answers.map((one) => (one as { $problem?: { code: string } }).$problem?.code);
	assert.deepEqual(codes, [
		undefined,
		"unreadable-input",
		"invalid-input",
		"unreadable-input",
		"content-too-large",
		"unreadable-input",
		"content-too-large",
		undefined,
	]);
	const [wrong] = await linesOf(await ask("number-adder", '["a"]\n'));
	assert.equal((wrong as { $problem: { status: number } }).$problem.status, 422);
	const [broken] = await linesOf(await ask("byte-meter", '"?"\n'));
	assert.match(JSON.stringify(broken), /must be base64, and is not/);
});

test("a mill that takes JSON lines itself gets them as one input", async () => {
	const response = await ask("jsonl-counter", "1\n2\n");
	assert.deepEqual(await response.json(), { size: 4 });
});

for (const [what, path, headers, status] of [
	["that accepts no lines", "line-gate", { Accept: "application/json" }, 406],
	["that is compressed", "line-gate", { "Content-Encoding": "gzip" }, 415],
	["with an unknown parameter", "line-gate?a=b", {}, 400],
] as const)
	test(`a request ${what} is refused as a whole`, async () => {
		assert.equal((await ask(path, '"a"\n', headers)).status, status);
	});

test("answers come before the input ends, and later lines are computed while an earlier one waits", async () => {
	const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
	const writer = writable.getWriter();
	const asked = ask("line-gate", readable);
	await writer.write(Buffer.from('"a"\n"wait 1"\n"b"\n'));
	const response = await asked;
	const reader = (response.body as ReadableStream<Uint8Array>)
		.pipeThrough(new TextDecoderStream())
		.getReader();
	assert.equal((await reader.read()).value, '{"text":"a"}\n');
	while (!gates.has("wait 1")) await new Promise(setImmediate);
	gates.get("wait 1")?.();
	await writer.write(Buffer.from('"c"\n'));
	await writer.close();
	let rest = "";
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		rest += value;
	}
	assert.equal(rest, '{"text":"wait 1"}\n{"text":"b"}\n{"text":"c"}\n');
});

test("a line that waits lets no more than a bounded number of others begin", async () => {
	most = 0;
	const others = Array.from({ length: 500 }, (_, i) => `"wait ${i} of many"`);
	const handler = await createFetchHandler([gate], { log: () => {} });
	after(() => handler.close());
	const request = new Request("http://mills.example/line-gate", {
		method: "POST",
		headers: { "Content-Type": JSONL },
		body: others.join("\n"),
	});
	const asked = handler(request);
	let isOver = false;
	const opening = (async () => {
		// Each round opens what has begun.
		while (!isOver) {
			await new Promise(setImmediate);
			for (const [name, open] of gates) {
				gates.delete(name);
				open();
			}
		}
	})();
	const answers = await linesOf(await asked);
	isOver = true;
	await opening;
	assert.equal(answers.length, 500);
	assert.ok(most > 1 && most <= 64, String(most));
});

test("the access log has the bytes of all lines", async (t) => {
	const lines: unknown[] = [];
	const handler = await createFetchHandler([adder], {
		accessLog: "all",
		log: (_, message, fields) => message === "request" && lines.push(fields?.bytesIn),
	});
	t.after(() => handler.close());
	const body = "[1,2]\n[3]\n";
	const headers = { "Content-Type": JSONL };
	const answer = await handler(new Request("http://x/number-adder", { method: "POST", headers, body }));
	assert.equal(await answer.text(), '{"sum":3}\n{"sum":3}\n');
	while (lines.length === 0) await new Promise(setImmediate);
	assert.deepEqual(lines, [body.length]);
});

const GIF = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64");

test("a line with a picture is its base64, and its first bytes tell the type", async () => {
	const [seen, wrong] = await linesOf(
		await ask("picture-viewer", `"${GIF.toString("base64")}"\n"${Buffer.from("no").toString("base64")}"\n`),
	);
	assert.deepEqual(seen, { kind: "image/gif", size: GIF.byteLength });
	assert.match(JSON.stringify(wrong), /"\$problem"/);
});

test("a line with a form has its parts as members", async () => {
	const whole = { picture: GIF.toString("base64"), label: "a", more: { n: 3 } };
	const { label: _, ...less } = whole;
	const lines = [whole, less, { ...whole, other: 1 }, { ...whole, picture: 1 }, "text"];
	const answers = await linesOf(
		await ask("picture-labeller", lines.map((one) => JSON.stringify(one)).join("\n")),
	);
	const told = answers.map((one) => {
		const { label, $problem } = one as { label?: string; $problem?: { detail: string } };
		return label ?? $problem?.detail;
	});
	assert.equal(told[0], `a ${GIF.byteLength} 3`);
	assert.match(String(told[1]), /label/);
	assert.match(String(told[2]), /"other"/);
	assert.match(String(told[3]), /"picture".*base64/);
	assert.match(String(told[4]), /picture, label, more/);
});

/** A request whose sender decides when it goes on. */
function sending(url: string, first: string): ClientRequest {
	const asked = request(url, { method: "POST", headers: { "Content-Type": JSONL } });
	asked.on("error", () => {});
	asked.write(first);
	after(() => asked.destroy());
	return asked;
}

async function replyTo(asked: ClientRequest): Promise<IncomingMessage> {
	const [reply] = (await once(asked, "response")) as [IncomingMessage];
	return reply.setEncoding("utf8");
}

test("a sender that is silent learns how many lines were answered, and what does not look like an answer to a line", async () => {
	const clock = new ManualClock();
	const { url, log } = await start({ accessLog: "all" }, { mills: [gate], clock });
	const reply = await replyTo(sending(`${url}/line-gate`, '"a"\n"b"\n"half'));
	let text = "";
	for await (const piece of reply) {
		text += piece;
		if (text.endsWith('"b"}\n')) setImmediate(() => clock.advance(30_000));
	}
	const [one, two, last] = text
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	assert.deepEqual([one, two], [{ text: "a" }, { text: "b" }]);
	assert.equal(last.$end.answered, 2);
	assert.equal(last.$end.problem.code, "request-timeout");
	while (!log.some(({ message }) => message === "request")) await new Promise(setImmediate);
	const told = log.find(({ message }) => message === "request")?.fields;
	assert.deepEqual(
		[told?.status, told?.code, told?.lines, told?.failedLines],
		[408, "request-timeout", 2, 0],
	);
});

test("a sender that is silent from the start gets a status", async () => {
	const clock = new ManualClock();
	const { url } = await start({}, { mills: [gate], clock });
	const asked = sending(`${url}/line-gate`, '"half');
	while (clock.timers === 0) await new Promise(setImmediate);
	clock.advance(30_000);
	assert.equal((await replyTo(asked)).statusCode, 408);
});

test("lines wait for their turn where a rate is set, and no longer than their sender", async () => {
	const clock = new ManualClock();
	const { url } = await start({ rate: "1/s", burst: 2 }, { mills: [gate], clock });
	const waiting = sending(`${url}/line-gate`, '"a"\n"b"\n"c"\n"d"\n');
	const reply = await replyTo(waiting);
	const came: string[] = [];
	for await (const piece of reply) {
		came.push(...piece.trimEnd().split("\n"));
		if (came.length >= 4) waiting.end();
		// The heartbeat of the answer and the silence of the sender have timers, too.
		else if (came.length >= 2) setImmediate(() => clock.advance(1000));
	}
	assert.deepEqual(
		came,
		["a", "b", "c", "d"].map((text) => JSON.stringify({ text })),
	);
	// The bucket is empty: a sender that leaves frees what waited.
	const left = sending(`${url}/line-gate`, '"e"\n"f"\n');
	const before = clock.timers;
	while (clock.timers <= before) await new Promise(setImmediate);
	left.destroy();
	while (clock.timers > 0) await new Promise(setImmediate);
});

test("each line is counted as a call, and their request is not", async () => {
	const { url } = await start({}, { mills: [gate] });
	const headers = { "Content-Type": JSONL };
	const answer = await fetch(`${url}/line-gate`, { method: "POST", headers, body: '"a"\n"b"\n7\n' });
	await answer.text();
	const counted = async () =>
		(await (await fetch(`${url}/metrics`)).text()).match(
			/^gristmill_(?:requests_total|calls_in_flight)\{mill="line-gate".*$/gm,
		);
	// The request is recorded when its answer has been sent.
	while ((await counted())?.at(-1)?.endsWith(" 1")) await new Promise(setImmediate);
	assert.deepEqual((await counted())?.sort(), [
		'gristmill_calls_in_flight{mill="line-gate"} 0',
		'gristmill_requests_total{mill="line-gate",method="POST",status="200"} 2',
		'gristmill_requests_total{mill="line-gate",method="POST",status="422"} 1',
	]);
});
