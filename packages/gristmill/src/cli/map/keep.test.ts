import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Type } from "../../index.js";
import { folderWith } from "../../testing/command.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import { run as runCommand } from "../../testing/run-command.js";
import { servedMills } from "../../testing/served-mills.js";

let computed = 0;
const served = servedMills([
	emptyMill({
		output: Type.Object({ characters: Type.Integer() }),
		run: (input: string) => {
			computed++;
			return { characters: input.length };
		},
	}),
]);
const run = (words: readonly string[], cwd: string) =>
	runCommand(["map", `${served.url}/text-meter`, ...words], { cwd, input: "" });

test("--keep computes what has changed, and its files are no inputs", async (t) => {
	const cwd = await folderWith(t, {});
	await mkdir(join(cwd, "texts"));
	for (let i = 0; i < 10; i++) await writeFile(join(cwd, "texts", `${i}.txt`), "x".repeat(i));
	computed = 0;
	const words = ["texts", "--keep", "texts/kept"];
	const first = await run([...words, "--out", "one"], cwd);
	assert.match(first.err, /10 inputs, 10 answered, 0 failed/);
	await writeFile(join(cwd, "texts", "3.txt"), "changed");
	const second = await run([...words, "--out", "two"], cwd);
	assert.match(second.err, /10 inputs, 10 answered \(9 kept\), 0 failed/);
	assert.equal(computed, 11);
	const [one, two] = await Promise.all(["one", "two"].map((name) => readFile(join(cwd, name), "utf8")));
	const expected = one?.replace(
		'"texts/3.txt","output":{"characters":3}',
		'"texts/3.txt","output":{"characters":7}',
	);
	assert.equal(two, expected, "a kept answer is the line that it was");
});

test("--keep computes the lines that have changed", async (t) => {
	const lines = Array.from({ length: 100 }, (_, i) => "x".repeat(i));
	const cwd = await folderWith(t, { lines: lines.join("\n") });
	computed = 0;
	const words = ["--lines", "lines", "--keep", "kept"];
	const first = await run(words, cwd);
	assert.equal(computed, 100);
	await writeFile(join(cwd, "lines"), lines.toSpliced(50, 1, "changed").join("\n"));
	const second = await run([...words, "--keep-size", "10m"], cwd);
	assert.equal(computed, 101);
	assert.equal(second.out, first.out.replace('"characters":50', '"characters":7'));
});

for (const [words, message] of [
	[["a", "--keep-size", "1m"], /--keep-size has no folder\. Name one with --keep, or leave it out\./],
	[
		["a", "--keep", "kept", "--receipts", "receipts.ndjson"],
		/An answer from --keep has no receipt\. Leave out --keep or --receipts\./,
	],
	[["a", "--keep", ""], /--keep is empty\. Name a folder/],
	[["a", "--keep", "a"], /a lies in --keep a\. Name another folder\./],
	[
		["a", "--keep", "b"],
		/Answers cannot be kept in .*b \(EEXIST\)\. Name a folder that this user may write to\./,
	],
	[["a", "--keep", "kept", "--keep-size", "1k"], /--keep-size/],
] as const)
	test(`gristmill map ${words.join(" ")} is wrong usage`, async (t) => {
		const { code, err, out } = await run(words, await folderWith(t, { a: "", b: "" }));
		assert.match(err, message);
		assert.deepEqual([code, out, err.trim().split("\n").length], [2, "", 1]);
	});
