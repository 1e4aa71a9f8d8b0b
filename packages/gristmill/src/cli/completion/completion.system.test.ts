import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith, MAIN, start } from "../../testing/command.js";
import { start as startServer } from "../../testing/server.js";
import { tableServer, typed } from "../../testing/servers/odd-server.js";
import { COMMANDS } from "../commands.js";
import { completionScript } from "./completion.js";

const running = startServer();
const has = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;
const unless = (shell: string) => !has(shell) && `${shell} is not installed`;

const script = async (shell: string) => (await completionScript(shell, COMMANDS)) ?? "";

/** A folder with the script of a shell, and an environment in which `gristmill` is this program. */
async function shellFor(t: TestContext, shell: string, url: string) {
	// The scripts wait for a server as long as a person would. A busy machine needs more.
	const program = `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@" --deadline 600000\n`;
	const cwd = await folderWith(t, { script: await script(shell), gristmill: program, "face.jpg": "" });
	await chmod(join(cwd, "gristmill"), 0o755);
	const env = {
		PATH: `${cwd}:${process.env.PATH}`,
		HOME: cwd,
		GRISTMILL_URL: url,
		GRISTMILL_TOKEN: "secret",
	};
	return { cwd, env };
}

/** What bash offers for these words, of which the last is being typed. */
const bashOf = (...words: readonly string[]) => {
	const list = ["gristmill", ...words].map((word) => `'${word}'`).join(" ");
	return `COMP_LINE='${["gristmill", ...words].join(" ")}'; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _gristmill; echo "\${COMPREPLY[@]}"`;
};

test("bash completes commands, flags, values and files", { skip: unless("bash") }, async (t) => {
	const { cwd } = await shellFor(t, "bash", "");
	const lines = [
		[["c"], "call check completion"],
		[["help", "se"], "serve"],
		[["call", "--pa"], "--part --param"],
		[["serve", "--pub"], "--public-url"],
		[["new", "x", "--input", ""], "text image form"],
		[["new", "x", "--language", "=", "j"], "js"],
		[["completion", ""], "bash zsh fish powershell"],
		[["call", "http://x/", "fa"], "face.jpg"],
	] as const;
	const code = [". ./script", ...lines.map(([words]) => bashOf(...words))].join("\n");
	const { stdout, stderr } = spawnSync("bash", ["-c", code], { encoding: "utf8", cwd });
	assert.equal(stderr, "");
	assert.deepEqual(
		stdout.trimEnd().split("\n"),
		lines.map(([, offered]) => offered),
	);
});

test("bash completes mills, their parameters and installed ones", {
	skip: unless("bash"),
}, async (t) => {
	const { cwd, env } = await shellFor(t, "bash", (await running).url);
	const lines = [
		[["call", "word"], "word-counter"],
		[["diff", "word-counter", "fa"], "face.jpg"],
		[["call", "checksum-calculator", "--param", "e"], "encoding=hex encoding=base64"],
		[["call", "checksum-calculator", "--param", "encoding", "=", "h"], "hex"],
		[["serve", "--mills", "tokeniser,trans"], "tokeniser,translator"],
	] as const;
	const code = [". ./script", ...lines.map(([words]) => bashOf(...words))].join("\n");
	const bash = start(t, "bash", ["-c", code], { cwd, env });
	assert.equal(await bash.ended, 0);
	assert.equal(bash.stderr(), "");
	assert.deepEqual(
		bash.stdout().trimEnd().split("\n"),
		lines.map(([, offered]) => offered),
	);
});

test("bash offers words of a server without running them as code, and sends no token", {
	skip: unless("bash"),
}, async (t) => {
	const results = { "image/bmp": null, "image/png": null, "text/csv": null, "x/$(touch hacked)": null };
	const properties = { "$(touch hacked)": {}, size: { enum: ["a", "$(touch hacked)"] } };
	const schema = {
		$defs: { operation: { const: { responses: { 200: results } } }, parameters: { properties } },
	};
	const { url, requests } = await tableServer({
		"GET /$list": () => typed("application/json", ["drawer", "$(touch hacked)"]),
		"GET /drawer/$schema": () => typed("application/json", schema),
	});
	const { cwd, env } = await shellFor(t, "bash", url);
	const before = await readdir(cwd);
	const code = `. ./script
COMP_LINE='gristmill call "${url}/drawer" --accept image/'
COMP_WORDS=(gristmill call '"http' : '//127.0.0.1"' --accept image/); COMP_CWORD=6
_gristmill; echo "\${COMPREPLY[@]}"
${bashOf("call", "")}
${bashOf("call", "drawer", "--param", "")}`;
	const bash = start(t, "bash", ["-c", code], { cwd, env });
	assert.equal(await bash.ended, 0, bash.stderr());
	assert.equal(bash.stdout(), "image/bmp image/png\ndrawer\nsize=a\n");
	assert.deepEqual(await readdir(cwd), before);
	assert.ok(requests.length >= 3);
	for (const { headers } of requests) assert.equal(headers.authorization, undefined);
});

