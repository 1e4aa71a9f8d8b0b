import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { folderWith, gristmill, MAIN, start } from "../testing/command.js";
import { tableServer, typed } from "../testing/servers/odd-server.js";

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
	assert.equal(complete("call", "--pa"), "--part --param");
	assert.equal(complete("serve", "--pub"), "--public-url");
	assert.equal(complete("new", "x", "--input", ""), "text image form");
	assert.equal(complete("completion", ""), "bash zsh fish");
	assert.equal(complete("call", "http://x/", "fa"), "face.jpg");
});

test("bash completes --accept with the media types of the mill on the line, as words and not as code", {
	skip: !has("bash") && "no bash",
}, async (t) => {
	const results = { "image/bmp": null, "image/png": null, "text/csv": null, "x/$(touch hacked)": null };
	const schema = { $defs: { operation: { const: { responses: { 200: results } } } } };
	const { url, requests } = await tableServer({
		"GET /drawer/$schema": () => typed("application/json", schema),
	});
	const cwd = await folderWith(t, { completion: await script(t, "bash") });
	const code = `gristmill() { '${process.execPath}' '${MAIN}' "$@"; }
. ./completion
COMP_LINE='gristmill call "${url}/drawer" --accept image/'
COMP_WORDS=(gristmill call '"http' : '//127.0.0.1"' --accept image/); COMP_CWORD=6
_gristmill; echo "\${COMPREPLY[@]}"`;
	const bash = start(t, "bash", ["-c", code], { cwd, env: { GRISTMILL_TOKEN: "secret" } });
	assert.equal(await bash.ended, 0, bash.stderr());
	assert.equal(bash.stdout(), "image/bmp image/png\n");
	assert.deepEqual(await readdir(cwd), ["completion"]);
	for (const { headers } of requests) assert.equal(headers.authorization, undefined);
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
