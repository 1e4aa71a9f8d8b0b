import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { MiB } from "../core/definition/limits.js";
import { call, HOSTILE, postMessage, SIZE } from "../testing/hostile-messages.js";
import { onRawSocket } from "../testing/raw-socket.js";
import { refused, served } from "../testing/server.js";

const site = served();

const post = (body: Uint8Array | string, headers?: Record<string, string>) =>
	postMessage(site.url, body, headers);

for (const [what, message] of Object.entries(HOSTILE))
	test(`${what} are refused uncompressed too`, async () => {
		refused(await post(message), 413, "content-too-large");
	});

test("an uncompressed hostile message is refused before it has arrived", async () => {
	await onRawSocket(site.url, async (raw) => {
		const fields = ["Content-Type: application/json", `Content-Length: ${SIZE}`];
		raw.sendHead("POST /mcp HTTP/1.1", ...fields);
		raw.send(HOSTILE["deep lists"].slice(0, 4_096));
		refused(await raw.answer(), 413, "content-too-large");
	});
});

test("the process that answers HTTP parses neither messages nor the results of tools", async () => {
	const input = "a b\n".repeat(50_000);
	const block = { data: Buffer.from(input).toString("base64") };
	await post("{}");
	const { parse } = JSON;
	let longest = 0;
	JSON.parse = (text, reviver) => {
		longest = Math.max(longest, text.length);
		return parse(text, reviver);
	};
	try {
		const counted = await post(call("word-counter", JSON.stringify({ input })));
		assert.match(counted.text, /"words":100000/);
		const summed = await post(
			call("checksum-calculator", JSON.stringify({ input: block, algorithm: "sha256" })),
		);
		assert.ok(summed.text.includes(createHash("sha256").update(input).digest("hex")));
		const broken = await post(call("word-counter", `{"input":"${input}`));
		assert.equal(broken.status, 400);
	} finally {
		JSON.parse = parse;
	}
	assert.ok(longest < 1_000, `${longest} characters`);
});

test("a message holds the largest input that a tool takes, in base64", async () => {
	const bytes = Buffer.alloc(16 * MiB, "grist");
	const given = { input: { data: bytes.toString("base64") }, algorithm: "sha256" };
	const answer = await post(call("checksum-calculator", JSON.stringify(given)));
	assert.ok(
		answer.text.includes(createHash("sha256").update(bytes).digest("hex")),
		answer.text.slice(0, 500),
	);
});

test("parameters of a tool are bounded as those in a query string are", async () => {
	for (const algorithm of ["x".repeat(MiB), Array(9_000).fill("x")]) {
		const given = JSON.stringify({ input: { text: "a" }, algorithm });
		const answer = await post(call("checksum-calculator", given));
		assert.match(answer.text, /Bad parameter: The parameters together have 16384 characters or more/);
		assert.ok(answer.text.length < 2_000, `${answer.text.length} characters`);
	}
});

test("what a hostile message holds is not in its answer", async () => {
	const long = "x".repeat(MiB);
	for (const message of [
		call(long, "{}"),
		call("word-counter", `{"${long}":1,"input":""}`),
		call("word-counter", `{"input":{"${long}":1}}`),
		`{"jsonrpc":"2.0","id":1,"method":"${long}"}`,
		`{"jsonrpc":"${long}","id":1,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"${long}":"${long}"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":["${long}"]}}}`,
	]) {
		const { text } = await post(message);
		assert.ok(text.length < 5_000, `${text.length} characters to ${message.slice(0, 60)}`);
	}
});
