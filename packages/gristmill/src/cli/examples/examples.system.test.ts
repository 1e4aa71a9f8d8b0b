import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { NO_PYTHON } from "../../testing/python.js";
import { observed, run } from "../../testing/run-command.js";
import { main } from "../main.js";

const COUNTER = `import { defineMill, Type, text } from "gristmill";
export default defineMill({
	name: "word-counter", version: "1.0.0", summary: "Counts words.", input: { "text/plain": text() },
	parameters: Type.Object({ plus: Type.Optional(Type.Integer()) }),
	output: Type.Object({ words: Type.Integer() }),
	examples: [
		{ input: "one", output: { words: 1 } },
	],
	run: (input, { parameters }) => ({ words: input.split(/\\s+/).length + (parameters.plus ?? 0) }),
});
`;

test("call --record writes the call into the mill file, once, and test --update renews a wrong output", async (t) => {
	const cwd = await folderWith(t, { "word-counter.ts": COUNTER });
	const text = () => readFile(join(cwd, "word-counter.ts"), "utf8");
	const words = ["call", "word-counter.ts", "--data", 'one "two"', "--param", "plus=3", "--record"];
	const first = await run(words, { cwd });
	const example = '{ input: "one \\"two\\"", parameters: { plus: 3 }, output: { words: 5 } }';
	assert.deepEqual([first.code, first.out], [0, '{"words":5}\n'], first.err);
	assert.equal(first.err, `New example of word-counter.ts: ${example}\nWritten into word-counter.ts.\n`);
	const recorded = COUNTER.replace("words: 1 } },", `words: 1 } },\n\t\t${example},`);
	assert.equal(await text(), recorded);
	const again = await run(words, { cwd });
	assert.equal(again.code, 2);
	assert.match(again.err, /Example 1 of word-counter\.ts has this input already\. Nothing was written\./);

	const { code, out } = await run(["test", "word-counter.ts", "--update"], {
		cwd: await folderWith(t, { "word-counter.ts": recorded.replace("words: 5", "words: 6") }),
	});
	assert.equal(code, 0);
	assert.match(out, /^word-counter\.ts\n {2}renewed {2}the output of example 1\n[\s\S]*ok +example 1\n/);
	assert.equal(await text(), recorded);
});

