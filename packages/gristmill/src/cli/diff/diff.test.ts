import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Problem, Type } from "../../index.js";
import { folderWith } from "../../testing/command.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import { run } from "../../testing/run-command.js";
import { servedMills } from "../../testing/served-mills.js";
import { oddServer, tableServer } from "../../testing/servers/odd-server.js";

/** A version of a mill: how it counts, and which text it refuses. */
const counter = (version: string, count: (input: string) => number, refused: string, share: number) =>
	emptyMill({
		name: "letter-counter",
		version,
		output: Type.Object({ letters: Type.Integer(), share: Type.Number() }),
		run: (input: string) => {
			if (input === refused) throw new Problem("unreadable-input");
			return { letters: count(input), share };
		},
	});

const older = servedMills([counter("1.0.0", (input) => input.length, "bad", 0.5)]);
const newer = servedMills([counter("2.0.0", (input) => [...input].length, "worse", 0.5001)]);
const versions = () => [`${older.url}/letter-counter`, `${newer.url}/letter-counter`] as const;

async function diff(t: TestContext, words: readonly string[], input = "") {
	const cwd = await folderWith(t, {});
	await mkdir(join(cwd, "in"));
	for (const [name, text] of Object.entries({ a: "abc", b: "\u{1f600}", c: "bad", d: Buffer.from([255]) }))
		await writeFile(join(cwd, "in", name), text);
	const { code, out, err } = await run(["diff", ...words, "--quiet", "--type", "text/plain"], { cwd, input });
	return { code, stdout: out, stderr: err };
}

test("changed answers are shown by their places, and the exit code says so", async (t) => {
	const { code, stdout } = await diff(t, [...versions(), "in"]);
	assert.equal(code, 1);
	assert.equal(
		stdout.replace(/\(.* s\)/, "()"),
		`changed  in/a
  /share: 0.5 → 0.5001
changed  in/b
  /letters: 2 → 1
  /share: 0.5 → 0.5001
changed  in/c
  the result: {"problem":{"status":400,"code":"unreadable-input"}} → {"letters":3,"share":0.5001}
4 inputs, 1 equal, 3 changed ()
  2 × /share
  1 × /letters
  1 × the whole result
`,
	);
});

test("--tolerance, --show and --json change what counts as a difference and how it is printed", async (t) => {
	const words = [...versions(), "in", "--tolerance", "share=0.01", "--show", "1", "--json"];
	const { code, stdout } = await diff(t, words);
	assert.equal(code, 1);
	const report = JSON.parse(stdout);
	assert.equal(report.digests, "different");
	assert.deepEqual([report.old.version, report.new.version], ["1.0.0", "2.0.0"]);
	assert.deepEqual([report.inputs, report.equal, report.changed, report.undecided], [4, 2, 2, 0]);
	assert.deepEqual(report.first, [{ file: "in/b", changes: [{ path: "/letters", old: 2, new: 1 }] }]);
	assert.deepEqual(report.places[0], { path: "/letters", inputs: 1 });
});

test("lines of standard input are read once and sent to both", async (t) => {
	const input = `${"abc\n".repeat(500)}\u{1f600}\u{1f601}\u{1f602}\n`;
	const { code, stdout } = await diff(t, [...versions(), "--lines", "-", "--tolerance", "1"], input);
	assert.equal(code, 1);
	assert.match(stdout, /^changed {2}line 501\n {2}\/letters: 6 → 3\n501 inputs, 500 equal, 1 changed/);
});

