import assert from "node:assert/strict";
import { test } from "node:test";
import { run as runCommand } from "../testing/run-command.js";
import { tableServer, typed } from "../testing/servers/odd-server.js";

const CONTROLS = "\u001b[31m\u009b2J\u007f";

test("--json prints an answer digit by digit, however deep it is, and without controls", async () => {
	const deep = "[".repeat(100_000) + "]".repeat(100_000);
	const { url } = await tableServer({
		"POST /exact": () => typed("application/json", `{"n":12345678901234567890,\n "d":1.10}`),
		"POST /deep": () => typed("application/json", deep),
		"POST /bad": () => typed("application/problem+json", { title: "Bad", detail: `${CONTROLS}\nb` }, 400),
		"POST /text": () => typed("text/plain", CONTROLS),
	});
	const run = async (mill: string) =>
		(await runCommand(["call", `${url}/${mill}`, "--data", "", "--json"])).out;
	assert.equal(await run("exact"), '{"n":12345678901234567890,  "d":1.10}\n');
	assert.equal(await run("deep"), `${deep}\n`);
	assert.equal(JSON.parse(await run("text")), CONTROLS);
	assert.equal(JSON.parse(await run("bad")).error.problem.detail, `${CONTROLS}\nb`);
	for (const mill of ["bad", "text"]) {
		// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
		assert.doesNotMatch(await run(mill), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
	}
});

test("text of a server stays on its line, and a result that is too deep or too large is refused with what to do", async () => {
	const deep = "[".repeat(100_000) + "]".repeat(100_000);
	const { url } = await tableServer({
		"GET /$list": () => typed("application/json", [{ name: "a", summary: "b\nevil: c" }]),
		"GET /x/$schema": () => typed("application/json", `{"x":${deep}}`),
		"POST /bad": () => typed("text/json", { detail: "no\ngristmill: yes" }, 400),
		"POST /large": () => typed("application/json", " ".repeat(2 ** 20 + 1)),
	});
	const run = (...words: readonly string[]) => runCommand(words);
	assert.equal((await run("list", url)).out, `a: b evil: c\n  ${url}/a\n`);
	assert.match(
		(await run("call", `${url}/bad`, "--data", "")).err,
		/^gristmill: no gristmill: yes\. \(400.*\n$/,
	);
	const schema = await run("schema", `${url}/x`);
	// Newer engines read JSON of any depth.
	if (schema.code === 0) assert.equal(schema.out.replace(/\s/g, ""), `{"x":${deep}}`);
	else {
		assert.deepEqual([schema.code, schema.out], [4, ""]);
		assert.match(schema.err, /^gristmill: The result is nested too deeply to be processed\.\n$/);
	}
	const large = await run("call", `${url}/large`, "--data", "", "--max-answer", "1m");
	assert.match(large.err, /The answer has more than 1048576 bytes\. Raise --max-answer\./);
});
