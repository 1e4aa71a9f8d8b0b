import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../../testing/run-command.js";
import { COMMANDS } from "../commands.js";
import { completionScript } from "./completion.js";

const script = async (shell: string) => (await completionScript(shell, COMMANDS)) ?? "";

test("the script of PowerShell quotes what would end a text early, and its brackets are closed", async () => {
	const text = await script("powershell");
	const code = text.replaceAll(/'(?:[^']|'')*'/g, "''");
	assert.doesNotMatch(code, /[‘’‚‛“”]/);
	for (const [open, close] of ["{}", "()", "[]"])
		assert.equal(code.split(open ?? "").length, code.split(close ?? "").length, `${open}${close}`);
	assert.match(text, /'--header\tHeader field to send/);
});

test("every script has every command and every flag", async () => {
	const printed = await run(["completion", "bash"]);
	assert.equal(printed.code, 0);
	assert.equal(printed.out, await script("bash"));
	for (const shell of ["bash", "zsh", "fish", "powershell"]) {
		const text = await script(shell);
		for (const word of ["describe", "completion", "param", "expect", "public-url", "language"])
			assert.ok(text.includes(word), `${shell}: ${word}`);
	}
});
