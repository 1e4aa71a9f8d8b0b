import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../../testing/run-command.js";
import { tableServer, typed } from "../../testing/servers/odd-server.js";

test("a mill that the named server lacks, and that is installed, is found with --here", async () => {
	const { url } = await tableServer({
		"GET /$list": () => typed("application/json", [{ name: "sum", href: "/sum" }]),
	});
	const { code, err } = await run(["call", "word-counter", "--data", "x"], { env: { GRISTMILL_URL: url } });
	assert.equal(code, 1);
	assert.match(err, / has no mill "word-counter"\. .* It is installed here: add --here\.\n$/);
});
