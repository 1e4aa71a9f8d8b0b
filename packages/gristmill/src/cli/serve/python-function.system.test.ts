import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { defineMill } from "../../core/definition/define-mill.js";
import { bytes, json } from "../../core/definition/input.js";
import { binary } from "../../core/schema/binary.js";
import { Type } from "../../core/schema/type.js";
import { python } from "../../python/python-function.js";
import { folderWith, gristmill, serving } from "../../testing/command.js";
import { NO_PYTHON } from "../../testing/python.js";
import { run as runCommand } from "../../testing/run-command.js";

const skip = NO_PYTHON;

const post = (url: string, body: string) =>
	fetch(url, { method: "POST", headers: { "Content-Type": "text/plain" }, body });

const WORDS = `WEIGHTS = {"good": 2, "bad": -2}\n`;
const SCORER = `from gristmill import Problem
from words import WEIGHTS

def score(text, *, scale, language):
    words = text.split()
    if not words:
        raise Problem("no-words", "Send a text with words.")
    if text == "crash":
        raise ValueError("the secret " + text)
    return {"score": scale * sum(WEIGHTS.get(word, 0) for word in words), "language": language or "none"}
`;
const MILL = `import { defineMill, python, Type, text } from "gristmill";

export default defineMill({
	name: "text-scorer",
	version: "1.0.0",
	summary: "Scores a text.",
	input: { "text/plain": text() },
	parameters: Type.Object({ scale: Type.Number({ default: 1 }), language: Type.Optional(Type.String()) }),
	output: Type.Object({ score: Type.Number(), language: Type.String() }),
	problems: { "no-words": { status: 422, title: "No words", todo: "Send a text with words." } },
	examples: [{ input: "a good idea", output: { score: 2, language: "none" } }],
	run: python(new URL("./scorer.py", import.meta.url), "score"),
});
`;
const FILES = { "text-scorer.ts": MILL, "scorer.py": SCORER, "words.py": WORDS };

test("a mill in TypeScript runs a function in Python", { skip }, async (t) => {
	const folders = await Promise.all(
		[
			FILES,
			FILES,
			{ ...FILES, "scorer.py": `${SCORER}# changed\n` },
			{ ...FILES, "words.py": `${WORDS}# changed\n` },
		].map((files) => folderWith(t, files)),
	);
	const server = await serving(
		t,
		folders.map((folder, i) => `v${i}=${join(folder, "text-scorer.ts")}`),
	);
	const url = `${server.url}/v0/text-scorer`;
	const good = await post(`${url}?scale=3&language=en`, "bad bad");
	assert.deepEqual(await good.json(), { score: -12, language: "en" });
	const empty = await post(url, " ");
	assert.equal(empty.status, 422);
	assert.equal(((await empty.json()) as { detail: string }).detail, "Send a text with words.");
	const crash = await post(url, "crash");
	assert.equal(crash.status, 500);
	assert.doesNotMatch(await crash.text(), /secret/);
	const trace = /ValueError\\n {2}File .{1,200}scorer\.py\\", line 9, in score/;
	while (!trace.test(server.stderr())) await once(server.child.stderr as Readable, "data");
	assert.doesNotMatch(server.stderr(), /the secret crash/);

	await t.test("the digest changes with the file in Python and with the modules beside it", async () => {
		const digests = await Promise.all(
			folders.map(async (_, i) => {
				const { headers } = await post(`${server.url}/v${i}/text-scorer`, "good");
				return headers.get("mill-digest");
			}),
		);
		assert.match(String(digests[0]), /^[\w-]{22}$/);
		assert.equal(digests[0], digests[1]);
		assert.equal(new Set(digests).size, 3);
	});
});

for (const [what, files, message] of [
	[
		"a missing function",
		{ ...FILES, "scorer.py": "def other(text): pass\n" },
		/scorer\.py has no function score\. Define it there\./,
	],
	[
		"a function that does not take every parameter",
		{ ...FILES, "scorer.py": SCORER.replace(", language", "").replace("language or", "") },
		/score takes scale, and its schema has other parameters\. Let it take every one\./,
	],
	[
		"a function that takes an undeclared parameter",
		{ ...FILES, "scorer.py": SCORER.replace("language)", "language, more)") },
		/The schema of parameters lacks more\. Declare it there, or remove it\./,
	],
	["a syntax error", { ...FILES, "words.py": "WEIGHTS = {\n" }, /SyntaxError: .*\(words\.py, line 1\)/],
	[
		"a missing interpreter",
		{ ...FILES, "text-scorer.ts": MILL.replace('"score")', '"score", { interpreter: "python-none" })') },
		/python-none was not found on PATH: install it or give its full path\./,
	],
	[
		"a name instead of a file",
		{
			...FILES,
			"text-scorer.ts": MILL.replace('new URL("./scorer.py", import.meta.url)', '"scorer.py" as never'),
		},
		/text-scorer\.ts:12:\d+: python: The file is not the file URL of a \.py file\. Give one, such as new URL\("\.\/scorer\.py", import\.meta\.url\)\./,
	],
	[
		"a function that may run on the event loop",
		{ ...FILES, "text-scorer.ts": MILL.replace("examples:", "inline: true, examples:") },
		/Python does not run on the event loop\. Remove inline\./,
	],
	[
		"a model",
		{ ...FILES, "text-scorer.ts": MILL.replace("examples:", "load: () => 1, examples:") },
		/The function in Python gets no model\. Remove load: what score needs is loaded by its file\./,
	],
] as const)
	test(`gristmill test reports ${what}`, { skip }, async (t) => {
		const cwd = await folderWith(t, files);
		const { code, err } = await runCommand(["test", "text-scorer.ts"], { cwd });
		assert.equal(code, 1);
		assert.match(err, message);
	});

