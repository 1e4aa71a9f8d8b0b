import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { start } from "../testing/server.js";
import { HALF_CLOSE_MS } from "./wire/connection.js";

const TELLER = new URL("../testing/mills/part-teller.js", import.meta.url);
const JSONL = "application/jsonl";

async function running(settings: object = {}) {
	const running = await start({ workers: 1, inline: "never", ...settings }, { mills: [TELLER] });
	await running.server.examined();
	const call = (body: string, accept = JSONL, init: RequestInit = {}) =>
		fetch(`${running.url}/part-teller`, {
			method: "POST",
			headers: { "Content-Type": "text/plain", Accept: accept },
			body,
			...init,
		});
	return { ...running, call };
}

test("the parts of a worker are those of the plain answer, however many", async () => {
	const { call } = await running();
	const whole = (await (await call("one MANY", "application/json")).json()) as { words: string[] };
	const text = await (await call("one MANY")).text();
	const parts = text.trimEnd().split("\n");
	assert.deepEqual(JSON.parse(parts.pop() ?? ""), { $end: { parts: 100_002, count: 2 } });
	assert.deepEqual(
		parts.map((line) => JSON.parse(line)),
		whole.words,
	);
});

test("a worker that is killed in the middle costs time, and no part comes twice or not at all", async () => {
	const { call, server } = await running();
	const response = await call("one MANY PAUSE last");
	const reader = (response.body as ReadableStream<Uint8Array>)
		.pipeThrough(new TextDecoderStream())
		.getReader();
	const first = await reader.read();
	let text = first.value ?? "";
	// The reader has not taken all, so the worker waits in the middle.
	for (const pid of server.workers()) process.kill(pid, "SIGKILL");
	for (let step = await reader.read(); !step.done; step = await reader.read()) text += step.value;
	assert.equal(text, await (await call("one MANY PAUSE last")).text());
	assert.match(text, /\$end/);
});

test("a deadline in the middle ends the stream with its problem", async () => {
	const { call } = await running({ deadline: 5_000 });
	const text = await (await call("one HANG")).text();
	assert.match(text, /^"one"\n{"\$problem":{.*deadline-exceeded/);
});

test("a part that kills every worker ends the stream with a problem", async () => {
	const { call } = await running();
	assert.match(await (await call("one EXIT")).text(), /^"one"\n{"\$problem":{.*crashed/);
	assert.match(await (await call("one")).text(), /\$end/);
});

test("a caller who leaves frees the worker", async () => {
	const { call } = await running();
	const controller = new AbortController();
	const response = await call("one WAIT", JSONL, { signal: controller.signal });
	const reader = (response.body as ReadableStream<Uint8Array>).getReader();
	await reader.read();
	// Within that time it could be a caller that ends only its own side.
	await setTimeout(2 * HALF_CLOSE_MS);
	controller.abort();
	await assert.rejects(reader.read());
	assert.match(await (await call("one")).text(), /\$end/);
});
