import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { mkdir, open, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { start as command, folderWith, gristmill, MAIN, ROOT } from "../../testing/command.js";
import { numberedLines as numbers, mapResults as read } from "../../testing/map-results.js";
import { jpegOf } from "../../testing/mills/mills.js";
import { run as runCommand } from "../../testing/run-command.js";
import { start } from "../../testing/server.js";
import { oddServer } from "../../testing/servers/odd-server.js";

const running = start();

const run = (words: readonly string[], options: { cwd?: string; input?: string | Uint8Array } = {}) =>
	runCommand(["map", ...words], { input: "", ...options });

/** Waits until a file has grown over this size. */
async function grown(path: string, size: number): Promise<void> {
	while (((await stat(path).catch(() => undefined))?.size ?? 0) <= size) await setTimeout(2);
}

/** A server that answers so many calls, and lets the others wait until it may answer more. Pictures are refused. */
async function gatedServer() {
	const waiting: (() => void)[] = [];
	let left = 0;
	const { url } = await oddServer((request, response) => {
		const status = request.headers["content-type"] === "image/jpeg" ? 415 : 200;
		const answer = () => response.writeHead(status, { "Content-Type": "application/json" }).end("{}");
		request.resume().on("end", () => {
			if (left-- > 0) answer();
			else waiting.push(answer);
		});
	});
	return {
		url: `${url}/word-counter`,
		allow: (count: number) => {
			left = count;
			for (const answer of waiting.splice(0)) answer();
		},
	};
}

test("after kill -9, --resume continues, and the results are those of a run that was not killed", async (t) => {
	const { url, allow } = await gatedServer();
	const cwd = await folderWith(t, { in: numbers(600) });
	const base = [url, "--lines", "in"];
	allow(Infinity);
	assert.equal((await run([...base, "--out", "whole"], { cwd })).code, 0);
	const whole = await readFile(join(cwd, "whole"), "utf8");
	const out = join(cwd, "out");
	for (let size = 0; size < whole.length / 2; ) {
		allow(200);
		const { child, ended } = gristmill(t, ["map", ...base, "--out", "out", "--resume"], { cwd });
		await grown(out, size + 2_500);
		child.kill("SIGKILL");
		await ended;
		size = (await stat(out)).size;
		// What a write that was cut would leave: the beginning of a line.
		await truncate(out, size - 9);
	}
	allow(Infinity);
	const { code, err } = await run([...base, "--out", "out", "--resume"], { cwd });
	assert.equal(code, 0, err);
	assert.match(err, /600 inputs, [\d,]+ done before, [\d,]+ answered, 0 failed/);
	assert.equal(await readFile(out, "utf8"), whole);
	const again = await run([...base, "--out", "out", "--resume"], { cwd });
	assert.match(again.err, /600 done before, 0 answered/);
	assert.equal(await readFile(out, "utf8"), whole);
});

test("an unordered run with a separate file of failures is resumed without losing or repeating an input", async (t) => {
	const { url, allow } = await gatedServer();
	const cwd = await folderWith(t, {});
	await mkdir(join(cwd, "in"));
	const names = Array.from({ length: 300 }, (_, i) => `in/${i}${i % 10 === 0 ? ".jpg" : ".txt"}`);
	for (const name of names) await writeFile(join(cwd, name), name.endsWith("jpg") ? jpegOf(1, 1) : name);
	const words = [url, "in", "--out", "out", "--errors", "bad", "--resume"];
	for (const order of [[], ["--unordered"]]) {
		for (const file of ["out", "bad"]) await writeFile(join(cwd, file), "");
		allow(150);
		const { child, ended } = gristmill(t, ["map", ...words, ...order], { cwd });
		await grown(join(cwd, "out"), 1_000);
		child.kill("SIGKILL");
		await ended;
		allow(Infinity);
		const { code } = await run([...words, ...order], { cwd });
		assert.equal(code, 1);
		const [good, bad] = [await readFile(join(cwd, "out"), "utf8"), await readFile(join(cwd, "bad"), "utf8")];
		const files = [...read(good), ...read(bad)].map(({ file }) => file);
		assert.deepEqual(files.sort(), names.slice().sort());
		assert.equal(read(bad).length, 30);
		// Failures of before are failures still.
		assert.equal((await run([...words, ...order, "--quiet"], { cwd })).code, 1);
	}
});

test("a second run with the same --out is refused while the first one writes, and resumes it after a kill", async (t) => {
	const waiting: (() => void)[] = [];
	let opened = false;
	const { url } = await oddServer((request, response) => {
		const answer = () => response.writeHead(200, { "Content-Type": "application/json" }).end('{"ok":true}');
		request.resume().on("end", () => (opened ? answer() : waiting.push(answer)));
	});
	const cwd = await folderWith(t, { "lines.txt": numbers(3) });
	await mkdir(join(cwd, "in"));
	for (const name of ["a", "b", "c"]) await writeFile(join(cwd, "in", name), name);
	const words = [`${url}/odd-counter`, "in", "--out", "in/out"];
	const first = gristmill(t, ["map", ...words], { cwd });
	while (waiting.length === 0) await setTimeout(2);
	const second = await run([...words, "--resume"], { cwd });
	assert.equal(second.code, 5);
	assert.match(second.err, new RegExp(`Process ${first.child.pid} writes to in/out\\. .* name another file`));
	first.child.kill("SIGKILL");
	await first.ended;
	opened = true;
	for (const answer of waiting) answer();
	const third = await run([...words, "--resume"], { cwd });
	assert.equal(third.code, 0, third.err);
	// The lock that was left in the folder of the inputs is none of them.
	assert.deepEqual(
		read(await readFile(join(cwd, "in/out"), "utf8")).map(({ file }) => file),
		["in/a", "in/b", "in/c"],
	);
	assert.deepEqual((await readdir(join(cwd, "in"))).sort(), ["a", "b", "c", "out"]);
});

/** A named pipe that this process holds open: whoever reads it waits for more. */
async function silentPipe(t: TestContext, content: string): Promise<string> {
	const path = join(await folderWith(t, {}), "pipe");
	execFileSync("mkfifo", [path]);
	const pipe = await open(path, "r+");
	t.after(() => pipe.close());
	await pipe.write(content);
	return path;
}

test("Ctrl-C ends map even while a pipe is silent", { skip: process.platform === "win32" }, async (t) => {
	const { url } = await running;
	const pipe = await silentPipe(t, "one\n");
	const { child, ended, printed } = gristmill(t, ["map", `${url}/word-counter`, "--lines", pipe]);
	await printed(/"line":1/);
	child.kill("SIGINT");
	assert.equal(await ended, 130);
});

test("map ends if no server answers, even while it waits for a silent pipe", {
	skip: process.platform === "win32",
}, async (t) => {
	const pipe = await silentPipe(t, "one\n");
	const words = ["map", "http://127.0.0.1:1/word-counter", "--lines", pipe, "--wait", "0"];
	assert.equal(await gristmill(t, words).ended, 3);
});

test("a pipe is read to its end", { skip: process.platform === "win32" }, async (t) => {
	const { url } = await running;
	const line = `'${process.execPath}' '${MAIN}' map '${url}/word-counter' --lines /dev/fd/3 3<&0 </dev/null`;
	const piped = command(t, "sh", ["-c", `{ echo one; sleep 0.2; printf 'two words'; } | ${line}`]);
	assert.equal(await piped.ended, 0);
	assert.deepEqual(
		read(piped.stdout()).map(({ output }) => output?.words),
		[1, 2],
	);
});

test("a named pipe is read when its writer has come", { skip: process.platform === "win32" }, async (t) => {
	const { url } = await running;
	const path = join(await folderWith(t, {}), "pipe");
	execFileSync("mkfifo", [path]);
	const { ended, stdout, printed } = gristmill(t, ["map", `${url}/word-counter`, "--lines", path]);
	// Opening it for writing waits for the reader.
	const pipe = await open(path, "w");
	await pipe.write("one\n");
	await printed(/"line":1/);
	await pipe.write("two words\n");
	await pipe.close();
	assert.equal(await ended, 0);
	assert.deepEqual(
		read(stdout()).map(({ output }) => output?.words),
		[1, 2],
	);
});

test("Ctrl-C ends map even while a named pipe has no writer", {
	skip: !existsSync("/proc/self/fd") && "there is no /proc",
}, async (t) => {
	const { url } = await running;
	const path = join(await folderWith(t, {}), "pipe");
	execFileSync("mkfifo", [path]);
	const { child, ended } = gristmill(t, ["map", `${url}/word-counter`, "--lines", path]);
	const opened = `/proc/${child.pid}/fd`;
	const isOpen = () => readdirSync(opened).some((fd) => linkedTo(`${opened}/${fd}`) === path);
	while (!isOpen()) await setTimeout(20);
	child.kill("SIGINT");
	assert.equal(await ended, 130);
});

/** Where a link leads; undefined if it is gone. */
function linkedTo(link: string): string | undefined {
	try {
		return readlinkSync(link);
	} catch {
		return undefined;
	}
}

test("map ends quietly when the reader of its output closes the pipe", async (t) => {
	const { url } = await running;
	const cwd = await folderWith(t, { in: numbers(1_000) });
	const line = `'${process.execPath}' '${ROOT}packages/gristmill/dist/cli/main.js' map '${url}/word-counter' --lines in --concurrency 2 | head -n 2`;
	const piped = command(t, "sh", ["-c", line], { cwd });
	assert.equal(await piped.ended, 0);
	assert.deepEqual(
		read(piped.stdout()).map((result) => result.line),
		[1, 2],
	);
	assert.equal(piped.stderr(), "");
});