test("fish completes mills, their parameters and installed ones", {
	skip: unless("fish"),
}, async (t) => {
	const { cwd, env } = await shellFor(t, "fish", (await running).url);
	const lines = [
		"gristmill call word",
		"gristmill diff word-counter fa",
		"gristmill call checksum-calculator --param encoding=",
		"gristmill serve --mills tokeniser,trans",
		"gristmill completion power",
	];
	const code = ["source script", ...lines.map((line) => `complete -C '${line}'; echo`)].join("\n");
	const fish = start(t, "fish", ["--no-config", "-c", code], { cwd, env });
	assert.equal(await fish.ended, 0, fish.stderr());
	const offered = fish.stdout().replaceAll(/\t.*$/gm, "").trimEnd().split("\n\n");
	assert.deepEqual(offered, [
		"word-counter",
		"face.jpg",
		"encoding=base64\nencoding=hex",
		"tokeniser,translator",
		"powershell",
	]);
});

test("zsh completes mills, their parameters and installed ones", {
	skip: unless("zsh"),
}, async (t) => {
	const { cwd, env } = await shellFor(t, "zsh", (await running).url);
	// Without a terminal there is no line to complete. The functions are called as zsh would, and what they offer is printed.
	const code = `compdef() {}; compadd() { print -r -- \${@:#(--|-S|)}; }
_values() { print -r -- \${@[4,-1]}; }
_arguments() { print -r -- \${(M)@:#[0-9]:*} \${(M)@:#\\**}; }
source ./script
words=(gristmill call checksum-calculator --param ''); CURRENT=5
_gristmill_mills; _gristmill_parameters; _gristmill_types; _gristmill_installed; _gristmill
words=(gristmill diff ''); CURRENT=3; _gristmill`;
	const zsh = start(t, "zsh", ["-f", "-c", code], { cwd, env });
	assert.equal(await zsh.ended, 0, zsh.stderr());
	const [mills = "", , values = "", types, installed = "", call = "", diff = ""] = zsh.stdout().split("\n");
	assert.match(mills, /\bword-counter\b/);
	assert.match(values, /^algorithm=sha256 .* encoding=base64$/);
	assert.equal(types, "application/json application/hal+json application/xml");
	assert.match(installed, /^classifier tokeniser normaliser translator$/);
	assert.match(call, /^2:mill:_gristmill_mills \*--data\[.*\*:file:_files$/);
	assert.match(call, /\*--param\[[^\]]*\]:value:_gristmill_parameters /);
	assert.match(diff, /^2:mill:_gristmill_mills_or_files 3:mill:_gristmill_mills_or_files /);
});

test("PowerShell completes commands, flags and mills", { skip: unless("pwsh") }, async (t) => {
	const { cwd, env } = await shellFor(t, "powershell", (await running).url);
	const lines = ["gristmill ch", "gristmill call --par", "gristmill call word", "gristmill new x --input "];
	const code = [
		"Get-Content ./script -Raw | Invoke-Expression",
		...lines.map(
			(line) =>
				`([System.Management.Automation.CommandCompletion]::CompleteInput('${line}', ${line.length}, $null).CompletionMatches.CompletionText) -join ' '`,
		),
	];
	const pwsh = start(t, "pwsh", ["-NoProfile", "-Command", code.join("\n")], { cwd, env });
	assert.equal(await pwsh.ended, 0, pwsh.stderr());
	assert.deepEqual(pwsh.stdout().trimEnd().split("\n"), [
		"check",
		"--param",
		"word-counter",
		"text image form",
	]);
});
