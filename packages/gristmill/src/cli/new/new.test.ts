import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { observed, run } from "../../testing/run-command.js";
import { create } from "./create.js";

test("new overwrites neither the mill nor its test", async (t) => {
	const cwd = await folderWith(t, { "vowel-counter.test.ts": "mine" });
	const { code, err } = await run(["new", "vowel-counter"], { cwd });
	assert.equal(code, 1);
	assert.match(err, /^gristmill: vowel-counter\.test\.ts exists\. Choose/);
	assert.equal(await readFile(join(cwd, "vowel-counter.test.ts"), "utf8"), "mine");
	await assert.rejects(readFile(join(cwd, "vowel-counter.ts")), { code: "ENOENT" });
});

for (const [words, message] of [
	[["vowel-parse"], /ends with the verb "parse". Name the mill as a tool, such as "vowel-parser"/],
	[["Vowel_Counter"], /is not of the form/],
	[["../escape"], /is not of the form/],
	[["metrics"], /reserved/],
	[["vowel", "counter"], /"counter" is a second name\. Give one, its words joined by hyphens\./],
	[["vowel-counter", "--input", "sound"], /is "sound", and must be text, image or form/],
	[["vowel-counter", "--input", "form", "--language", "py"], /A form needs TypeScript or JavaScript/],
	[["vowel-counter", "--input", "image", "--output", "parts"], /There is a template of parts for texts/],
	[[], /The name of the mill is missing/],
] as const)
	test(`new ${words.join(" ")} is refused with what to do`, async (t) => {
		const { code, err } = await run(["new", ...words], { cwd: await folderWith(t, {}) });
		assert.equal(code, 2);
		assert.match(err, message);
	});

test("a folder for a mill has everything that npm needs, and is not written twice", async (t) => {
	const cwd = await folderWith(t, {});
	const made = observed({ cwd });
	assert.equal(await create(["vowel-counter"], "1.2.3", made.host), 0);
	assert.match(
		made.out(),
		/^Written to vowel-counter: [\s\S]*cd vowel-counter && npm install\n {2}npm run dev\n$/,
	);
	const names = ["vowel-counter.ts", "vowel-counter.test.ts", "tsconfig.json", "README.md", "Dockerfile"];
	const found = await readdir(join(cwd, "vowel-counter"));
	for (const name of names) assert.ok(found.includes(name), name);
	const manifest = JSON.parse(await readFile(join(cwd, "vowel-counter/package.json"), "utf8"));
	assert.equal(manifest.dependencies.gristmill, "^1.2.3");
	assert.equal(manifest.scripts.dev, "gristmill dev vowel-counter.ts");
	await assert.rejects(create(["vowel-counter"], "1.2.3", made.host), /folder vowel-counter is not empty/);
	await assert.rejects(create(["vowel-parse"], "1.2.3", made.host), { exitCode: 2 });
});

test("on a terminal, a folder is asked for with choices that exist", async (t) => {
	const cwd = await folderWith(t, {});
	const terminals = ["stdin", "stdout"] as const;
	const asked = observed({ cwd, terminals, input: "2\nperl\npy\n" });
	assert.equal(await create(["picture-meter"], "1.2.3", asked.host), 0);
	assert.match(asked.out(), /What goes in\?\n {2}1 text[\s\S]*Which language\?/);
	assert.doesNotMatch(asked.out(), /What comes out/, "there is one choice for pictures in Python");
	assert.ok((await readdir(join(cwd, "picture-meter"))).includes("picture_meter.py"));
	const left = observed({ cwd, terminals, input: "1\n" });
	await assert.rejects(create(["word-counter"], "1.2.3", left.host), /Nothing was written/);
	assert.deepEqual(await readdir(cwd), ["picture-meter"]);
});
