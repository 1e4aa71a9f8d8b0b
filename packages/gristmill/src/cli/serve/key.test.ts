import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { run } from "../../testing/run-command.js";

test("key new writes a key for its owner alone, and key show prints its public part", async (t) => {
	const cwd = await folderWith(t, {});
	const made = await run(["key", "new"], { cwd });
	assert.equal(made.code, 0, made.err);
	assert.match(made.out, /^Written: key\.pem\. Keep it secret\. Its public key:\n\{"kty":"OKP",.*\}\n$/);
	const file = join(cwd, "key.pem");
	assert.equal((await stat(file)).mode & 0o777, 0o600);
	const pem = await readFile(file, "utf8");
	assert.match(pem, /^-----BEGIN PRIVATE KEY-----\n/);
	assert.equal(createPrivateKey(pem).asymmetricKeyType, "ed25519");
	const { out } = await run(["key", "show", "key.pem"], { cwd });
	assert.equal(`${made.out.trim().split("\n").at(-1)}\n`, out);
	const jwk = JSON.parse(out);
	assert.ok(!("d" in jwk));
	assert.deepEqual(createPublicKey(pem).export({ format: "jwk" }).x, jwk.x);
	await writeFile(join(cwd, "public.pem"), createPublicKey(pem).export({ type: "spki", format: "pem" }));
	assert.equal((await run(["key", "show", "public.pem"], { cwd })).out, out);
});

test("key new never overwrites a file", async (t) => {
	const cwd = await folderWith(t, { "own.pem": "mine" });
	const { code, err, out } = await run(["key", "new", "own.pem"], { cwd });
	assert.deepEqual([code, out], [1, ""]);
	assert.match(err, /own\.pem exists\. Name another file/);
	assert.equal(await readFile(join(cwd, "own.pem"), "utf8"), "mine");
});

for (const [words, message] of [
	[[], /The verb is missing: gristmill key new, or gristmill key show FILE/],
	[["make"], /"make" is neither new nor show/],
	[["new", "a", "b"], /"b" is a second file/],
	[["show"], /The file of the key is missing/],
	[["show", "none.pem"], /none\.pem does not exist\. Name a readable file\./],
	[["show", "text"], /text has no key in PEM, and is no JSON Web Key\./],
	[
		["new", "no/such/key.pem"],
		/no\/such\/key\.pem is in a folder that does not exist\. Name a writable file\./,
	],
] as const)
	test(`key ${words.join(" ")} is refused with what to do`, async (t) => {
		const cwd = await folderWith(t, { text: "nonsense" });
		const { code, err, out } = await run(["key", ...words], { cwd });
		assert.deepEqual([code, out], [2, ""]);
		assert.match(err, message);
	});
