import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_TERMINAL, onTerminal } from "../testing/pseudo-terminal.js";
import { start } from "../testing/server.js";

test("a real terminal gets colours in results and in messages", { skip: NO_TERMINAL }, async (t) => {
	const { url } = await start();
	const call = onTerminal(t, ["call", `${url}/word-counter`, "--data", "a b"]);
	assert.equal(await call.ended, 0);
	assert.ok(call.stdout().includes('\u001b[36m"words"\u001b[0m: \u001b[33m2\u001b[0m'), call.stdout());
	const wrong = onTerminal(t, ["call", "http://127.0.0.1:1/", "--parm", "x=y"]);
	assert.equal(await wrong.ended, 2);
	assert.ok(wrong.stdout().startsWith("\u001b[1;31mgristmill:\u001b[0m Unknown flag"));
});
