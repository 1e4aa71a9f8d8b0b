import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith, gristmill, post, serving } from "../../testing/command.js";
import { SHOUT, SHOUTER } from "../../testing/mills/shouter.js";
import { run as runCommand } from "../../testing/run-command.js";

const WEIGHER = `
import { readFile } from "node:fs/promises";
import { defineMill, Type, text } from "gristmill";
import factor from "factor-package";
const weights = new URL("./weights.txt", import.meta.url);
export default defineMill({
	name: "weigher", version: "1.0.0", summary: "Weighs.", input: { "text/plain": text() },
	output: Type.Object({ weight: Type.Number(), where: Type.String() }), assets: [weights],
	load: async ({ assets }) => Number(await readFile(assets[0], "utf8")),
	run: (input, { model }) => ({ weight: model * factor, where: import.meta.url }),
});`;

test("mill files with imports and assets are served from any folder", async (t) => {
	const files = { "shouter.ts": SHOUTER, "shout.ts": SHOUT, "weigher.mjs": WEIGHER, "weights.txt": "42" };
	const folder = await folderWith(t, files);
	await mkdir(join(folder, "node_modules/factor-package"), { recursive: true });
	await writeFile(join(folder, "node_modules/factor-package/package.json"), '{"main":"index.js"}');
	await writeFile(join(folder, "node_modules/factor-package/index.js"), "module.exports = 2;");
	const words = [join(folder, "shouter.ts"), join(folder, "weigher.mjs"), "--mills", "word-counter"];
	const { url } = await serving(t, words, { cwd: "/" });
	assert.deepEqual(await post(`${url}/shouter`, "hello"), { shouted: "HELLO!" });
	assert.deepEqual(await post(`${url}/word-counter`, "hello"), { words: 1, lines: 1, characters: 5 });

	await t.test("a problem thrown by a mill file reaches the caller as declared", async () => {
		const { code, status, detail } = (await post(`${url}/shouter`, "hi")) as Record<string, unknown>;
		assert.deepEqual(
			{ code, status, detail },
			{ code: "too-quiet", status: 422, detail: "Send at least three characters." },
		);
		assert.equal((await fetch(`${url}/$problems/too-quiet`)).status, 200);
	});

	await t.test("import.meta.url names the mill's own file, and packages are found beside it", async () => {
		const answer = (await post(`${url}/weigher`, "x")) as { weight: number; where: string };
		assert.equal(answer.weight, 84);
		assert.match(answer.where, /weigher\.mjs$/);
	});
});

async function ranAlone(t: TestContext, words: readonly string[], cwd: string) {
	const command = gristmill(t, words, { cwd });
	return { code: await command.ended, err: command.stderr() };
}

for (const [what, text, place, message, endsItself] of [
	["a syntax error", 'import { x } from "gristmill";\nexport default {{;\n', ":2:17", /Expected/],
	[
		"a bad descriptor",
		'import { defineMill } from "gristmill";\n\nexport default defineMill({ name: "classify" });\n',
		":3:16",
		/Name the mill as a tool.*"classifier"/,
	],
	[
		"a require",
		'\nconst { defineMill } = require("gristmill");\n',
		":2:24",
		/require is not there\. Use import instead\./,
	],
	[
		"an exit",
		"process.exit(0);\n",
		"",
		/The import of the mill file ended the process\. Do not call process\.exit in it/,
		true,
	],
	[
		"a promise that never settles",
		"await new Promise(() => {});\n",
		"",
		/do not await an event that never happens/,
		true,
	],
	[
		"an error of its own",
		'const limit: number = 1;\nthrow new Error("limit " + limit);\n',
		":2:7",
		/limit 1/,
	],
	["no default export", "export const mill = 1;\n", "", /The default export is not a mill/],
	[
		"a package that is not installed",
		'import "no-such-package-here";\nexport default 1;\n',
		":1:8",
		/no-such-package-here/,
	],
] as const)
	test(`a mill file with ${what} gives one message with file and line, not a stack`, async (t) => {
		const folder = await folderWith(t, { "mill.ts": text });
		const words = ["serve", "--port", "0", "mill.ts"];
		const { code, err } = await (endsItself
			? ranAlone(t, words, folder)
			: runCommand(words, { cwd: folder }));
		assert.equal(code, 1);
		assert.match(err, message);
		assert.ok(err.includes(`mill.ts${place}: `), err);
		assert.equal(err.trim().split("\n").length, 1, err);
	});

for (const [what, asset, found] of [
	["a folder", "./stones", "stones is a folder. Name each file in it."],
	["a file that is not there", "./weights.bin", "weights.bin does not exist."],
] as const)
	test(`a mill whose asset is ${what} gives one message that names the mill and the asset`, async (t) => {
		const folder = await folderWith(t, {
			"shout.ts": SHOUT,
			"shouter.ts": SHOUTER.replace(
				"problems:",
				`assets: [new URL("${asset}", import.meta.url)],\n\tproblems:`,
			),
		});
		await mkdir(join(folder, "stones"));
		for (const [words, code] of [
			[["serve", "--port", "0", "shouter.ts"], 2],
			[["test", "shouter.ts"], 1],
		] as const) {
			const ended = await runCommand(words, { cwd: folder });
			assert.equal(ended.code, code);
			assert.match(ended.err, /An asset of "shouter" cannot be used: /);
			assert.ok(ended.err.trim().endsWith(found), ended.err);
			assert.equal(ended.err.trim().split("\n").length, 1, ended.err);
		}
	});

test("a file that is not there is named", async (t) => {
	const words = ["serve", "--port", "0", "./nowhere.ts"];
	const { code, err } = await runCommand(words, { cwd: await folderWith(t, {}) });
	assert.equal(code, 2);
	assert.match(err, /\/nowhere\.ts does not exist\. Name a mill file\./);
});

test("the name of an installed mill instead of a file is refused with the flag to use", async (t) => {
	const command = gristmill(t, ["serve", "word-counter"], { cwd: await folderWith(t, {}) });
	assert.equal(await command.ended, 2);
	assert.match(
		command.stderr(),
		/word-counter does not exist\. Name a mill file\. To use the installed mill .* --mills word-counter\./,
	);
});

test("two mills of one name are refused", async (t) => {
	const folder = await folderWith(t, { "shouter.ts": SHOUTER, "shout.ts": SHOUT });
	const { code, err } = await runCommand(["serve", "--port", "0", "shouter.ts", "shouter.ts"], {
		cwd: folder,
	});
	assert.equal(code, 2);
	assert.match(err, /Two mills are called "shouter"/);
});
