import assert from "node:assert/strict";
import { test } from "node:test";
import { folderWith, gristmill, QUICK_MILLS } from "../../testing/command.js";
import { run as runCommand } from "../../testing/run-command.js";

for (const [words, message] of [
	[["--workers", "1000000000"], '--workers is "1000000000", and must be a whole number from 1 to 1024.'],
	[["--host", ""], "--host is empty. Give it an address, or leave it out."],
	[["--base", "/a b"], 'The base "/a b" is not a plain path such as /v1.'],
	[["--rate", "often"], /^The rate ".*" is not a number of calls per time/],
	[["--mills", "tokenisr"], /^No mill "tokenisr" is installed\. Did you mean "tokeniser"\?$/],
	[["--limit", "classifier:deadline=5"], /^The settings name the mill "classifier", which is not served/],
	[["--port", "8080", "--metrics-port", "8080"], /^Mills and metrics have the same port, 8080/],
	[["--metrics-port", "1", "--hide", "metrics"], /^There is a metrics port, and metrics are hidden/],
	[["--tls-cert", "no.pem", "--tls-key", "no.pem"], /^The file of --tls-cert, .*no\.pem/],
	[["--token-file", "no.json"], /^The token file .*no\.json/],
	[["--jwks", "no.json", "--jwt-issuer", "a", "--jwt-audience", "b"], /^The key file .* does not exist/],
	[["no.ts"], /^.*no\.ts does not exist\. Name a mill file.$/],
	[["--otlp", "ftp://me:hunter2@host"], /OTLP endpoint .*"ftp:\/\/\[redacted\]@host" is not /],
	[["--public-url", "https://me:hunter2@host"], /^The public URL has a user name and a password/],
] as const)
	test(`--print-config and serve refuse ${words.join(" ")} with the same message and code`, async (t) => {
		const cwd = await folderWith(t, {});
		const run = (more: readonly string[]) =>
			runCommand(["serve", "--port", "0", ...words, ...more], { cwd, env: QUICK_MILLS });
		const [served, printed] = await Promise.all([run([]), run(["--print-config"])]);
		assert.deepEqual(printed, served);
		assert.equal(printed.code, 2);
		const said = printed.err.replace(/^gristmill: /, "").trimEnd();
		if (typeof message === "string") assert.equal(said, message);
		else assert.match(said, message);
		assert.doesNotMatch(printed.err, /hunter2/);
	});

test("--print-config redacts passwords in URLs, and a file with a redacted password is refused", async (t) => {
	const cwd = await folderWith(t, {});
	const words = ["serve", "--otlp", "http://me:hunter2@127.0.0.1:4318/?key=hunter2"];
	for (const flag of ["--print-config", "--print-config=sources"]) {
		const { code, out, err } = await runCommand([...words, flag], { cwd, env: QUICK_MILLS });
		assert.equal(code, 0, err);
		assert.match(out, /"http:\/\/\[redacted\]@127\.0\.0\.1:4318\/\?\[redacted\]"/);
		assert.doesNotMatch(out, /hunter2/);
	}
	const again = await folderWith(t, {
		"gristmill.config.json": '{"otlp": "http://[redacted]@127.0.0.1:4318/"}',
	});
	const { code, err } = await runCommand(["serve", "--print-config"], { cwd: again });
	assert.equal(code, 2);
	assert.match(err, /The secret of "otlp" is redacted\. Write the secret itself\./);
});

test("--print-config writes nothing but the settings to standard output, whatever a mill file prints", async (t) => {
	const mill = `console.log("hello"); setInterval(() => {}, 1000);
import { defineMill, text, Type } from "gristmill";
export default defineMill({ name: "letter-counter", version: "1.0.0", summary: "Counts.",
	input: { "text/plain": text() }, output: Type.Object({ count: Type.Integer() }),
	run: (input) => ({ count: input.length }) });`;
	const cwd = await folderWith(t, { "m.ts": mill });
	const command = gristmill(t, ["serve", "--print-config", "m.ts"], { cwd });
	assert.equal(await command.ended, 0, command.stderr());
	assert.deepEqual(JSON.parse(command.stdout()).files, ["m.ts"]);
});