test("with --keep only what has changed is computed, and nothing of it if equal digests are compared", async (t) => {
	const cwd = await folderWith(t, { texts: "abc\nde\n" });
	const asked = new Map<string, number>();
	const controls: unknown[] = [];
	const side = (name: string, digest: string) =>
		oddServer(async (request, response) => {
			let body = "";
			for await (const piece of request) body += piece;
			const json = { "Content-Type": "application/json", "Mill-Digest": digest };
			if (request.url === "/$list")
				return void response.writeHead(200, json).end(JSON.stringify([{ name: "x", href: "/x", digest }]));
			if (request.method !== "POST") return void response.writeHead(204, json).end();
			asked.set(name, (asked.get(name) ?? 0) + 1);
			controls.push(request.headers["cache-control"]);
			response.writeHead(200, json).end(JSON.stringify({ name, length: body.length }));
		});
	const [one, two, same] = await Promise.all([side("one", "d1"), side("two", "d2"), side("same", "d1")]);
	const words = (url: string) => [
		"diff",
		`${one.url}/x`,
		`${url}/x`,
		"--lines",
		"texts",
		"--keep",
		"kept",
		"--quiet",
	];
	for (let i = 0; i < 2; i++)
		assert.match((await run(words(two.url), { cwd })).out, /2 inputs, 0 equal, 2 changed/);
	assert.deepEqual([...asked.values()], [2, 2]);
	const { out } = await run([...words(same.url), "--force"], { cwd });
	assert.match(out, /2 inputs, 0 equal, 2 changed[\s\S]*this promise is broken/);
	assert.deepEqual([...asked.values()], [4, 2, 2]);
	// The servers may share a store of answers. Then one would give what the other has computed.
	assert.deepEqual(controls, [...Array(4).fill(undefined), ...Array(4).fill("no-store")]);
});

test("an input without an answer is undecided", async (t) => {
	let asked = 0;
	const { url } = await oddServer((request, response) => {
		request.resume().on("end", () => {
			const away = request.method === "POST" && ++asked > 1;
			response.writeHead(request.method !== "POST" ? 404 : away ? 503 : 200, {
				"Content-Type": "application/json",
			});
			response.end(away ? "" : '{"share":0.5,"letters":3}');
		});
	});
	const [old] = versions();
	const words = [`${url}/letter-counter`, old, "in/a", "in/b", "--retries", "0", "--concurrency", "1"];
	const { code, stdout } = await diff(t, words);
	assert.match(stdout, /undecided {2}in\/b\n(?:.*\n)*2 inputs, 1 equal, 0 changed, 1 undecided/);
	assert.equal(code, 3);
});

test("bytes are compared byte by byte, and a report has their sizes and the first that differs", async (t) => {
	const mill = (last: number) =>
		oddServer(async (request, response) => {
			const body = [];
			for await (const chunk of request) body.push(chunk);
			if (request.method !== "POST") return void response.writeHead(404).end();
			const [size = 0] = Buffer.concat(body);
			response.writeHead(200, { "Content-Type": request.headers.accept ?? "" });
			response.end(Buffer.concat([Buffer.alloc(50 * size, 27), Buffer.alloc(size === 255 ? last : 0)]));
		});
	const sides = await Promise.all([mill(3), mill(7)]);
	const urls = sides.map(({ url }) => `${url}/drawer`);
	const { code, stdout } = await diff(t, [...urls, "in/a", "in/d", "--accept", "image/png"]);
	assert.equal(code, 1);
	assert.equal(
		stdout.replace(/\(.* s\)/, "()"),
		`changed  in/d
  the result: "12,753 bytes of image/png" → "12,757 bytes of image/png; one is the beginning of the other"
2 inputs, 1 equal, 1 changed ()
  1 × the whole result
`,
	);
});

test("a server without the mill is reported once, and not as a change of every result", async (t) => {
	const { url } = await tableServer({});
	const { code, stderr, stdout } = await diff(t, [versions()[0], `${url}/nothing`, "in"]);
	assert.equal(code, 2);
	assert.match(stderr, /404/);
	assert.equal(stdout, "");
});

for (const [words, code, message] of [
	[
		["http://a/x"],
		2,
		/Two mills are needed, each as a URL, a name or a file: gristmill diff OLD NEW INPUTS…/,
	],
	[
		["http://a/x", "http://b/x"],
		2,
		/There is no input\. Give files, a folder or a pattern, or --lines FILE\./,
	],
	[["http://a/x", "http://b/x", "in", "--tolerance", "age="], 2, /--tolerance "age=" is neither a number/],
	[["http://127.0.0.1:1/x", "http://127.0.0.1:1/x", "in", "--retries", "0"], 3, /connection refused/],
] as const)
	test(`gristmill diff ${words.join(" ")} ends with code ${code} and one sentence`, async (t) => {
		const { code: actual, stderr } = await diff(t, words);
		assert.match(stderr, message);
		assert.equal(actual, code);
		assert.equal(stderr.trim().split("\n").length, 1);
	});
