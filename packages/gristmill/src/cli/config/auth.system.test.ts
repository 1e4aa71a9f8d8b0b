import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { tokenLine } from "../../http/auth/token-lines.js";
import { makeCertificate } from "../../testing/certificate.js";
import { folderWith, GREETING, gristmill } from "../../testing/command.js";

const newToken = () => randomBytes(32).toString("base64url");

test("SIGHUP reads tokens and certificate again", {
	skip: process.platform === "win32",
}, async (t) => {
	const [one, two] = await Promise.all([makeCertificate("one"), makeCertificate("two")]);
	const [old, fresh] = [newToken(), newToken()];
	const cwd = await folderWith(t, { c: one.cert, k: one.key, tokens: `${tokenLine("a", old)}\n` });
	const words = ["--mills", "word-counter", "--tls-cert", "c", "--tls-key", "k", "--token-file", "tokens"];
	const server = gristmill(t, ["serve", "--port", "0", ...words], { cwd });
	const [, url = ""] = await server.printed(GREETING);
	const called = async (token: string, ca: string) => {
		const words = ["call", `${url}/word-counter`, "--data", "x", "--retries", "0", "--token", token];
		const command = gristmill(t, words, { cwd, env: { NODE_EXTRA_CA_CERTS: join(cwd, ca) } });
		return command.ended;
	};
	assert.equal(await called(old, "c"), 0);
	await Promise.all([writeFile(join(cwd, "c"), two.cert), writeFile(join(cwd, "k"), two.key)]);
	await writeFile(join(cwd, "tokens"), `${tokenLine("a", fresh)}\n`);
	server.child.kill("SIGHUP");
	while (!/reloaded the tokens/.test(server.stderr()) || !/loaded the new certificate/.test(server.stderr()))
		await Promise.race([new Promise((resolve) => server.child.stderr?.once("data", resolve)), server.ended]);
	assert.equal(await called(fresh, "c"), 0);
	assert.equal(await called(old, "c"), 1);
	server.child.kill("SIGTERM");
	assert.equal(await server.ended, 0);
});
