import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { type TestContext, test } from "node:test";
import { createServer } from "../../index.js";
import { folderWith, gristmill } from "../../testing/command.js";
import { NO_PYTHON } from "../../testing/python.js";
import { begin, run as runCommand } from "../../testing/run-command.js";

const COUNTER = `
import { defineMill, text, Type } from "gristmill";
export default defineMill({
	name: "letter-counter", version: "1.0.0", summary: "Counts letters.",
	input: { "text/plain": text() }, output: Type.Object({ letters: Type.Integer() }),
	parameters: Type.Object({ add: Type.Optional(Type.Integer()) }),
	examples: [{ input: "abc", output: { letters: 3 } }],
	run: (input, { add = 0 }) => ({ letters: input.length + add }),
});`;
const SHOUTER = `from typing import TypedDict
from gristmill import mill

class Shouted(TypedDict):
    shouted: str

@mill(version="1.0.0", examples=[{"input": "hi", "output": {"shouted": "HI"}}])
def shouter(text: str) -> Shouted:
    """Shouts a text."""
    return {"shouted": text.upper()}
`;
const FILES = {
	"letter-counter.ts": COUNTER,
	"failing.ts": COUNTER.replace("letters: 3", "letters: 4"),
	"unloadable.ts": COUNTER.replace("run:", 'load: () => { throw new Error("there is no words.bin"); }, run:'),
	"broken.ts": "export default 1;",
	"shouter.py": SHOUTER,
	a: "one",
	b: "four",
};

/** Nothing answers here, so that an answer comes from this process. */
const env = { GRISTMILL_URL: "http://127.0.0.1:1" };
const ran = async (t: TestContext, words: readonly string[]) =>
	runCommand(words, { cwd: await folderWith(t, FILES), env });

test("a mill file on the command line gives the output and exit codes that a server of it gives", async (t) => {
	const cwd = await folderWith(t, FILES);
	const server = await createServer([join(cwd, "letter-counter.ts")], { log: () => {} });
	t.after(() => server.close());
	const url = `${await server.listen(0)}/letter-counter`;
	const text = ["--type", "text/plain", "--quiet"];
	for (const words of [
		["call", "--data", "abcd"],
		["call", "--data", "abcd", "--param", "add=2", "--accept", "application/xml"],
		["call", "--data", "abcd", "--param", "sub=2"],
		["call", "--data", "abcd", "--type", "image/png", "--json"],
		["schema"],
		["schema", "--parameters"],
		["describe"],
		["map", "a", "b", ...text],
		["check", "--only", "M1", "--seed", "7", "--json"],
	]) {
		const [command = "", ...more] = words;
		const [here, there] = await Promise.all(
			["./letter-counter.ts", url].map((mill) => runCommand([command, mill, ...more], { cwd, env })),
		);
		const plain = (result?: string) =>
			result
				?.replace(/http:\/\/127\.0\.0\.1:\d+/g, "")
				.replace(/"(?:instance|elapsed|seconds)":\s*[^,}]*/g, "");
		assert.deepEqual(
			[here?.code, plain(here?.out), plain(here?.err)],
			[there?.code, plain(there?.out), plain(there?.err)],
			words.join(" "),
		);
	}
});

test("a file in Python and an installed mill are called without a server", { skip: NO_PYTHON }, async (t) => {
	const python = await ran(t, ["call", "shouter.py", "--data", "hello"]);
	assert.deepEqual([python.code, python.out, python.err], [0, '{"shouted":"HELLO"}\n', ""]);
	const named = await ran(t, ["call", "word-counter", "--here", "--data", "one two"]);
	assert.deepEqual([named.code, named.out], [0, '{"words":2,"lines":1,"characters":7}\n']);
	const packaged = await ran(t, ["call", "@gristmill/mills/tokeniser", "--data", "one two"]);
	assert.match(packaged.out, /"count":3/);
});

