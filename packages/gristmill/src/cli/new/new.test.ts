import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { observed, run } from "../../testing/run-command.js";
import { dockerfile } from "../build/container.js";
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

test("an image of either Dockerfile is served in the same way, and has the packages of a mill in Python", async (t) => {
	const cwd = await folderWith(t, {});
	const { host } = observed({ cwd });
	const linesOf = (text: string) => text.trim().split("\n");
	const written = async (name: string, ...words: string[]) => {
		await create([name, ...words], "1.2.3", host);
		return linesOf(await readFile(join(cwd, name, "Dockerfile"), "utf8"));
	};
	const platform = { os: "linux", cpu: "x64", libc: "glibc" } as const;
	const python = { python: "3.12", packages: { numpy: "2.3.4" } };
	const built = linesOf(dockerfile(platform, python, false));
	const plain = await written("vowel-counter");
	const inPython = await written("letter-counter", "--language", "py");
	for (const line of ["ENV ", "USER ", "EXPOSE ", "HEALTHCHECK "]) {
		const found = [built, plain, inPython].map((lines) => lines.filter((one) => one.startsWith(line)));
		assert.equal(found[0]?.length, 1, line);
		assert.deepEqual(found, [found[0], found[0], found[0]]);
	}
	assert.doesNotMatch(plain.join("\n"), /python|requirements/);
	const venv = inPython.indexOf("RUN python3 -m venv .venv");
	assert.deepEqual(inPython.slice(venv + 1, venv + 4), [
		"COPY requirements.txt ./",
		"RUN .venv/bin/pip install --no-cache-dir --requirement requirements.txt",
		"COPY . .",
	]);
	assert.ok((await readdir(join(cwd, "letter-counter"))).includes("requirements.txt"));
	// A .venv of another machine must not replace it.
	assert.match(await readFile(join(cwd, "letter-counter/.dockerignore"), "utf8"), /^\.venv$/m);
});

test("on a terminal, a folder is asked for with choices that exist", async (t) => {
	const cwd = await folderWith(t, {});
	const terminals = ["stdin", "stdout"] as const;
	const asked = observed({ cwd, terminals, input: "2\nperl\npy\n" });
	assert.equal(await create(["picture-meter"], "1.2.3", asked.host), 0);
	assert.match(asked.out(), /What goes in\?\n {2}1 text[\s\S]*Which language\?/);
	assert.doesNotMatch(asked.out(), /What comes out/, "there is one choice for pictures in Python");
	assert.ok((await readdir(join(cwd, "picture-meter"))).includes("picture_meter.py"));
	const all = observed({ cwd, terminals, input: "text\n\n3\n" });
	assert.equal(await create(["line-cutter"], "1.2.3", all.host), 0);
	const questions = [...all.out().matchAll(/(?:What|Which) [a-z ]+\?/g)].map(([question]) => question);
	assert.deepEqual(questions, ["What goes in?", "Which language?", "What comes out?"]);
	assert.match(await readFile(join(cwd, "line-cutter/line-cutter.ts"), "utf8"), /parts: "lengths"/);
	const left = observed({ cwd, terminals, input: "1\n" });
	await assert.rejects(create(["word-counter"], "1.2.3", left.host), /Nothing was written/);
	assert.deepEqual((await readdir(cwd)).sort(), ["line-cutter", "picture-meter"]);
});
