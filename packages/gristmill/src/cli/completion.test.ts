import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { type TestContext, test } from "node:test";
import { folderWith, gristmill } from "../testing/command.js";

const has = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;

async function script(t: TestContext, shell: string): Promise<string> {
	const command = gristmill(t, ["completion", shell]);
	assert.equal(await command.ended, 0, command.stderr());
	return command.stdout();
}

test("bash completes commands, flags, values and files", { skip: !has("bash") && "no bash" }, async (t) => {
	const cwd = await folderWith(t, { "face.jpg": "" });
	const completion = await script(t, "bash");
	const complete = (...words: readonly string[]) => {
		const list = ["gristmill", ...words].map((word) => `'${word}'`).join(" ");
		const code = `${completion}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _gristmill; echo "\${COMPREPLY[@]}"`;
		return spawnSync("bash", ["-c", code], { encoding: "utf8", cwd }).stdout.trim();
	};
	assert.equal(complete("c"), "call check completion");
	assert.equal(complete("help", "se"), "serve");
	assert.equal(complete("call", "--pa"), "--param");
	assert.equal(complete("serve", "--pub"), "--public-url");
	assert.equal(complete("new", "x", "--input", ""), "text image");
	assert.equal(complete("completion", ""), "bash zsh fish");
	assert.equal(complete("call", "http://x/", "fa"), "face.jpg");
});

for (const shell of ["zsh", "fish"])
	test(`${shell} takes its script`, { skip: !has(shell) && `no ${shell}` }, async (t) => {
		const folder = await folderWith(t, { script: await script(t, shell) });
		const { status, stderr } = spawnSync(shell, ["-n", `${folder}/script`], { encoding: "utf8" });
		assert.equal(status, 0, stderr);
	});

test("every command and every flag stands in every script", async (t) => {
	for (const shell of ["bash", "zsh", "fish"]) {
		const text = await script(t, shell);
		for (const word of ["describe", "completion", "param", "expect", "public-url", "language"])
			assert.ok(text.includes(word), `${shell}: ${word}`);
	}
});