test('a failure of a mill file names no address, says why the mill failed, and has the kind "mill" in JSON', async (t) => {
	const unknown = await ran(t, ["call", "letter-counter.ts", "--data", "a", "--param", "b=1"]);
	assert.match(unknown.err, / \(400 bad-parameter, POST \/letter-counter\?b=1\)\n$/);
	const fails = COUNTER.replace("letters: input.length + add", "letters: input === 'x' ? input.no.way : 3");
	const cwd = await folderWith(t, { "crasher.ts": fails });
	const crashed = await runCommand(["call", "crasher.ts", "--data", "x"], { cwd, env });
	assert.match(
		crashed.err,
		/^gristmill: The mill failed: run threw: TypeError: Cannot read properties of undefined \(reading 'way'\) at .*run \(.*crasher\.ts:\d+:\d+\)\n$/,
	);
	const broken = await ran(t, ["call", "broken.ts", "--data", "a", "--json"]);
	assert.equal(JSON.parse(broken.out).error.kind, "mill");
});

test("files are listed with the addresses that serve gives them by default", async (t) => {
	const { code, out } = await ran(t, ["list", "letter-counter.ts", "shouter.py", "--names"]);
	assert.deepEqual([code, out], [0, "letter-counter\nshouter\n"]);
	const full = await ran(t, ["list", "letter-counter.ts"]);
	assert.match(full.out, /POST {2}http:\/\/127\.0\.0\.1:8080\/letter-counter {2}text\/plain\n$/);
});

test("the check of a mill file names the file, and no address", async (t) => {
	const { code, out, err } = await ran(t, ["check", "./letter-counter.ts", "--only", "M1"]);
	assert.equal(code, 0, err);
	assert.match(out, /^Is \.\/letter-counter\.ts a mill\?\n {2}method POST, input text\/plain\n/);
	assert.doesNotMatch(out, /127\.0\.0\.1/);
});

test("map resumes a run with a file, and diff compares two", async (t) => {
	const cwd = await folderWith(t, FILES);
	const run = (...words: string[]) => runCommand(words, { cwd, env });
	const map = ["letter-counter.ts", "a", "b", "--type", "text/plain", "--quiet", "--out", "out.ndjson"];
	assert.equal((await run("map", ...map, "--limit", "1", "--workers", "2")).code, 0);
	assert.equal((await run("map", ...map, "--resume")).code, 0);
	await writeFile(join(cwd, "newer.ts"), COUNTER.replace("input.length", 'input.replace("o", "oo").length'));
	const diff = await run(
		"diff",
		"letter-counter.ts",
		"newer.ts",
		"a",
		"b",
		"--type",
		"text/plain",
		"--quiet",
	);
	assert.equal(diff.code, 1, diff.err);
	assert.match(diff.out, /^2 inputs, 0 equal, 2 changed/m);
});

for (const [words, code, message] of [
	[
		["call", "broken.ts"],
		1,
		'broken.ts: The default export is not a mill. Write "export default defineMill({ … })".',
	],
	[
		["check", "broken.ts"],
		1,
		'broken.ts: The default export is not a mill. Write "export default defineMill({ … })".',
	],
	[
		["diff", "failing.ts", "failing.ts", "a"],
		1,
		'The mill "letter-counter" is not ready: example 0: expected {"letters":4}, got {"letters":3}.',
	],
	[["call", "missing.ts"], 2, "missing.ts does not exist. Name a mill file."],
	[["call", "./a"], 2, "a is not a file in TypeScript (.ts), JavaScript (.js, .mjs) or Python (.py)."],
	[
		["call", "failing.ts"],
		1,
		'The mill "letter-counter" is not ready: example 0: expected {"letters":4}, got {"letters":3}.',
	],
	[["call", "unloadable.ts"], 1, 'The mill "letter-counter" cannot be loaded: Error: there is no words.bin.'],
	[
		["map", "failing.ts", "a"],
		1,
		'The mill "letter-counter" is not ready: example 0: expected {"letters":4}, got {"letters":3}.',
	],
	[
		["list", "letter-counter.ts", "failing.ts"],
		2,
		'Two mills are called "letter-counter". Rename one, or serve one of them as a version.',
	],
	[
		["list", "letter-counter.ts", "http://127.0.0.1:1"],
		2,
		'"http://127.0.0.1:1" is not a mill file. Give mill files alone, or one URL.',
	],
	[
		["schema", "shouter.py", "--python", "./none"],
		2,
		"./none is not a program. Name a Python interpreter with --python or GRISTMILL_PYTHON.",
	],
	[["call", "word-conter", "--here"], 2, 'No mill "word-conter" is installed. Did you mean "word-counter"?'],
	[
		["call", "@me/none"],
		2,
		'No mill "@me/none" is installed. Install its package with npm, or name a file, such as "./my-mill.ts".',
	],
] as const)
	test(`gristmill ${words.join(" ")} ends with code ${code} and one sentence`, async (t) => {
		const data = words[0] === "call" ? ["--data", "abc"] : [];
		const { code: actual, out, err } = await ran(t, [...words, ...data]);
		assert.deepEqual(
			[actual, out, err.replaceAll(/\S*\/gristmill test \w+\/(?:\.\/)?/g, "")],
			[code, "", `gristmill: ${message}\n`],
		);
	});

