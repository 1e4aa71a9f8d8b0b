import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { scrapeUntil } from "../testing/scrape.js";
import { start } from "../testing/server.js";
import { HALF_CLOSE_MS } from "./wire/connection.js";

const TELLER = new URL("../testing/mills/part-teller.js", import.meta.url);

async function running() {
	const running = await start({ workers: 2 }, { mills: [TELLER] });
	await running.server.examined();
	const call = (inputs: readonly string[], init: RequestInit = {}) =>
		fetch(`${running.url}/part-teller`, {
			method: "POST",
			headers: { "Content-Type": "application/jsonl" },
			body: inputs.map((input) => `${JSON.stringify(input)}\n`).join(""),
			...init,
		});
	return { ...running, call };
}

const answerTo = (input: string) => ({ words: input.split(" "), count: input.split(" ").length });

test("workers that are killed while lines are in flight cost time, and no line its answer", async () => {
	const { call, server } = await running();
	const inputs = Array.from({ length: 300 }, (_, i) => `PAUSE ${i}`);
	const response = await call(inputs);
	let text = "";
	let hasKilled = false;
	for await (const piece of (response.body as ReadableStream<Uint8Array>).pipeThrough(
		new TextDecoderStream(),
	)) {
		text += piece;
		if (!hasKilled) for (const pid of server.workers()) process.kill(pid, "SIGKILL");
		hasKilled = true;
	}
	const answers = text.trimEnd().split("\n");
	assert.deepEqual(
		answers.map((line) => JSON.parse(line)),
		inputs.map(answerTo),
	);
});

test("a line that kills its workers costs only itself", async () => {
	const { call } = await running();
	const text = await (await call(["one", "EXIT", "two"])).text();
	const [one, exit, two] = text
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	assert.deepEqual([one, two], [answerTo("one"), answerTo("two")]);
	assert.equal(exit.$problem.code, "crashed");
});

test("a caller who leaves frees the workers, and its lines are no answers in the metrics", async () => {
	const { call, url } = await running();
	const controller = new AbortController();
	const response = await call(["one", "WAIT", "WAIT", "WAIT"], { signal: controller.signal });
	await (response.body as ReadableStream<Uint8Array>).getReader().read();
	// Within that time it could be a caller that ends only its own side.
	await setTimeout(2 * HALF_CLOSE_MS);
	controller.abort();
	const counted = (status: number) =>
		`gristmill_requests_total{mill="part-teller",method="POST",status="${status}"}`;
	const { value } = await scrapeUntil(url, (metrics) => metrics.value(counted(499)) === 3);
	assert.equal(value(counted(200)), 1);
	assert.deepEqual(JSON.parse(await (await call(["one"])).text()), answerTo("one"));
});
