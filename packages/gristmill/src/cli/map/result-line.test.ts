import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createClient, DeadlineError, type MapOutcome } from "../../client/index.js";
import { tableServer, typed } from "../../testing/servers/odd-server.js";
import type { Item } from "./item.js";
import { resultLine } from "./result-line.js";

/** What an answer like this becomes. */
async function lineFor(type: string, body: string, status = 200, item: Item = { line: 7, content: "" }) {
	const { url } = await tableServer({ "POST /x": () => typed(type, body, status) });
	for await (const outcome of createClient(url).map<Item>("x", [item], { prepare: () => ({ input: "" }) }))
		return resultLine(outcome);
	return assert.fail();
}

test("a JSON answer is written as it came, on one line, with every digit", async () => {
	assert.equal(
		await lineFor("application/json", '{\r\n  "n": 12345678901234567890.10,\n  "t": "a\\nb\u2028"\n}\n'),
		'{"line":7,"output":{   "n": 12345678901234567890.10,   "t": "a\\nb\u2028" }}\n',
	);
	assert.equal(await lineFor("application/hal+json", "null"), '{"line":7,"output":null}\n');
});

test("texts and bytes say what they are", async () => {
	assert.equal(await lineFor("text/plain", "a\nb"), '{"line":7,"output":"a\\nb","mediaType":"text/plain"}\n');
	assert.equal(await lineFor("image/png", "png"), '{"line":7,"base64":"cG5n","mediaType":"image/png"}\n');
});

test("a problem keeps its status, its code and its detail, and the id of a server's failure", async () => {
	const problem = { title: "T", code: "too-odd", detail: "Send less.", instance: "id-1" };
	const line = await lineFor("application/problem+json", JSON.stringify(problem), 422, { file: 'a"\n' });
	const error = { kind: "problem", status: 422, code: "too-odd", detail: "Send less." };
	assert.equal(line, `{"file":"a\\"\\n","error":${JSON.stringify(error)}}\n`);
	const crash = JSON.parse(await lineFor("application/problem+json", '{"title":"T","instance":"id-1"}', 500));
	assert.deepEqual(crash.error, { kind: "problem", status: 500, detail: "T", instance: "id-1" });
	const bare = JSON.parse(await lineFor("text/html", "<p>", 400));
	assert.equal(bare.error.status, 400);
	assert.equal(typeof bare.error.detail, "string");
});

test("a failed result says why there was no response", async () => {
	const failed = (error: Error) => {
		const outcome: MapOutcome<Item> = { index: 0, item: { file: "a" }, error };
		return JSON.parse(resultLine(outcome)).error;
	};
	const late = new DeadlineError("http://a/ did not answer in time. Use a longer deadline.", {
		url: "http://a/",
	});
	assert.deepEqual(failed(late), {
		kind: "deadline",
		detail: "http://a/ did not answer in time. Use a longer --deadline.",
	});
	assert.deepEqual(failed(Object.assign(new Error("x"), { code: "EACCES", path: "a" })), {
		kind: "input",
		detail: "a cannot be read (EACCES).",
	});
	assert.deepEqual(failed(new Error("Give less.")), { kind: "input", detail: "Give less." });
	await assert.rejects(readFile("/"), (error: Error) => {
		assert.deepEqual(failed(error), { kind: "input", detail: "It is a folder. Name a file." });
		return true;
	});
});
