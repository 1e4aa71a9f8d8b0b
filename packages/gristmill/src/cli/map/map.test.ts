import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readlinkSync, truncateSync } from "node:fs";
import { mkdir, open, readdir, readFile, stat, symlink, truncate, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { start as command, folderWith, gristmill, MAIN, ROOT } from "../../testing/command.js";
import { jpegOf } from "../../testing/mills/mills.js";
import { start } from "../../testing/server.js";
import { oddServer, tableServer, typed } from "../../testing/servers/odd-server.js";
import { ranInTurn } from "../../testing/shared-command.js";
import { unlessAll } from "../../testing/size.js";
import { CommandError } from "../command-error.js";
import { MAP } from "./map.js";

const running = start();

const run = (words: readonly string[], options: { cwd?: string; input?: string | Uint8Array } = {}) =>
	ranInTurn(["map", ...words], { input: "", ...options });

interface Result {
	readonly file?: string;
	readonly line?: number;
	readonly output?: Readonly<Record<string, unknown>>;
	readonly error?: { readonly kind: string; readonly status?: number; readonly detail: string };
}

function read(text: string): Result[] {
	assert.ok(text === "" || text.endsWith("\n"), text.slice(-100));
	return text
		.split("\n")
		.slice(0, -1)
		.map((line) => JSON.parse(line));
}

const numbers = (count: number) =>
	Array.from({ length: count }, (_, i) => `${i + 1}${" w".repeat(i % 5)}\n`).join("");

/** Waits until a file has grown over this size. */
async function grown(path: string, size: number): Promise<void> {
	while (((await stat(path).catch(() => undefined))?.size ?? 0) <= size) await setTimeout(2);
}

test("a folder of files with odd names is one line for each, in order; what failed is told there", async (t) => {
	const { url } = await running;
	const cwd = await folderWith(t, {});
	await mkdir(join(cwd, "in/sub folder"), { recursive: true });
	await writeFile(join(cwd, "in/new\nline.txt"), "one two");
	await writeFile(join(cwd, "in/sub folder/é'\".md"), "one");
	await writeFile(join(cwd, "in/empty"), "");
	await writeFile(join(cwd, "in/broken.txt"), Uint8Array.of(0xff, 0xfe));
	await writeFile(join(cwd, "in/face.jpg"), jpegOf(3, 4));
	await symlink("nowhere", join(cwd, "in/lost.txt"));
	const { code, out, err } = await run([`${url}/word-counter`, "in"], { cwd });
	assert.equal(code, 1);
	assert.deepEqual(
		read(out).map(({ file, output, error }) => [file, output?.words ?? error?.status ?? error?.kind]),
		[
			["in/broken.txt", 400],
			["in/empty", 0],
			["in/face.jpg", 415],
			["in/lost.txt", "input"],
			["in/new\nline.txt", 2],
			["in/sub folder/é'\".md", 1],
		],
	);
	assert.match(err, /^6 inputs, 3 answered, 3 failed \(.*\)\n(?: {2}1 × .*\n){3}$/);
});

test("pictures and other bytes are sent as what they are", async (t) => {
	const { url } = await running;
	const cwd = await folderWith(t, {});
	for (let i = 1; i <= 5; i++) await writeFile(join(cwd, `${i}.jpg`), jpegOf(i, 10 * i));
	const { code, out, err } = await run([`${url}/picture-meter`, "*.jpg", "--quiet"], { cwd });
	assert.equal(code, 0);
	assert.equal(err, "");
	assert.deepEqual(
		read(out).map(({ output }) => output),
		[1, 2, 3, 4, 5].map((i) => ({ width: i, height: 10 * i })),
	);
	const mill = `${url}/checksum-calculator/{algorithm}`;
	const flags = ["--param", "algorithm=sha256", "--type", "application/octet-stream", "--validate"];
	const sums = await run([mill, "1.jpg", "2.jpg", ...flags], { cwd });
	assert.equal(sums.code, 0, sums.err);
	assert.equal(read(sums.out).length, 2);
});

test("each line is an input, also an empty one and a last one without its end", async (t) => {
	const { url } = await running;
	const input = "\ufeffone\r\n\r\ntwo words\nlast";
	const cwd = await folderWith(t, { "lines.txt": input });
	const piped = await run([`${url}/query-echoer`, "--lines", "-"], { input });
	const { code, out } = await run([`${url}/query-echoer`, "--lines", "lines.txt"], { cwd });
	assert.equal(code, 0);
	assert.deepEqual(
		read(out).map(({ line, output }) => [line, output?.text]),
		[
			[1, "one"],
			[2, ""],
			[3, "two words"],
			[4, "last"],
		],
	);
	assert.equal(piped.out, out);
	const bytes = new Uint8Array([...Buffer.from("a\n"), 0xff, 10, ...Buffer.from("b")]);
	const broken = await run([`${url}/word-counter`, "--lines", "-"], { input: bytes });
	assert.deepEqual(
		read(broken.out).map(({ line, error }) => [line, error?.status]),
		[
			[1, undefined],
			[2, 400],
			[3, undefined],
		],
	);
	const typedAs = await run([`${url}/query-echoer`, "--lines", "-", "--type", "application/json"], {
		input: '{"text":"a"}\nnonsense\n',
	});
	assert.deepEqual(
		read(typedAs.out).map(({ output, error }) => output?.text ?? error?.status),
		["a", 400],
	);
});

test("no lines and an empty folder are nothing to do, and not a mistake", async (t) => {
	const { url } = await running;
	const cwd = await folderWith(t, {});
	for (const words of [["--lines", "-"], ["."], ["--lines", "/dev/null"]]) {
		const { code, out, err } = await run([`${url}/word-counter`, ...words], { cwd });
		assert.deepEqual({ code, out }, { code: 0, out: "" });
		assert.match(err, /^0 inputs, 0 answered, 0 failed/);
	}
});

test("--limit takes the first, --errors keeps failures apart, --header is sent", async (t) => {
	const { url, requests } = await tableServer({
		"POST /x": (_, body) => typed("application/json", {}, body === "bad" ? 422 : 200),
	});
	const cwd = await folderWith(t, { in: "a\nbad\nb\nc\n" });
	const words = [
		`${url}/x`,
		"--lines",
		"in",
		"--limit",
		"3",
		"--header",
		"X-Key: 1",
		"--errors",
		"bad.ndjson",
	];
	const { code, out } = await run(words, { cwd });
	assert.equal(code, 1);
	assert.deepEqual(
		read(out).map(({ line }) => line),
		[1, 3],
	);
	const errors = read(await readFile(join(cwd, "bad.ndjson"), "utf8"));
	assert.deepEqual(
		errors.map(({ line, error }) => [line, error?.status]),
		[[2, 422]],
	);
	assert.equal(requests.length, 3);
	assert.ok(requests.every(({ headers }) => headers["x-key"] === "1"));
});

test("without order, a slow input delays no other", async () => {
	let free = () => {};
	const { url } = await oddServer(async (request, response) => {
		let body = "";
		for await (const chunk of request.setEncoding("utf8")) body += chunk;
		const end = () => response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
		if (body === "slow") free = end;
		else end();
		if (body === "last") setImmediate(() => free());
	});
	const { code, out } = await run([`${url}/x`, "--lines", "-", "--unordered"], {
		input: "slow\na\nb\nlast",
	});
	assert.equal(code, 0);
	const lines = read(out).map(({ line }) => line);
	assert.deepEqual(lines.slice().sort(), [1, 2, 3, 4]);
	assert.equal(lines.at(-1), 1);
});

test("after kill -9 --resume goes on, and the file is that of a run that was not killed", {
	skip: unlessAll,
}, async (t) => {
	const { url } = await running;
	const cwd = await folderWith(t, { in: numbers(1_500) });
	const base = [`${url}/word-counter`, "--lines", "in"];
	assert.equal((await run([...base, "--out", "whole"], { cwd })).code, 0);
	const whole = await readFile(join(cwd, "whole"), "utf8");
	const out = join(cwd, "out");
	for (const size of [5_000, 20_000, 30_000]) {
		const { child, ended } = gristmill(t, ["map", ...base, "--out", "out", "--resume"], { cwd });
		await grown(out, size);
		child.kill("SIGKILL");
		await ended;
		const now = (await stat(out)).size;
		assert.ok(now < whole.length, "it was killed too late");
		// What a write that was cut would leave: the beginning of a line.
		await truncate(out, now - 9);
	}
	const { code, err } = await run([...base, "--out", "out", "--resume"], { cwd });
	assert.equal(code, 0, err);
	assert.match(err, /1,500 inputs, [\d,]+ done before, [\d,]+ answered, 0 failed/);
	assert.equal(await readFile(out, "utf8"), whole);
	const again = await run([...base, "--out", "out", "--resume"], { cwd });
	assert.match(again.err, /1,500 done before, 0 answered/);
	assert.equal(await readFile(out, "utf8"), whole);
});

test("a folder without order, with failures in a file of their own, is resumed without loss or double", {
	skip: unlessAll,
}, async (t) => {
	const { url } = await running;
	const cwd = await folderWith(t, {});
	await mkdir(join(cwd, "in"));
	const names = Array.from({ length: 300 }, (_, i) => `in/${i}${i % 10 === 0 ? ".jpg" : ".txt"}`);
	for (const name of names) await writeFile(join(cwd, name), name.endsWith("jpg") ? jpegOf(1, 1) : name);
	const words = [`${url}/word-counter`, "in", "--out", "out", "--errors", "bad", "--resume"];
	for (const order of [[], ["--unordered"]]) {
		for (const file of ["out", "bad"]) await writeFile(join(cwd, file), "");
		const { child, ended } = gristmill(t, ["map", ...words, ...order], { cwd });
		await grown(join(cwd, "out"), 3_000);
		child.kill("SIGKILL");
		await ended;
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

test("inputs that changed are refused in order, and without order only what is new is sent", async (t) => {
	const { url } = await running;
	const cwd = await folderWith(t, {});
	await mkdir(join(cwd, "in"));
	for (const name of ["b", "c"]) await writeFile(join(cwd, "in", name), name);
	const words = [`${url}/word-counter`, "in", "--out", "in/out"];
	assert.equal((await run(words, { cwd })).code, 0);
	await writeFile(join(cwd, "in/a"), "a");
	const refused = await run([...words, "--resume"], { cwd });
	assert.equal(refused.code, 2);
	assert.match(refused.err, /Resume with --unordered.*expected "in\/b", found "in\/a"\./);
	assert.equal((await run([...words, "--resume", "--unordered"], { cwd })).code, 0);
	assert.deepEqual(
		read(await readFile(join(cwd, "in/out"), "utf8")).map(({ file }) => file),
		["in/b", "in/c", "in/a"],
	);
	const over = await run(words, { cwd });
	assert.equal(over.code, 2);
	assert.match(over.err, /Continue with --resume, or name another file: in\/out exists/);
});

test("a file for the results that leads to itself is told in a sentence, whether resumed or not", async (t) => {
	const cwd = await folderWith(t, { "lines.txt": "one\n" });
	await symlink("circle", join(cwd, "circle"));
	for (const more of [[], ["--resume"]]) {
		const words = ["http://127.0.0.1:1/word-counter", "--lines", "lines.txt", "--out", "circle", ...more];
		const { code, err } = await run(words, { cwd });
		assert.equal(code, 2);
		assert.equal(err, "gristmill: Name a writable file: circle is a link to itself.\n");
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
	assert.equal(second.code, 2);
	assert.match(
		second.err,
		new RegExp(`name another file: process ${first.child.pid} writes to in/out\\.$`, "m"),
	);
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

for (const [signal, expected] of [
	["SIGINT", 130],
	["SIGTERM", 143],
] as const)
	test(`${signal} ends with what is known, a hint, and code ${expected}`, async (t) => {
		let asked = 0;
		const { url } = await oddServer((request, response) => {
			request.resume();
			// The sixth and all behind it are never answered.
			if (++asked <= 5) response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
		});
		const cwd = await folderWith(t, { in: numbers(50) });
		const words = ["map", `${url}/x`, "--lines", "in", "--out", "out", "--concurrency", "1"];
		const { child, ended, stderr } = gristmill(t, words, { cwd });
		await grown(join(cwd, "out"), 5 * '{"line":1,"output":{}}'.length);
		child.kill(signal);
		assert.equal(await ended, expected);
		assert.match(
			stderr(),
			/^5 inputs, 5 answered, 0 failed \(.*\)\nStopped\. To continue, run the same command with --resume\.\n$/,
		);
		assert.equal(read(await readFile(join(cwd, "out"), "utf8")).length, 5);
	});

test("Ctrl-C ends also while standard input says nothing", async (t) => {
	const { url } = await running;
	const { child, ended, printed } = gristmill(t, ["map", `${url}/word-counter`, "--lines", "-"]);
	child.stdin?.write("one\n");
	await printed(/"line":1/);
	child.kill("SIGINT");
	assert.equal(await ended, 130);
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

test("Ctrl-C ends also while a pipe says nothing", { skip: process.platform === "win32" }, async (t) => {
	const { url } = await running;
	const pipe = await silentPipe(t, "one\n");
	const { child, ended, printed } = gristmill(t, ["map", `${url}/word-counter`, "--lines", pipe]);
	await printed(/"line":1/);
	child.kill("SIGINT");
	assert.equal(await ended, 130);
});

test("servers that stay away end it also while a pipe says nothing", {
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

test("Ctrl-C ends also while a named pipe has no writer", {
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

test("a file that changes during its call fails alone", async (t) => {
	const cwd = await folderWith(t, { a: "one", c: "three" });
	// Larger than what the sockets hold, so that its end is read after the change.
	await writeFile(join(cwd, "b"), "");
	await truncate(join(cwd, "b"), 2 ** 26);
	const { url } = await oddServer((request, response) => {
		if (request.headers["content-length"] === String(2 ** 26)) truncateSync(join(cwd, "b"), 2 ** 20);
		request.on("error", () => {});
		request.resume().on("end", () => {
			response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
		});
	});
	const { code, out, err } = await run([`${url}/x`, "a", "b", "c"], { cwd });
	assert.equal(code, 1, err);
	assert.deepEqual(read(out), [
		{ file: "a", output: {} },
		{
			file: "b",
			error: {
				kind: "input",
				detail: "Do not change the file during the call: it no longer has 67108864 bytes.",
			},
		},
		{ file: "c", output: {} },
	]);
});

test("a reader who has seen enough ends it quietly", async (t) => {
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

test("a server that answers 503 now and then gets every input in the end", { skip: unlessAll }, async () => {
	let running = 0;
	let refused = 0;
	const { url } = await oddServer(async (request, response) => {
		const busy = ++running > 3;
		for await (const _ of request) {
		}
		if (busy) refused++;
		await setTimeout(2);
		running--;
		response.writeHead(busy ? 503 : 200, { "Content-Type": "application/json" }).end("{}");
	});
	const { code, out, err } = await run([`${url}/x`, "--lines", "-"], { input: numbers(400) });
	assert.equal(code, 0, err);
	assert.equal(read(out).length, 400);
	assert.ok(refused > 0);
});

test("a server that dies is waited for; where it stays away, --resume goes on later", async (t) => {
	const { url, server } = await tableServer({
		"POST /x": (_, body) => {
			if (body.startsWith("100 ") && dying) {
				server.close();
				server.closeAllConnections();
			}
			return typed("application/json", JSON.stringify(body));
		},
	});
	let dying = true;
	const { port } = server.address() as AddressInfo;
	const cwd = await folderWith(t, { in: numbers(200) });
	const words = [`${url}/x`, "--lines", "in", "--out", "out", "--concurrency", "4"];
	const away = await run([...words, "--wait", "1"], { cwd });
	assert.equal(away.code, 3);
	assert.match(away.err, /gristmill: Check the URL, .* To continue, run the same command with --resume\.\n$/);
	const known = read(await readFile(join(cwd, "out"), "utf8"));
	assert.ok(known.length > 0 && known.length < 100 && known.every(({ error }) => error === undefined));
	// It comes back while the command already asks.
	const child = gristmill(t, ["map", ...words, "--resume", "--wait", "60"], { cwd });
	await setTimeout(500);
	dying = false;
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	assert.equal(await child.ended, 0, child.stderr());
	assert.deepEqual(
		read(await readFile(join(cwd, "out"), "utf8")).map(({ line }) => line),
		Array.from({ length: 200 }, (_, i) => i + 1),
	);
});

test("of several servers a dead one costs nothing, and a slow one gets less", {
	skip: unlessAll,
}, async () => {
	const { url } = await running;
	const slow = await oddServer(async (request, response) => {
		for await (const _ of request) {
		}
		await setTimeout(300);
		response.writeHead(200, { "Content-Type": "application/json" }).end('{"words":-1}');
	});
	const dead = await tableServer({});
	dead.server.close();
	const words = [
		`${dead.url}/v1/word-counter`,
		`${slow.url}/word-counter`,
		`${url}/word-counter`,
		"--lines",
		"-",
	];
	const { code, out, err } = await run(words, { input: numbers(600) });
	assert.equal(code, 0, err);
	const results = read(out);
	assert.equal(results.length, 600);
	const bySlow = results.filter(({ output }) => output?.words === -1).length;
	assert.ok(bySlow > 0 && bySlow < 300, `${bySlow} by the slow one`);
});

test("where there is no such mill it is told once, and nothing is written", async (t) => {
	const { url } = await running;
	const cwd = await folderWith(t, {});
	const words = [`${url}/word-count`, "--lines", "-", "--out", "out"];
	const { code, err } = await run(words, { input: numbers(100), cwd });
	assert.equal(code, 1);
	assert.match(err, /^gristmill: .* \(404 not-found, POST .*\)\n$/);
	assert.equal(await readFile(join(cwd, "out"), "utf8"), "");
	const braces = await run([`${url}/checksum-calculator/{algorithm}`, "--lines", "-"], { input: "a\n" });
	assert.equal(braces.code, 2);
	assert.match(braces.err, /Give the parameter "algorithm"/);
});

for (const [words, message] of [
	[[], /Give a mill by its URL or its name/],
	[["./photos", "x"], /by its name alone: "\.\/photos"/],
	[["http://a/x"], /Give files, a folder or a pattern, or --lines FILE/],
	[["http://a/x", "--lines", "a", "b"], /files or --lines, not both: "b"/],
	[
		["http://a/x", "--lines", "/no/such"],
		/--lines a readable file, or - for standard input: \/no\/such does not exist/,
	],
	[["http://a/x", "--lines"], /Give --lines a value: --lines FILE, or --lines - for standard input$/],
	[["http://a/x", "--lines", "--quiet"], /or - for standard input: --quiet does not exist/],
	[["http://a/x", "--lines", "/"], /--lines a file: \/ is a folder/],
	[["http://a/x", "/no/such"], /there is no \/no\/such/],
	[["http://a/x", "/no/such/*.txt"], /no file matches \/no\/such\/\*\.txt/],
	[["http://a/x", "http://b/y", "/"], /URLs of the same mill: "x" and "y" differ/],
	[["http://u:p@a/x", "http://b/x", "/"], /credentials in a header field/],
	[["http://a/x", "/", "--resume"], /--out FILE/],
	[["http://a/x", "--lines", "-", "--out", "o", "--errors", "./o"], /different files/],
	[
		["http://a/x", "--lines", "-", "--out", "/no/such/file"],
		/writable file: \/no\/such\/file is in a folder that does not exist/,
	],
	[["http://a/x", "--lines", "-", "--out", "/", "--resume"], /writable file: \/ is a folder/],
	[["http://a/x", "--lines", "-", "--out", "/dev/null", "--resume"], /\/dev\/null is not one/],
	[["http://a/x", "--lines", "-", "--type", "text"], /--type as a media type such as text\/plain: "text"/],
	[["http://a/x", "--lines", "-", "--accept", "\n"], /--accept as a media type/],
	[["http://a/x", "--lines", "-", "--method", "P 1"], /--method as a word/],
	[["http://a/x", "--lines", "-", "--concurrency", "0"], /whole number from 1 to 1024: "0"/],
	[["http://a/x", "--lines", "-", "--param", "x"], /NAME=VALUE: "x"/],
] as const)
	test(`gristmill map ${JSON.stringify(words)} ends with code 2 and one sentence`, async () => {
		await assert.rejects(MAP.run(words), (error: CommandError) => {
			assert.ok(error instanceof CommandError, String(error));
			assert.equal(error.exitCode, 2);
			assert.match(error.message, message);
			return true;
		});
	});
