import assert from "node:assert/strict";
import { test } from "node:test";
import teller from "../../testing/mills/part-teller.js";
import { begin, run } from "../../testing/run-command.js";
import { servedMills } from "../../testing/served-mills.js";
import { oddServer } from "../../testing/servers/odd-server.js";

const site = servedMills([teller]);

test("call --stream prints each part as soon as it arrives, and then the end", async () => {
	let finish = () => {};
	const { url } = await oddServer((request, response) => {
		request.resume();
		response.writeHead(200, { "Content-Type": "application/jsonl" }).write('"one"\n');
		finish = () => response.end('{"$end":{"parts":1,"count":1}}\n');
	});
	const command = begin(["call", `${url}/x`, "--data", "one", "--stream"]);
	await command.printed(/^"one"\n$/);
	finish();
	const { code, out } = await command.ended;
	assert.deepEqual([code, out], [0, '"one"\n{"$end":{"parts":1,"count":1}}\n']);
});

test("call --stream on a terminal colours the parts", async () => {
	const words = ["call", `${site.url}/part-teller`, "--data", "one", "--stream"];
	const { out } = await run(words, { terminals: ["stdout"] });
	assert.ok(out.startsWith('\u001b[32m"one"\u001b[0m\n'), out);
});

test("call --stream prints a problem after the parts, and has the exit code of call", async () => {
	const words = ["call", `${site.url}/part-teller`, "--data", "one PROBLEM", "--stream"];
	const told = await run(words);
	assert.deepEqual([told.code, told.out], [1, '"one"\n']);
	assert.match(told.err, /^gristmill: Send words\. \(422 no-words/);
	const asJson = await run([...words, "--json"]);
	const [, failure] = asJson.out.split("\n");
	assert.equal(JSON.parse(failure ?? "").error.problem.code, "no-words");
	assert.equal(asJson.code, 1);
});

test("call --stream refuses flags for whole results", async () => {
	const { code, err } = await run(["call", "http://127.0.0.1:1/x", "--stream", "--output", "a"]);
	assert.equal(code, 2);
	assert.equal(err, "gristmill: --output is for whole results. Leave out --output or --stream.\n");
});

test("call --stream shows on a terminal how much is done, and removes the bar before each part and at the end", async () => {
	const words = ["call", `${site.url}/part-teller`, "--data", "one PAUSE two", "--stream"];
	const { code, out, err } = await run(words, { terminals: ["stderr"] });
	assert.deepEqual([code, out], [0, '"one"\n"PAUSE"\n"two"\n{"$end":{"parts":3,"count":3}}\n']);
	assert.match(err, / \d+ %/);
	assert.ok(err.endsWith("\r\u001b[K"), JSON.stringify(err));
	const silent = await run([...words, "--json"], { terminals: ["stderr"] });
	assert.equal(silent.err, "");
});