test("on a terminal, --record shows the example and writes it after a yes, or at once with --yes", async (t) => {
	const cwd = await folderWith(t, {
		"byte-mirror.ts": MIRROR.replace("./out/one.bin", "./one.bin"),
		"one.bin": "\x01",
	});
	const files = { ...(await contents(cwd)) };
	const terminals = ["stdin", "stderr"] as const;
	const record = (input: string, ...more: string[]) =>
		run(["call", "byte-mirror.ts", "--data", "x".repeat(40), "--record", ...more], { cwd, terminals, input });
	for (const answer of ["n\n", "what\n", ""]) {
		const { code, out, err } = await record(answer);
		assert.equal(code, 0, err);
		assert.match(out, /"size":40/);
		assert.match(
			err,
			/New example of byte-mirror\.ts: \{ input: [^\n]*\nNew file byte-mirror\.example-1: 40 bytes\n[\s\S]*Write it into byte-mirror\.ts\? \[Y\/n\] (?:n|what)?\s*Nothing was written\.\n$/,
		);
		assert.deepEqual(await contents(cwd), files, "no file was made");
	}
	const yes = await record("\n");
	assert.match(yes.err, /\[Y\/n\] \s*Written into byte-mirror\.ts\.\n$/);
	assert.deepEqual((await readdir(cwd)).sort(), [
		"byte-mirror.example-1",
		"byte-mirror.example-1.output.file",
		"byte-mirror.ts",
		"one.bin",
	]);
	const asked = await run(["call", "byte-mirror.ts", "--data", "ab", "--record", "--yes"], {
		cwd,
		terminals,
		input: "",
	});
	assert.match(asked.err, /^New example of [^\n]*\nWritten into byte-mirror\.ts\.\n$/);
	const alone = await run(["call", "byte-mirror.ts", "--data", "ab", "--yes"], { cwd });
	assert.deepEqual(
		[alone.code, alone.err],
		[2, "gristmill: --yes is for --record. Give both, or leave out --yes.\n"],
	);
});

test("a mill file that changes while the question waits is left alone", async (t) => {
	const cwd = await folderWith(t, { "word-counter.ts": COUNTER });
	const input = new PassThrough();
	const words = ["call", "word-counter.ts", "--data", "a b", "--record"];
	const { host, err } = observed({ cwd, terminals: ["stdin", "stderr"], input });
	const ended = main(words, host);
	while (!err().includes("[Y/n]")) await once(host.stderr, "written");
	await writeFile(join(cwd, "word-counter.ts"), `${COUNTER}// mine\n`);
	input.end("y\n");
	assert.equal(await ended, 1);
	assert.match(
		err(),
		/word-counter\.ts has changed meanwhile\. Nothing was written\. Run the command again\.\n$/,
	);
	assert.equal(await readFile(join(cwd, "word-counter.ts"), "utf8"), `${COUNTER}// mine\n`);
});

/** The files of a folder with what is in them. */
async function contents(folder: string): Promise<Record<string, string>> {
	const names = await readdir(folder);
	const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
	return Object.fromEntries(names.map((name, i) => [name, texts[i] ?? ""]));
}

const MIRROR = `import { binary, bytes, defineMill, Type } from "gristmill";
export default defineMill({
	name: "byte-mirror", version: "1.0.0", summary: "Gives bytes back.",
	input: { "application/octet-stream": bytes() },
	output: Type.Object({ file: binary("application/octet-stream"), size: Type.Integer() }),
	examples: [{ input: Uint8Array.of(1), output: { file: new URL("./out/one.bin", import.meta.url), size: 1 } }],
	run: (file) => ({ file, size: file.length }),
});
`;

test("a file of an example that does not exist is written by --update, and bytes of a call go to files", async (t) => {
	const cwd = await folderWith(t, { "byte-mirror.ts": MIRROR, "long.bin": "x".repeat(100) });
	const before = await run(["test", "byte-mirror.ts"], { cwd });
	assert.equal(before.code, 1);
	assert.match(before.out, /one\.bin does not exist\. Write it with gristmill test --update\.\n$/);
	const { code, out } = await run(["test", "byte-mirror.ts", "--update"], { cwd });
	assert.equal(code, 0, out);
	assert.match(out, /written {2}out\/one\.bin of example 0\n/);
	assert.deepEqual(await readFile(join(cwd, "out/one.bin")), Buffer.of(1));
	assert.equal(await readFile(join(cwd, "byte-mirror.ts"), "utf8"), MIRROR);

	const called = await run(["call", "byte-mirror.ts", "long.bin", "--record", "--json"], { cwd });
	assert.equal(called.code, 0, called.err);
	assert.match(
		await readFile(join(cwd, "byte-mirror.ts"), "utf8"),
		/input: new URL\("\.\/long\.bin", import\.meta\.url\)/,
	);
	const files = await readdir(cwd);
	assert.ok(files.includes("byte-mirror.example-1.output.file"));
	for (const input of [
		{ words: ["long.bin"], known: 1 },
		{ words: [], input: "x".repeat(100), known: 1 },
		{ words: [], input: "\x01", known: 0 },
	]) {
		const again = await run(["call", "byte-mirror.ts", ...input.words, "--record"], { cwd, ...input });
		assert.match(again.err, new RegExp(`^gristmill: Example ${input.known} of .* has this input already`));
	}
	assert.deepEqual(await readdir(cwd), files);
	assert.equal((await run(["test", "byte-mirror.ts"], { cwd })).code, 0);
});

test("--record and --update work in Python", { skip: NO_PYTHON }, async (t) => {
	const counter = `from dataclasses import dataclass
from gristmill import mill

@dataclass
class Count:
    größe: int
    exact: bool

@mill(version="1.0.0")
def letter_counter(text: str, *, plus: int = 0) -> Count:
    """Counts letters."""
    return Count(len(text) + plus, True)
`;
	const cwd = await folderWith(t, { "letter_counter.py": counter });
	const text = () => readFile(join(cwd, "letter_counter.py"), "utf8");
	for (const words of [
		["--data", "Grüße"],
		["--data", "Korn", "--param", "plus=2"],
	]) {
		const { code, err } = await run(["call", "letter_counter.py", ...words, "--record"], { cwd });
		assert.equal(code, 0, err);
	}
	const [first, second] = [
		'{"input": "Grüße", "output": {"größe": 5, "exact": True}}',
		'{"input": "Korn", "parameters": {"plus": 2}, "output": {"größe": 6, "exact": True}}',
	];
	const recorded = counter.replace("@mill(", `@mill(examples=[${first}, ${second}], `);
	assert.equal(await text(), recorded);
	const wrong = await folderWith(t, { "letter_counter.py": recorded.replace('"größe": 6', '"größe": 9') });
	const { code } = await run(["test", "letter_counter.py", "--update"], { cwd: wrong });
	assert.equal(code, 0);
	assert.equal(await readFile(join(wrong, "letter_counter.py"), "utf8"), recorded);
});

test("what cannot be recorded is refused, and the file stays as it was", async (t) => {
	const computed = COUNTER.replace(
		/examples: \[[\s\S]*?\n\t\],/,
		'examples: ["one"].map((input) => ({ input, output: { words: 1 } })),',
	);
	const cwd = await folderWith(t, { "word-counter.ts": computed });
	const refused = async (...words: string[]) => {
		const { code, err } = await run(["call", ...words, "--record"], { cwd });
		return [code, err];
	};
	assert.deepEqual(await refused("word-counter.ts", "--data", "a b"), [
		1,
		"gristmill: The examples of word-counter.ts are not written out as a list in its definition, so this command cannot change them. Change them by hand.\n",
	]);
	assert.deepEqual(await refused("word-counter", "--data", "a"), [
		2,
		'gristmill: --record writes into a mill file, and "word-counter" is none. Name the file of the mill.\n',
	]);
	assert.equal((await refused("word-counter.ts", "--data", "a", "--accept", "application/xml"))[0], 2);
	assert.equal(await readFile(join(cwd, "word-counter.ts"), "utf8"), computed);
});
