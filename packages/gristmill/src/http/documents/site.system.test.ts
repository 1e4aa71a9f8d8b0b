import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { get, served } from "../../testing/server.js";

const usual = served();
const run = promisify(execFile);

test("a command of the reference gives the result beside it", async () => {
	const { text } = await get(`${usual.url}/docs`);
	const decoded = (html: string) =>
		html.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
	const section = text.slice(text.indexOf('<section id="word-counter"'));
	const [command = "", result = ""] = [...section.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs)].map(
		([, code = ""]) => decoded(code),
	);
	assert.match(command, /^curl -sS 'http/);
	const { stdout } = await run("sh", ["-c", command]);
	assert.deepEqual(JSON.parse(stdout), JSON.parse(result));
});

test("the command of llms.txt gives a list", async () => {
	const { text } = await get(`${usual.url}/llms.txt`);
	const [, command = ""] = /```sh\n(.*)\n```/.exec(text) ?? [];
	assert.match((await run("sh", ["-c", command])).stdout, /^\{/);
});
