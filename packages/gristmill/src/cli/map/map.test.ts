import assert from "node:assert/strict";
import { once } from "node:events";
import { truncateSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { numberedLines as numbers, mapResults as read } from "../../testing/map-results.js";
import { jpegOf } from "../../testing/mills/mills.js";
import { begin, run as runCommand } from "../../testing/run-command.js";
import { servedMills } from "../../testing/served-mills.js";
import { start } from "../../testing/server.js";
import { oddServer, tableServer, typed } from "../../testing/servers/odd-server.js";

const served = servedMills();

const run = (words: readonly string[], options: { cwd?: string; input?: string | Uint8Array } = {}) =>
	runCommand(["map", ...words], { input: "", ...options });

test("each file of a folder gives one line, in order, whatever its name; failures are lines too", async (t) => {
	const { url } = served;
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
	// Before it, progress, if the run took seconds.
	assert.match(err, /6 inputs, 3 answered, 3 failed \(.*\)\n(?: {2}1 × .*\n){3}$/);
});

test("pictures and other bytes are sent as what they are", async (t) => {
	const { url } = served;
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
	const { url } = served;
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

test("lines go in one request if one server takes them, and the output is that of calls", async () => {
	const { url, log } = await start({ accessLog: "all" });
	const input = `${numbers(300)}\ud83c\udf3e "quoted" \\ \u0000\n`;
	const mill = `${url}/query-echoer`;
	const flags = ["--lines", "-", "--type", "text/plain"];
	const counter = `${url}/word-counter`;
	const [together, single] = [
		await run([counter, "--lines", "-"], { input }),
		await run([counter, "--lines", "-", "--concurrency", "8"], { input }),
	];
	assert.equal(together.out, single.out);
	assert.deepEqual([together.code, single.code], [0, 0]);
	const requests = () =>
		log.filter(({ message, fields }) => message === "request" && fields.method === "POST");
	// The log is written when an answer has gone.
	while (requests().length < 302) await new Promise(setImmediate);
	assert.deepEqual(
		requests().flatMap(({ fields }) => fields.lines ?? []),
		[301],
	);
	const queried = await run([mill, ...flags], { input: "a\nb\n" });
	assert.equal(queried.code, 0);
	assert.deepEqual(
		read(queried.out).map(({ output }) => output?.text),
		["a", "b"],
	);
});

test("without any inputs, map ends with 0", async (t) => {
	const { url } = served;
	const cwd = await folderWith(t, {});
	for (const words of [["--lines", "-"], ["."], ["--lines", "/dev/null"]]) {
		const { code, out, err } = await run([`${url}/word-counter`, ...words], { cwd });
		assert.deepEqual({ code, out }, { code: 0, out: "" });
		assert.match(err, /^0 inputs, 0 answered, 0 failed/);
	}
});

test("--limit sends the first inputs, --errors writes failures to another file, and --header is sent", async (t) => {
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
	// One more asks whether the mill takes lines.
	assert.equal(requests.filter(({ line }) => line === "POST /x").length, 3);
	assert.ok(requests.every(({ headers }) => headers["x-key"] === "1"));
});

test("with --unordered, a slow input delays no other", async () => {
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

test("changed inputs are refused, but with --unordered only new inputs are sent", async (t) => {
	const { url } = served;
	const cwd = await folderWith(t, {});
	await mkdir(join(cwd, "in"));
	for (const name of ["b", "c"]) await writeFile(join(cwd, "in", name), name);
	const words = [`${url}/word-counter`, "in", "--out", "in/out"];
	assert.equal((await run(words, { cwd })).code, 0);
	await writeFile(join(cwd, "in/a"), "a");
	const refused = await run([...words, "--resume"], { cwd });
	assert.equal(refused.code, 2);
	assert.match(refused.err, /expected "in\/b", found "in\/a"\. Resume with --unordered/);
	assert.equal((await run([...words, "--resume", "--unordered"], { cwd })).code, 0);
	assert.deepEqual(
		read(await readFile(join(cwd, "in/out"), "utf8")).map(({ file }) => file),
		["in/b", "in/c", "in/a"],
	);
	const over = await run(words, { cwd });
	assert.equal(over.code, 2);
	assert.match(over.err, /in\/out exists\. Continue with --resume, or name another file/);
});

test("a file for the results that leads to itself is told in a sentence, whether resumed or not", async (t) => {
	const cwd = await folderWith(t, { "lines.txt": "one\n" });
	await symlink("circle", join(cwd, "circle"));
	for (const more of [[], ["--resume"]]) {
		const words = ["http://127.0.0.1:1/word-counter", "--lines", "lines.txt", "--out", "circle", ...more];
		const { code, err } = await run(words, { cwd });
		assert.equal(code, 2);
		assert.equal(err, "gristmill: circle is a link to itself. Name a writable file.\n");
	}
});

test("a file that changes during its call is the only one that fails", async (t) => {
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
				detail: "The file changed during the call: it no longer has 67108864 bytes.",
			},
		},
		{ file: "c", output: {} },
	]);
});

test("every input gets its result from a server that often answers 503", async () => {
	let asked = 0;
	const { url } = await oddServer((request, response) => {
		const status = ++asked % 3 === 0 ? 503 : 200;
		request.resume().on("end", () => {
			response.writeHead(status, { "Content-Type": "application/json" }).end("{}");
		});
	});
	const { code, out, err } = await run([`${url}/x`, "--lines", "-"], { input: numbers(100) });
	assert.equal(code, 0, err);
	assert.equal(read(out).length, 100);
	assert.ok(asked > 100);
});

/** A server that fails these bodies while it is out of order, and answers all others with their text. */
async function failingServer(fails: (body: string) => boolean) {
	const state = { broken: true };
	const { url, requests } = await tableServer({
		"POST /x": (_, body) =>
			state.broken && fails(body) ? { status: 500 } : typed("application/json", JSON.stringify(body)),
	});
	const sent = () => requests.filter(({ line }) => line === "POST /x").length;
	return { url: `${url}/x`, state, sent };
}

for (const flags of [[], ["--errors", "bad"]])
	test(`--resume sends failed lines again and puts their results in their place${flags.map((flag) => ` ${flag}`).join("")}`, async (t) => {
		const { url, state, sent } = await failingServer((body) => Number.parseInt(body, 10) % 7 === 3);
		const cwd = await folderWith(t, { in: numbers(40) });
		const words = [url, "--lines", "in", "--concurrency", "4", "--retries", "0"];
		const own = ["--out", "out", ...flags];
		assert.equal((await run([...words, ...own, "--limit", "30"], { cwd })).code, 1);
		const before = sent();
		const kept = await run([...words, ...own, "--resume", "--keep-failed", "--limit", "30"], { cwd });
		assert.match(kept.err, /30 done before \(4 failed\), 0 answered/);
		assert.equal(sent(), before);
		assert.equal(kept.code, 1);
		// It fails again, and its line stays.
		assert.equal((await run([...words, ...own, "--resume", "--limit", "30"], { cwd })).code, 1);
		state.broken = false;
		const calls = sent();
		const again = await run([...words, ...own, "--resume"], { cwd });
		assert.deepEqual([again.code, sent() - calls], [0, 14], again.err);
		assert.match(again.err, /40 inputs, 26 done before, 14 answered, 0 failed/);
		await run([...words, "--out", "whole"], { cwd });
		assert.equal(await readFile(join(cwd, "out"), "utf8"), await readFile(join(cwd, "whole"), "utf8"));
		if (flags.length > 0) assert.equal(await readFile(join(cwd, "bad"), "utf8"), "");
		assert.deepEqual(
			(await readdir(cwd)).sort(),
			["in", "out", "whole", ...(flags.length > 0 ? ["bad"] : [])].sort(),
		);
	});

test("with --unordered, --resume sends failed files again, and their lines come last", async (t) => {
	const { url, state } = await failingServer((body) => body === "b");
	const cwd = await folderWith(t, { a: "a", b: "b", c: "c" });
	const words = [url, "a", "b", "c", "--unordered", "--retries", "0", "--out", "out"];
	assert.equal((await run(words, { cwd })).code, 1);
	const kept = await run([...words, "--resume", "--keep-failed"], { cwd });
	assert.match(kept.err, /3 done before \(1 failed\)/);
	state.broken = false;
	assert.equal((await run([...words, "--resume"], { cwd })).code, 0);
	const results = read(await readFile(join(cwd, "out"), "utf8"));
	assert.deepEqual(results.map(({ file }) => file).sort(), ["a", "b", "c"]);
	assert.equal(results.at(-1)?.file, "b");
	assert.ok(results.every(({ error }) => error === undefined));
});

test("a run that stops while failed lines are sent again keeps every result", async (t) => {
	const { url, state } = await failingServer((body) => /^[23]/.test(body));
	const cwd = await folderWith(t, { in: numbers(5) });
	const words = [url, "--lines", "in", "--retries", "0", "--concurrency", "1", "--out", "out"];
	assert.equal((await run(words, { cwd })).code, 1);
	state.broken = false;
	const second = await oddServer((request, response) => {
		let body = "";
		request.on("data", (chunk) => {
			body += chunk;
		});
		request.on("end", () => {
			// Line 3 is never answered.
			if (body.startsWith("3")) command.signal("SIGINT");
			else response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
		});
	});
	const command = begin(["map", `${second.url}/x`, ...words.slice(1), "--resume"], { cwd });
	assert.equal((await command.ended).code, 130);
	const lines = read(await readFile(join(cwd, "out"), "utf8"));
	assert.deepEqual(
		lines.map(({ line, error }) => [line, error?.status]),
		[1, 2, 3, 4, 5].map((line) => [line, line === 3 ? 500 : undefined]),
	);
	assert.deepEqual((await readdir(cwd)).sort(), ["in", "out"]);
});

for (const [signal, expected] of [
	["SIGINT", 130],
	["SIGTERM", 143],
] as const)
	test(`${signal} ends map with a summary, a hint and code ${expected}`, async (t) => {
		let asked = 0;
		const { url } = await oddServer((request, response) => {
			request.resume();
			// The sixth and all behind it are never answered.
			if (++asked <= 5) response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
		});
		const cwd = await folderWith(t, { in: numbers(50) });
		const words = ["map", `${url}/x`, "--lines", "in", "--concurrency", "1"];
		const command = begin(words, { cwd });
		await command.printed(/"line":5,/);
		command.signal(signal);
		const { code, out, err } = await command.ended;
		assert.equal(code, expected);
		assert.match(
			err,
			/5 inputs, 5 answered, 0 failed \(.*\)\nStopped\. To continue a run, use --out FILE\.\n$/,
		);
		assert.equal(read(out).length, 5);
	});

test("Ctrl-C ends map even while standard input is silent", async () => {
	const input = new PassThrough();
	const command = begin(["map", `${served.url}/word-counter`, "--lines", "-"], { input });
	input.write("one\n");
	await command.printed(/"line":1/);
	command.signal("SIGINT");
	assert.equal((await command.ended).code, 130);
});

test("map waits for a server that is gone, and --resume continues after it stayed away", async (t) => {
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
	const away = await run([...words, "--wait", "0"], { cwd });
	assert.equal(away.code, 3);
	assert.match(
		away.err,
		/gristmill: http:.* Check the URL, .* To continue, run the same command with --resume\.\n$/,
	);
	const known = read(await readFile(join(cwd, "out"), "utf8"));
	assert.ok(known.length > 0 && known.length < 100 && known.every(({ error }) => error === undefined));
	// It comes back while the command already asks.
	const hollow = createServer((socket) => socket.destroy()).listen(port, "127.0.0.1");
	const resumed = run([...words, "--resume", "--wait", "3600"], { cwd });
	await once(hollow, "connection");
	hollow.close();
	await once(hollow, "close");
	dying = false;
	server.listen(port, "127.0.0.1");
	assert.equal((await resumed).code, 0);
	assert.deepEqual(
		read(await readFile(join(cwd, "out"), "utf8")).map(({ line }) => line),
		Array.from({ length: 200 }, (_, i) => i + 1),
	);
});

test("of several servers, a dead one costs nothing and one that hangs gets fewer calls", async () => {
	const held: (() => void)[] = [];
	let quick = 0;
	const answer = (words: number) => ({ status: 200, body: JSON.stringify({ words }) });
	const slow = await oddServer((request, response) => {
		const { status, body } = answer(-1);
		const end = () => response.writeHead(status, { "Content-Type": "application/json" }).end(body);
		request.resume().on("end", () => (quick < 400 ? held.push(end) : end()));
	});
	const fast = await oddServer((request, response) => {
		request.resume().on("end", () => {
			const { status, body } = answer(1);
			response.writeHead(status, { "Content-Type": "application/json" }).end(body);
			if (++quick === 400) for (const end of held.splice(0)) end();
		});
	});
	const dead = await tableServer({});
	dead.server.close();
	const mills = [`${dead.url}/v1/word-counter`, `${slow.url}/word-counter`, `${fast.url}/word-counter`];
	const words = [...mills, "--lines", "-", "--unordered"];
	const { code, out, err } = await run(words, { input: numbers(600) });
	assert.equal(code, 0, err);
	const results = read(out);
	assert.equal(results.length, 600);
	const bySlow = results.filter(({ output }) => output?.words === -1).length;
	assert.ok(bySlow > 0 && bySlow <= 200, `${bySlow} by the one that hangs`);
});

test("an unknown mill is reported once, and no result is written", async (t) => {
	const { url } = served;
	const cwd = await folderWith(t, {});
	const words = [`${url}/word-count`, "--lines", "-", "--out", "out"];
	const { code, err } = await run(words, { input: numbers(100), cwd });
	assert.equal(code, 1);
	assert.match(err, /^gristmill: .* \(404 not-found, POST .*\)\n$/);
	assert.equal(await readFile(join(cwd, "out"), "utf8"), "");
	const braces = await run([`${url}/checksum-calculator/{algorithm}`, "--lines", "-"], { input: "a\n" });
	assert.equal(braces.code, 2);
	assert.match(braces.err, /The parameter "algorithm" is missing/);
});

for (const [words, message] of [
	[[], /The mill is missing\. Give its URL, its file or its name/],
	[["a photo", "x"], /^gristmill: "a photo" is no mill/],
	[["http://a/x"], /Give files, a folder or a pattern, or --lines FILE/],
	[["http://a/x", "--lines", "a", "b"], /Both --lines and "b" were given\. Leave out one of them\./],
	[
		["http://a/x", "--lines", "/no/such"],
		/\/no\/such does not exist\. Give --lines a readable file, or - for standard input\./,
	],
	[["http://a/x", "--lines"], /--lines has no value\. Write --lines FILE, or --lines - for standard input/],
	[
		["http://a/x", "--lines", "--quiet"],
		/--quiet does not exist\. Give --lines a readable file, or - for standard input\./,
	],
	[["http://a/x", "--lines", "/"], /\/ is a folder\. Give --lines a file\./],
	[["http://a/x", "/no/such"], /\/no\/such does not exist\. Name a file, a folder or a pattern\./],
	[["http://a/x", "/no/such/*.txt"], /No file matches \/no\/such\/\*\.txt\./],
	[["http://a/x", "http://b/y", "/"], /"x" and "y" are different mills\. Give URLs of the same mill\./],
	[["http://u:p@a/x", "http://b/x", "/"], /The URL has credentials/],
	[["http://a/x", "/", "--resume"], /--out FILE/],
	[["http://a/x", "/", "--out", "out", "--keep-failed"], /Add --resume/],
	[["http://a/x", "--lines", "-", "--out", "o", "--errors", "./o"], /different files/],
	[
		["http://a/x", "--lines", "-", "--out", "/no/such/file"],
		/\/no\/such\/file is in a folder that does not exist\. Name a writable file\./,
	],
	[["http://a/x", "--lines", "-", "--out", "/", "--resume"], /\/ is a folder\. Name a writable file\./],
	[
		["http://a/x", "--lines", "-", "--out", "/dev/null", "--resume"],
		/\/dev\/null is not a regular file, which --resume needs\. Name another one with --out\./,
	],
	[
		["http://a/x", "--lines", "-", "--type", "text"],
		/--type "text" is not a media type such as text\/plain\./,
	],
	[
		["http://a/x", "--lines", "-", "--accept", "\n"],
		/--accept "\n" is not a media type such as application\/xml\./,
	],
	[["http://a/x", "--lines", "-", "--method", "P 1"], /--method "P 1" is not a word such as POST\./],
	[["http://a/x", "--lines", "-", "--concurrency", "0"], /is "0", and must be a whole number from 1 to 1024/],
	[["http://a/x", "--lines", "-", "--param", "x"], /--param "x" is not NAME=VALUE\./],
] as const)
	test(`gristmill map ${JSON.stringify(words)} ends with code 2 and one sentence`, async () => {
		const { code, out, err } = await run(words);
		assert.deepEqual([code, out], [2, ""], err);
		assert.match(err.trimEnd(), message);
	});
