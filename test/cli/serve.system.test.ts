import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual, promisify } from "node:util";
import type { Mill } from "../../packages/gristmill/dist/core/definition/mill.js";
import { INSTALLED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";
import {
	ALL_MILLS,
	folderWith,
	GREETING,
	gristmill,
	post,
	QUICK_MILLS,
	ROOT,
	serving,
	start,
} from "../../packages/gristmill/dist/testing/command.js";
import { blocksOf } from "../../packages/gristmill/dist/testing/markdown.js";
import { run } from "../../packages/gristmill/dist/testing/run-command.js";
import { get } from "../../packages/gristmill/dist/testing/server.js";
import { freePort } from "../../packages/gristmill/dist/testing/servers/replica.js";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const execute = promisify(execFile);

/** Serves all mills, and waits until they are ready: on a busy machine, an example may exceed its deadline at the first try. */
async function allReady(t: TestContext): Promise<Awaited<ReturnType<typeof serving>>> {
	const server = await serving(t, [], { env: ALL_MILLS });
	while ((await get(`${server.url}/health/ready`)).status !== 200) await sleep(50);
	return server;
}

test("serve prints its address as the first URL, the mills, and curl lines that work as pasted", async (t) => {
	const names = Object.keys(INSTALLED_MILLS);
	const { url, stdout, printed } = await allReady(t);
	assert.equal(/https?:\/\/[^\s/]+/.exec(stdout())?.[0], url);
	assert.match(stdout(), /normaliser: Normalises text/);
	const { text } = (await post(`${url}/normaliser`, "one  two")) as { text: string };
	assert.equal(text, "one two");
	if (!hasCurl) return t.diagnostic("curl is not installed");
	await printed(/Documentation: /);
	const lines = stdout()
		.split("\n")
		.filter((line) => line.includes("curl "));
	assert.equal(lines.length, names.length);
	for (const [i, name] of names.entries()) {
		const { default: mill }: { default: Mill } = await import(INSTALLED_MILLS[name]?.href ?? "");
		const { stdout: answer, status } = spawnSync("sh", ["-c", lines[i] ?? ""], { encoding: "utf8" });
		assert.equal(status, 0);
		const actual = JSON.parse(answer);
		const expected = mill.examples[0]?.output;
		assert.ok(mill.agrees ? mill.agrees(expected, actual) : isDeepStrictEqual(actual, expected), answer);
	}
});

test("each curl line of a description works as pasted", {
	skip: !hasCurl && "curl is not installed",
}, async (t) => {
	const { url } = await allReady(t);
	for (const name of Object.keys(INSTALLED_MILLS)) {
		const text = await fetch(`${url}/${name}/$description`).then((response) => response.text());
		const shown = blocksOf(text).filter(({ language }) => language === "sh" || language === "json");
		assert.ok(shown.length >= 2);
		for (let i = 0; i < shown.length; i += 2) {
			// A file that an example names lies in the folder of its mill's models.
			const cwd = existsSync(`${ROOT}packages/mills/models/${name}`)
				? `${ROOT}packages/mills/models/${name}`
				: ROOT;
			// Not blocking: `fetch` would not notice that the server has closed its idle connection, and would use it again.
			const { stdout } = await execute("sh", ["-c", shown[i]?.text ?? ""], { cwd, encoding: "utf8" });
			assert.equal(stdout, shown[i + 1]?.text);
		}
	}
});

test("a server keeps running if its output is a closed pipe", async (t) => {
	const port = await freePort();
	const { child } = gristmill(t, ["serve", "--port", `${port}`], { env: QUICK_MILLS });
	child.stdout?.destroy();
	child.stderr?.destroy();
	const url = `http://127.0.0.1:${port}`;
	const ready = () =>
		fetch(`${url}/health/ready`)
			.then(({ ok }) => ok)
			.catch(() => false);
	while (!(await ready())) await sleep(50);
	// It prints once it is ready; it would have ended with that.
	for (let i = 0; i < 10; i++) {
		await sleep(50);
		assert.deepEqual(await post(`${url}/word-counter`, "one two"), { words: 2, lines: 1, characters: 7 });
	}
});

test("--mills chooses among the built-in mills, --base moves everything, and a port in use is told", async (t) => {
	const { url } = await serving(t, ["--mills", "word-counter", "--base", "v1/"]);
	assert.match(url, /\/v1$/, "the printed address has the base");
	const list = await fetch(`${url}/$list`);
	const { methods } = (await list.json()) as { methods: { name: string }[] };
	assert.deepEqual(
		methods.map(({ name }) => name),
		["word-counter"],
	);
	const second = await run(["serve", "--port", new URL(url).port], { env: QUICK_MILLS });
	assert.equal(second.code, 1);
	assert.match(second.err, /Port \d+ is in use\. Choose another with --port/);
});

for (const [words, code, message] of [
	[["serve", "--mills", "word-conter"], 2, /Did you mean "word-counter"\?/],
	[["serve", "--links", "never"], 2, /hal or always/],
	[["serve", "--translator", "oracle"], 2, /must be native or apertium/],
	[["serve", "--hide", "url"], 2, /Did you mean "urls"\?/],
	[["serve", "--hide", "nobody:urls"], 2, /"nobody:urls"/],
	[["serve", "--base", "/a b"], 2, /plain path/],
	[["serve", "--public-url", "ftp://x"], 2, /http\(s\)/],
	[["serve", "--host", "192.0.2.1", "--port", "0"], 1, /--host/],
	[["serve", "--host", "", "--port", "0"], 2, /--host is empty/],
	[["sevre"], 2, /Did you mean "serve"\?/],
] as const)
	test(`gristmill ${words.join(" ")} ends with code ${code} and one sentence`, async () => {
		const ended = await run(words, { env: QUICK_MILLS });
		assert.equal(ended.code, code);
		assert.match(ended.err, message);
		assert.equal(ended.err.trim().split("\n").length, 1);
	});

test("npm start passes a signal on: the running call is answered, then it ends with code 0", async (t) => {
	const slow = `${ROOT}packages/gristmill/dist/testing/mills/slow-sleeper.js`;
	const npm = start(t, "npm", ["start", "--silent", "--", "--port", "0", slow], { cwd: ROOT });
	const [, url] = await npm.printed(GREETING);
	const answer = post(`${url}/slow-sleeper`, "300");
	// The mill says on standard error that it has begun: only then is the call running.
	while (!npm.stderr().includes("begun"))
		await new Promise((resolve) => npm.child.stderr?.once("data", resolve));
	npm.child.kill("SIGTERM");
	assert.deepEqual(await answer, { slept: 300 });
	assert.equal(await npm.ended, 0);
	await assert.rejects(fetch(`${url}/$list`));
});

const HANGING = `import { defineMill, Type, text } from "gristmill";
export default defineMill({
	name: "hanging-loader", version: "1.0.0", summary: "Never loads.",
	input: { "text/plain": text() }, output: Type.Object({}),
	load: () => new Promise(() => {}), run: () => ({}),
});
`;

for (const words of [[], ["--processes", "2"]])
	test(`while a mill hangs in its load, the server has said its address, and nothing more: serve ${words}`, async (t) => {
		const cwd = await folderWith(t, { "hanging-loader.mjs": HANGING });
		const server = gristmill(t, ["serve", "hanging-loader.mjs", "--port", "0", ...words], {
			cwd,
			env: { GRISTMILL_WORKERS: "2" },
		});
		const [, url] = await server.printed(/^Gristmill \S+ at (http:\S+)\/\n/);
		const { status } = await fetch(`${url}/health/ready`);
		assert.equal(status, 503);
		assert.equal((await fetch(`${url}/health/live`)).status, 200);
		assert.doesNotMatch(server.stdout(), /Documentation/);
		assert.equal(server.stdout().split("\n").length, 2);
	});