test("--python names the interpreter of functions in Python", { skip }, async (t) => {
	const named = process.env.GRISTMILL_PYTHON;
	const cwd = await folderWith(t, FILES);
	const { code, err } = await runCommand(["test", "text-scorer.ts", "--python", "python-none"], { cwd });
	assert.equal(code, 1);
	assert.match(err, /python-none was not found on PATH/);
	assert.equal(process.env.GRISTMILL_PYTHON, named, "the environment of the process is left alone");
});

test("dev reloads the mill after a change of a module that its Python function imports", {
	skip,
}, async (t) => {
	const cwd = await folderWith(t, FILES);
	const command = gristmill(t, ["dev", "text-scorer.ts", "--port", "0"], { cwd });
	await command.printed(/Ctrl\+C/);
	await writeFile(join(cwd, "words.py"), `${WORDS}# changed\n`);
	await command.printed(/Loaded again/);
});

/** A mill whose function gets JSON and bytes, and returns bytes. */
async function mirror(t: TestContext) {
	const code = `from dataclasses import dataclass

@dataclass
class Mirrored:
    reversed: bytes
    count: int

def mirror(given, media_type, output_type):
    data = bytes(given["bytes"]) if media_type == "application/json" else given
    return Mirrored(data[::-1] + output_type.encode(), len(data))
`;
	const cwd = await folderWith(t, { "mirror.py": code });
	return defineMill({
		name: "mirrorer",
		version: "1.0.0",
		summary: "Reverses bytes.",
		input: {
			"application/json": json(Type.Object({ bytes: Type.Array(Type.Integer()) })),
			"application/octet-stream": bytes(),
		},
		output: Type.Object({ reversed: binary(["text/plain", "text/html"]), count: Type.Integer() }),
		run: python(pathToFileURL(join(cwd, "mirror.py")), "mirror"),
	});
}

test("a function gets JSON and bytes, and an author's test can call it", { skip }, async (t) => {
	const mill = await mirror(t);
	const context = (mediaType: string) => ({
		parameters: {},
		settings: {},
		mediaType,
		outputType: "text/html",
		model: undefined,
		signal: new AbortController().signal,
		progress: () => {},
		batchSize: 1,
		uses: {},
	});
	const run = async (input: unknown, mediaType: string) => {
		const { reversed, count } = (await mill.run(input, context(mediaType))) as {
			reversed: Uint8Array;
			count: number;
		};
		return [Buffer.from(reversed).toString(), count];
	};
	assert.deepEqual(await run({ bytes: [97, 98] }, "application/json"), ["batext/html", 2]);
	assert.deepEqual(await run(Buffer.from("xyz"), "application/octet-stream"), ["zyxtext/html", 3]);
});

test("python() rejects wrong arguments with what to change", async () => {
	const file = new URL("file:///scorer.py");
	const wrong = (make: () => unknown, message: RegExp) => assert.throws(make, { name: "TypeError", message });
	wrong(() => python(file, "a.b"), /^python: "a\.b" is not the name of a function\./);
	wrong(() => python(file, "a", { env: 1 } as object), /^python: Unknown option "env"\./);
	wrong(
		() => python(file, "a", { interpreter: "./python" }),
		/"\.\/python" is neither a name on PATH nor a full path\.$/,
	);
	const run = python(file, "a");
	await assert.rejects(
		run("", { parameters: {}, mediaType: "text/plain", outputType: "" }),
		/to defineMill as run/,
	);
});

test("outside a worker, a Python process that ended is replaced", { skip }, async (t) => {
	const source = `import os

def tell(text):
    if text == "exit":
        os._exit(3)
    return {"pid": os.getpid()}
`;
	const folder = await folderWith(t, { "teller.py": source });
	const { run } = defineMill({
		name: "pid-teller",
		version: "1.0.0",
		summary: "Tells its process.",
		input: { "application/json": json(Type.String()) },
		output: Type.Object({ pid: Type.Integer() }),
		run: python(pathToFileURL(join(folder, "teller.py")), "tell"),
	});
	const context = { parameters: {}, mediaType: "application/json", outputType: "application/json" };
	const ask = async (text: string) => (await run(text, context as never)) as unknown as { pid: number };
	const { pid } = await ask("who");
	assert.equal((await ask("who")).pid, pid);
	await assert.rejects(ask("exit"), /the Python process ended by itself: exit code 3/);
	const [one, other] = await Promise.all([ask("who"), ask("who")]);
	assert.notEqual(one.pid, pid);
	assert.equal(one.pid, other.pid);
});
