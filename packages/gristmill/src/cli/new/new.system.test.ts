import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, gristmill, ROOT, serving } from "../../testing/command.js";
import { NO_PYTHON } from "../../testing/python.js";
import { observed, run } from "../../testing/run-command.js";
import { create } from "./create.js";

const hasTools = ["curl", "base64"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

for (const [words, file, answer] of [
	[["--language", "js"], "vowel-counter.mjs", '{"characters":5}'],
	[["--input", "image"], "vowel-counter.ts", '{"width":1,"height":1}'],
	[["--input", "image", "--language", "js"], "vowel-counter.mjs", '{"width":1,"height":1}'],
	[["--input", "form"], "vowel-counter.ts", '{"added":1}'],
	[["--output", "picture"], "vowel-counter.ts", /^{"picture":"PHN2.*","bars":1}$/],
	[["--output", "picture", "--language", "js"], "vowel-counter.mjs", /^{"picture":"PHN2.*","bars":1}$/],
	[["--output", "parts"], "vowel-counter.ts", '{"lengths":[5],"words":1}'],
	[["--language", "py"], "vowel_counter.py", '{"characters":5}'],
	[["--language", "py", "--input", "image"], "vowel_counter.py", '{"width":1,"height":1}'],
] as const)
	test(`the files of gristmill new ${words.join(" ")} pass their tests and answer the printed curl line`, {
		skip: (!hasTools && "curl or base64 is not installed") || (file.endsWith(".py") && NO_PYTHON),
	}, async (t) => {
		const cwd = await folderWith(t, {});
		const made = gristmill(t, ["new", "vowel-counter", ...words], { cwd });
		assert.equal(await made.ended, 0, made.stderr());
		const isPython = file.endsWith(".py");
		const testFile = isPython ? `test_${file}` : file.replace("counter.", "counter.test.");
		assert.match(made.stdout(), new RegExp(`^Written: ${file}, ${testFile}\n`));

		// Both files, as `*.ts` would name them.
		const tested = gristmill(t, ["test", file, testFile], { cwd });
		assert.equal(await tested.ended, 0, tested.stdout() + tested.stderr());
		assert.match(tested.stdout(), /ok {7}example 0\n/);
		// unittest reports on standard error.
		if (isPython) assert.match(tested.stderr(), /Ran 2 tests[\s\S]*OK\n/);
		else assert.match(tested.stdout(), /pass 2\n/);

		const { url } = await serving(t, [file, testFile], { cwd });
		const line = /^ {2}(.*curl .*)$/m.exec(made.stdout())?.[1] ?? "";
		const { stdout } = spawnSync("sh", ["-c", line.replace("http://127.0.0.1:8080", url)], {
			encoding: "utf8",
		});
		if (typeof answer === "string") assert.equal(stdout, answer);
		else assert.match(stdout, answer);
	});

test("a failing test beside a mill file is reported, and the exit code is 1", async (t) => {
	const cwd = await folderWith(t, {});
	await run(["new", "vowel-counter"], { cwd });
	const file = join(cwd, "vowel-counter.test.ts");
	await writeFile(file, (await readFile(file, "utf8")).replace("characters: 5", "characters: 6"));
	const tested = gristmill(t, ["test", "vowel-counter.ts"], { cwd });
	assert.equal(await tested.ended, 1);
	assert.match(tested.stderr(), /Tests failed: vowel-counter\.test\.ts\./);
	assert.match(tested.stdout(), /vowel-counter\.test\.ts:\d+/, "the line of the author's own file is shown");
});

test("the folders of npm create pass the check of their own tsconfig", async (t) => {
	const cwd = await folderWith(t, {});
	await symlink(`${ROOT}node_modules`, join(cwd, "node_modules"));
	const { host } = observed({ cwd });
	await create(["word-counter"], "1.2.3", host);
	await create(["word-drawer", "--output", "picture"], "1.2.3", host);
	await create(["word-meter", "--output", "parts"], "1.2.3", host);
	await create(["picture-meter", "--input", "image"], "1.2.3", host);
	await create(["text-comparer", "--input", "form"], "1.2.3", host);
	// One run for all of them.
	const one = { extends: "./word-counter/tsconfig.json", include: ["*/*.ts"] };
	await writeFile(join(cwd, "tsconfig.json"), JSON.stringify(one));
	const checked = spawnSync(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, "-p", cwd], {
		encoding: "utf8",
	});
	assert.equal(checked.status, 0, checked.stdout);
});