test("the real command prints the answer alone on standard output, and Ctrl-C ends its workers", async (t) => {
	const run = "run: (input, { add = 0 }) => ({ letters: input.length + add }),";
	const slow = `run: (input) => { if (input === "wait") for (;;); return { letters: input.length }; },`;
	const cwd = await folderWith(t, {
		"letter-counter.ts": `console.log("imported"); process.stdout.write("written\\n");${COUNTER}`,
		"slow.ts": COUNTER.replace(run, slow),
	});
	const quick = gristmill(t, ["call", "./letter-counter.ts", "--data", "four"], { cwd });
	assert.equal(await quick.ended, 0, quick.stderr());
	assert.equal(quick.stdout(), '{"letters":4}\n');
	assert.equal(quick.stderr(), "imported\nwritten\n");
	const busy = gristmill(
		t,
		["map", "./slow.ts", "--lines", "-", "--type", "text/plain", "--quiet", "--workers", "1"],
		{ cwd },
	);
	busy.child.stdin?.write("one\nwait\n");
	await busy.printed(/"letters":3/);
	busy.child.kill("SIGINT");
	// Its output is closed only when no worker holds it any more.
	await once(busy.child, "close");
	assert.equal(busy.child.exitCode, 130);
});

test("standard input is streamed to a mill that takes streams, and sent whole to others", async (t) => {
	const gauge = COUNTER.replace("text()", 'text({ stream: "lines", maxBytes: Infinity })')
		.replace(
			"Type.Object({ letters: Type.Integer() })",
			"Type.Object({ letters: Type.Array(Type.Integer()) })",
		)
		.replace("output:", 'parts: "letters", output:')
		.replace("{ letters: 3 }", "{ letters: [3] }")
		.replace(/run: .*/, "async *run(input) { for await (const line of input) yield line.length; },");
	const cwd = await folderWith(t, { "gauge.ts": gauge, "letter-counter.ts": COUNTER });
	const input = new PassThrough();
	const piped = begin(["call", "gauge.ts", "--stream"], { cwd, env, input });
	input.write("three\n");
	// The answer to the first line comes before the second one is written.
	await piped.printed(/^5\n$/);
	input.end("or\n");
	const { code, out, err } = await piped.ended;
	assert.deepEqual([code, out, err], [0, '5\n2\n{"$end":{"parts":2}}\n', ""]);
	const whole = (...words: string[]) => runCommand(["call", ...words], { cwd, env, input: "three\nor\n" });
	assert.equal((await whole("gauge.ts")).out, '{"letters":[5,2]}\n');
	assert.equal((await whole("letter-counter.ts")).out, '{"letters":9}\n');
	const refused = await whole("gauge.ts", "--type", "image/png", "--json");
	assert.match(refused.out, /"status":415.*"inputDigest":"sha256:/);
});
