import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith, gristmill } from "../../testing/command.js";
import { run as ranInTurn } from "../../testing/run-command.js";

/** A mill file: how it counts, and which text it refuses. */
const counter = (version: string, count: string, refused: string) => `
import { defineMill, Problem, text, Type } from "gristmill";
export default defineMill({
	name: "letter-counter", version: "${version}", summary: "Counts letters.",
	input: { "text/plain": text() },
	output: Type.Object({ letters: Type.Integer(), share: Type.Number() }),
	run: (input) => {
		if (input === "${refused}") throw new Problem("unreadable-input");
		return { letters: ${count}, share: ${version === "1.0.0" ? 0.5 : 0.5001} };
	},
});`;

const FILES = {
	"old.ts": counter("1.0.0", "input.length", "bad"),
	"new.ts": counter("2.0.0", "[...input].length", "worse"),
	"broken.ts": "export default 1;",
};

async function inputs(t: TestContext): Promise<string> {
	const cwd = await folderWith(t, FILES);
	await mkdir(join(cwd, "in"));
	for (const [name, text] of Object.entries({ a: "abc", b: "\u{1f600}", c: "bad", d: Buffer.from([255]) }))
		await writeFile(join(cwd, "in", name), text);
	return cwd;
}

async function diff(t: TestContext, words: readonly string[]) {
	const cwd = await inputs(t);
	const { code, out, err } = await ranInTurn(["diff", ...words, "--quiet", "--type", "text/plain"], { cwd });
	return { code, stdout: out, stderr: err, cwd };
}

test("two files of one digest are equal without a call, and with --anyway after all calls", async (t) => {
	const { code, stdout } = await diff(t, ["old.ts", "old.ts", "in"]);
	assert.equal(code, 0);
	assert.match(stdout, /^Equal: both have the digest \S+, so all results are the same/);
	const again = await diff(t, ["old.ts", "old.ts", "in", "--anyway"]);
	assert.equal(again.code, 0);
	assert.match(again.stdout, /^4 inputs, 4 equal, 0 changed \(/);
});

test("changed answers are shown by their places, and the exit code says so", async (t) => {
	const { code, stdout } = await diff(t, ["old.ts", "new.ts", "in"]);
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

test("--tolerance, --show and --json: what programs and reviewers need", async (t) => {
	const words = ["old.ts", "new.ts", "in", "--tolerance", "share=0.01", "--show", "1", "--json"];
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
	const cwd = await inputs(t);
	const command = gristmill(t, ["diff", "old.ts", "new.ts", "--lines", "-", "--tolerance", "1", "--quiet"], {
		cwd,
	});
	command.child.stdin?.end(`${"abc\n".repeat(500)}\u{1f600}\u{1f601}\u{1f602}\n`);
	assert.equal(await command.ended, 1);
	assert.match(
		command.stdout(),
		/^changed {2}line 501\n {2}\/letters: 6 → 3\n501 inputs, 500 equal, 1 changed/,
	);
});

test("an address and a file can be compared, and what was not answered is undecided", async (t) => {
	let asked = 0;
	const server = createServer((request, response) => {
		request.resume().on("end", () => {
			const away = request.method === "POST" && ++asked > 1;
			response.writeHead(request.method !== "POST" ? 404 : away ? 503 : 200, {
				"Content-Type": "application/json",
			});
			response.end(away ? "" : '{"share":0.5,"letters":3}');
		});
	}).listen(0, "127.0.0.1");
	t.after(() => server.close());
	await new Promise((resolve) => server.once("listening", resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/letter-counter`;
	const words = [url, "old.ts", "in/a", "in/b", "--retries", "0", "--concurrency", "1"];
	const { code, stdout } = await diff(t, words);
	assert.match(stdout, /undecided {2}in\/b\n(?:.*\n)*2 inputs, 1 equal, 0 changed, 1 undecided/);
	assert.equal(code, 3);
});

for (const [words, code, message] of [
	[["old.ts"], 2, /Give two mills/],
	[["old.ts", "new.ts"], 2, /there is no input/],
	[["old.ts", "broken.ts", "in"], 2, /Export the mill as default/],
	[["old.ts", "missing.ts", "in"], 2, /missing\.ts/],
	[["old.ts", "new.ts", "in", "--tolerance", "age="], 2, /Give --tolerance as a number/],
	[["old.ts", "http://127.0.0.1:1/x", "in"], 3, /no answer came/],
] as const)
	test(`gristmill diff ${words.join(" ")} ends with code ${code} and one sentence`, async (t) => {
		const { code: actual, stderr } = await diff(t, words);
		assert.match(stderr, message);
		assert.equal(actual, code);
		assert.equal(stderr.trim().split("\n").length, 1);
	});

test("a server without such a mill is told once, and not as a change of every answer", async (t) => {
	const server = createServer((request, response) => {
		request.resume();
		response.writeHead(404).end();
	}).listen(0, "127.0.0.1");
	t.after(() => server.close());
	await new Promise((resolve) => server.once("listening", resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/nothing`;
	const { code, stderr, stdout } = await diff(t, ["old.ts", url, "in"]);
	assert.equal(code, 2);
	assert.match(stderr, /404/);
	assert.equal(stdout, "");
});
