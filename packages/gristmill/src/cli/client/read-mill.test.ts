import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionError } from "../../client/index.js";
import { run } from "../../testing/run-command.js";
import { tableServer, typed } from "../../testing/servers/odd-server.js";
import { notHere } from "./read-mill.js";

test("a mill that the named server lacks, and that is installed, is found with --here", async () => {
	const { url } = await tableServer({
		"GET /$list": () => typed("application/json", [{ name: "sum", href: "/sum" }]),
	});
	const { code, err } = await run(["call", "word-counter", "--data", "x"], { env: { GRISTMILL_URL: url } });
	assert.equal(code, 1);
	assert.match(err, / has no mill "word-counter"\. .* It is installed here: add --here\.\n$/);
});

test("where no server answers, a mistyped name is told the installed mill that resembles it", async () => {
	const away = () => new ConnectionError("Nothing answers.", { url: "http://127.0.0.1:8080/" });
	await assert.rejects(notHere(away(), "word-conter"), {
		message: 'No mill "word-conter" is installed here. Did you mean "word-counter"? Nothing answers.',
	});
	await assert.rejects(notHere(away(), "kettle"), {
		message: 'No mill "kettle" is installed here. Nothing answers.',
	});
});
