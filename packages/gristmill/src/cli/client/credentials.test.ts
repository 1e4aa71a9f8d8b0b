import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { run as runCommand } from "../../testing/run-command.js";
import { start } from "../../testing/server.js";
import { oddServer } from "../../testing/servers/odd-server.js";

const newToken = () => randomBytes(32).toString("base64url");

test("every client command sends a token, and without one says what to do", async (t) => {
	const [alice, bob] = [newToken(), newToken()];
	const tokens = [`alice:${alice}`, `bob:${bob}:checksum-calculator`];
	const { url, log } = await start({ auth: { tokens, closedDiscovery: true } });
	const mill = `${url}/word-counter`;
	const cwd = await folderWith(t, { "a.txt": "one two" });
	const run = (words: string[], env: NodeJS.ProcessEnv = {}) => runCommand(words, { cwd, env });
	for (const words of [
		["list", url],
		["schema", mill],
		["describe", mill],
		["call", mill, "a.txt"],
		["map", mill, "a.txt", "--quiet"],
	]) {
		const known = await run(words, { GRISTMILL_TOKEN: alice });
		assert.equal(known.code, 0, `${words.join(" ")}: ${known.err}`);
		assert.equal((await run([...words, "--token", alice])).code, 0, words.join(" "));
		const unknown = await run(words);
		assert.equal(unknown.code, 1, words.join(" "));
		assert.match(unknown.err + unknown.out, /401/, words.join(" "));
	}
	assert.match(
		(await run(["call", mill, "a.txt"])).err,
		/ Give a token with --token or GRISTMILL_TOKEN\.\n$/,
	);
	const wrong = await run(["call", mill, "a.txt", "--token", newToken()]);
	assert.match(wrong.err, /token is unknown.*401 unauthorised/);
	const barred = await run(["call", mill, "a.txt", "--token", bob]);
	assert.match(barred.err, /These credentials may not use word-counter.*403 forbidden/);
	const own = await run(["call", mill, "a.txt", "--header", `authorization: Bearer ${alice}`], {
		GRISTMILL_TOKEN: bob,
	});
	assert.equal(own.code, 0, "a field of --header wins");
	const spaced = await run(["call", mill, "a.txt", "--token", "two words"]);
	assert.equal(spaced.code, 2);
	assert.match(
		spaced.err,
		/The token has characters that Authorization: Bearer cannot carry\. Give it alone, in printable ASCII without spaces\./,
	);
	for (const token of [alice, bob]) assert.ok(!JSON.stringify(log).includes(token));
});

test("a protected mill passes the check with a token, and the row about credentials with it", async () => {
	const token = newToken();
	const { url } = await start({ auth: { tokens: [token], closedDiscovery: true } });
	const { code, out, err } = await runCommand(
		["check", `${url}/word-counter`, "--all", "--rate", "200", "--budget", "3600"],
		{
			env: { GRISTMILL_TOKEN: token },
		},
	);
	assert.equal(code, 0, out + err);
	assert.match(out, /ok {4}E4 /);
	assert.match(out, /0 MUST failures, 0 SHOULD failures/);
});

test("a token does not follow a redirect to another origin", async () => {
	const elsewhere = await oddServer((_, response) => {
		response.setHeader("Content-Type", "application/json").end("{}");
	});
	const first = await oddServer((_, response) => {
		response.writeHead(307, { Location: `${elsewhere.url}/mill` }).end();
	});
	const { code, err } = await runCommand(["call", `${first.url}/mill`, "--data", "x"], {
		env: { GRISTMILL_TOKEN: "secret" },
	});
	assert.equal(code, 0, err);
	const seen = [...first.requests, ...elsewhere.requests].map(({ headers }) => headers.authorization);
	assert.deepEqual(seen, ["Bearer secret", undefined]);
});
