import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { run } from "../../testing/run-command.js";

const COUNTER = `
import { defineMill, text, Type } from "gristmill";
export default defineMill({
	name: "letter-counter", version: "1.0.0", summary: "Counts letters.",
	input: { "text/plain": text() }, output: Type.Object({ letters: Type.Integer() }),
	run: (input) => ({ letters: input.length }),
});`;

const FILES = { "old.ts": COUNTER, "broken.ts": "export default 1;", a: "abc", b: "de" };

test("two files of one digest are equal without a call, and with --force after all calls", async (t) => {
	const cwd = await folderWith(t, FILES);
	const words = ["diff", "old.ts", "old.ts", "a", "b", "--type", "text/plain", "--quiet"];
	const { code, out } = await run(words, { cwd });
	assert.equal(code, 0);
	assert.match(out, /^Equal: both have the digest \S+, which promises equal results\. Use --force/);
	const again = await run([...words, "--force"], { cwd });
	assert.equal(again.code, 0);
	assert.match(again.out, /^2 inputs, 2 equal, 0 changed \([^)]*\)\n$/);
});

test("differences under one digest are a broken promise, and the report says so", async (t) => {
	const cwd = await folderWith(t, { ...FILES, "pid.ts": COUNTER.replace("input.length", "process.pid") });
	const words = ["diff", "pid.ts", "pid.ts", "a", "--type", "text/plain", "--quiet", "--force"];
	const { code, out } = await run(words, { cwd });
	assert.equal(code, 1);
	assert.match(
		out,
		/\nBoth have the digest [\w-]{22}, which promises equal results: this promise is broken\.\nAdd --shrink FILE for a smallest input\.\n$/,
	);
	const report = JSON.parse((await run([...words, "--json"], { cwd })).out);
	assert.deepEqual([report.digests, report.changed], ["equal", 1]);
});

test("--shrink writes a smallest input for which a promise is broken", async (t) => {
	// The second process of the mill counts capital letters twice.
	const twice = "input.length + (/[A-Z]/.test(input) ? (process.pid % 1e6) : 0)";
	const cwd = await folderWith(t, {
		"pid.ts": COUNTER.replace("input.length", twice),
		a: "abc",
		b: "one Two three",
	});
	const words = ["diff", "pid.ts", "pid.ts", "a", "b", "--type", "text/plain", "--quiet", "--force"];
	const { code, out } = await run([...words, "--shrink", "smallest"], { cwd });
	assert.equal(code, 1);
	assert.match(
		out,
		/this promise is broken\.\nA smallest input for which they differ has 1 byte, and is in smallest\.\n {2}\/letters: \d+ → \d+\n$/,
	);
	assert.equal(await readFile(join(cwd, "smallest"), "utf8"), "T");
	const report = JSON.parse((await run([...words, "--json", "--shrink", "smallest"], { cwd })).out);
	assert.deepEqual(
		[report.smallest.file, report.smallest.size, report.smallest.isSmallest],
		["smallest", 1, true],
	);
	const nowhere = await run([...words, "--shrink", "no/such/file"], { cwd });
	assert.deepEqual([nowhere.code, nowhere.out], [2, ""]);
});

for (const [words, code, message] of [
	[["old.ts", "broken.ts", "a"], 1, /The default export is not a mill/],
	[["old.ts", "missing.ts", "a"], 2, /missing\.ts/],
	[["old.ts", "http://127.0.0.1:1/x", "a", "--retries", "0"], 3, /connection refused/],
] as const)
	test(`gristmill diff ${words.join(" ")} ends with code ${code} and one sentence`, async (t) => {
		const { code: actual, err } = await run(["diff", ...words, "--quiet"], {
			cwd: await folderWith(t, FILES),
		});
		assert.match(err, message);
		assert.equal(actual, code);
		assert.equal(err.trim().split("\n").length, 1);
	});
