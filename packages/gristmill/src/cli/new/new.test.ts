import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { run } from "../../testing/run-command.js";

test("new overwrites neither the mill nor its test", async (t) => {
	const cwd = await folderWith(t, { "vowel-counter.test.ts": "mine" });
	const { code, err } = await run(["new", "vowel-counter"], { cwd });
	assert.equal(code, 1);
	assert.match(err, /vowel-counter\.test\.ts exists/);
	assert.equal(await readFile(join(cwd, "vowel-counter.test.ts"), "utf8"), "mine");
	await assert.rejects(readFile(join(cwd, "vowel-counter.ts")), { code: "ENOENT" });
});

for (const [words, message] of [
	[["vowel-parse"], /ends with the verb "parse". Name the mill as a tool, such as "vowel-parser"/],
	[["Vowel_Counter"], /is not of the form/],
	[["../escape"], /is not of the form/],
	[["metrics"], /reserved/],
	[["vowel", "counter"], /joined by hyphens: "counter"/],
	[["vowel-counter", "--input", "sound"], /is "sound", and must be text, image or form/],
	[["vowel-counter", "--input", "form", "--python"], /Leave out --python, or choose another input/],
	[[], /Name the mill/],
] as const)
	test(`new ${words.join(" ")} is refused with what to do`, async (t) => {
		const { code, err } = await run(["new", ...words], { cwd: await folderWith(t, {}) });
		assert.equal(code, 2);
		assert.match(err, message);
	});
