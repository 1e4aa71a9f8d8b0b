import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { after, test } from "node:test";
import { bytes, createFetchHandler, defineMill, json, Type, text } from "../index.js";
import teller from "../testing/mills/part-teller.js";
import { served } from "../testing/server.js";

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
const MILLS = [gate, adder, meter, counter, teller];
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
