import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { tokenLine } from "../../http/auth/token-lines.js";
import { makeCertificate } from "../../testing/certificate.js";
import { folderWith, gristmill, serving } from "../../testing/command.js";
import { ranInTurn } from "../../testing/shared-command.js";
import { unlessAll } from "../../testing/size.js";
import { authAndTls, exposureWarning, removeSecrets } from "./auth.js";
import { readSettings } from "./read-settings.js";

const newToken = () => randomBytes(32).toString("base64url");
const settingsOf = (...words: string[]) => readSettings(words, {}).settings;

test("secrets of the environment are taken out of it", () => {
	const environment = { GRISTMILL_TOKENS: "a:b, c:d,", GRISTMILL_TLS_PASSPHRASE: "x", OTHER: "y" };
	const words = ["--tls-cert", "c", "--tls-key", "k", "--hsts", "9"];
	const { auth, tls } = authAndTls(settingsOf(...words), environment);
	assert.deepEqual(auth?.tokens, ["a:b", " c:d"]);
	assert.deepEqual(tls, { cert: "c", key: "k", hsts: 9, passphrase: "x" });
	removeSecrets(environment);
	assert.deepEqual(environment, { OTHER: "y" });
});

test("nothing is demanded where nothing was said", () => {
	assert.deepEqual(authAndTls(settingsOf(), {}), {});
	assert.deepEqual(authAndTls(settingsOf("--no-auth"), {}), {});
});

for (const [words, message] of [
	[["--tls-cert", "c"], /--tls-key is missing/],
	[["--tls-key", "c"], /--tls-cert is missing/],
	[["--hsts", "9"], /with --hsts/],
	[["--no-auth", "--token-file", "f"], /or --no-auth: both/],
	[["--open", "a"], /--open alone protects nothing/],
	[["--closed-discovery"], /--closed-discovery alone protects nothing/],
	[["--api-key-header", "X-API-Key"], /--api-key-header alone protects nothing/],
	[["--jwt-issuer", "x"], /--jwt-issuer alone protects nothing/],
] as const)
	test(`${words.join(" ")} is refused with what to do`, () => {
		assert.throws(() => authAndTls(settingsOf(...words), {}), { name: "CommandError", message });
	});

const at = (address: string) => ({ address, port: 1, family: "IPv4" });
const auth = { tokens: ["x"] };
const tls = { cert: "c", key: "k" };

test("listening elsewhere than on this machine is warned about, until it is safe or meant", () => {
	for (const address of ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])
		assert.equal(exposureWarning(at(address), settingsOf(), {}), undefined, address);
	for (const address of ["0.0.0.0", "::", "192.168.1.2", "10.127.0.1"]) {
		assert.match(
			exposureWarning(at(address), settingsOf(), {}) ?? "",
			/ANYONE .*--token-file.*--no-auth/,
			address,
		);
		assert.match(
			exposureWarning(at(address), settingsOf(), { auth }) ?? "",
			/WITHOUT ENCRYPTION.*--tls-cert/,
			address,
		);
		assert.equal(exposureWarning(at(address), settingsOf(), { auth, tls }), undefined);
		assert.equal(exposureWarning(at(address), settingsOf("--no-auth"), {}), undefined);
		assert.equal(
			exposureWarning(at(address), settingsOf("--public-url", "https://x.example"), { auth }),
			undefined,
		);
	}
});

test("serve warns loudly on an open address", async (t) => {
	const open = await serving(t, ["--mills", "word-counter", "--host", "0.0.0.0"]);
	await open.printed(/Documentation: /);
	open.child.kill("SIGTERM");
	await open.ended;
	assert.match(open.stderr(), /gristmill: ANYONE WHO REACHES THIS SERVER MAY CALL IT/);
});

test("every client command can show a token, and says what to do without", { skip: unlessAll }, async (t) => {
	const [alice, bob] = [newToken(), newToken()];
	const { url, printed, stdout, stderr } = await serving(
		t,
		["--mills", "word-counter,checksum-calculator", "--closed-discovery"],
		{ env: { GRISTMILL_TOKENS: `alice:${alice},bob:${bob}:checksum-calculator` } },
	);
	await printed(/Documentation: /);
	assert.match(stdout(), /-H "Authorization: Bearer \$TOKEN"/);
	const mill = `${url}/word-counter`;
	const cwd = await folderWith(t, { "a.txt": "one two" });
	const run = (words: string[], env: NodeJS.ProcessEnv = {}) => ranInTurn(words, { cwd, env });
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
		/^gristmill: Give a token with --token or GRISTMILL_TOKEN: /,
	);
	const wrong = await run(["call", mill, "a.txt", "--token", newToken()]);
	assert.match(wrong.err, /that this server knows.*401 unauthorised/);
	const barred = await run(["call", mill, "a.txt", "--token", bob]);
	assert.match(barred.err, /Ask the operator to let these credentials use word-counter.*403 forbidden/);
	const own = await run(["call", mill, "a.txt", "--header", `authorization: Bearer ${alice}`], {
		GRISTMILL_TOKEN: bob,
	});
	assert.equal(own.code, 0, "a field of --header wins");
	const spaced = await run(["call", mill, "a.txt", "--token", "two words"]);
	assert.equal(spaced.code, 2);
	assert.match(spaced.err, /Give the token alone/);
	for (const text of [stdout(), stderr()]) for (const token of [alice, bob]) assert.ok(!text.includes(token));
});

test("a protected mill passes the check with a token, and the row about credentials with it", {
	skip: unlessAll,
}, async (t) => {
	const token = newToken();
	const { url } = await serving(t, ["--mills", "word-counter", "--closed-discovery"], {
		env: { GRISTMILL_TOKENS: token },
	});
	const { code, out, err } = await ranInTurn(["check", `${url}/word-counter`, "--all", "--rate", "200"], {
		env: { GRISTMILL_TOKEN: token },
	});
	assert.equal(code, 0, out + err);
	assert.match(out, /ok {4}E4 /);
	assert.match(out, /0 MUST failures, 0 SHOULD failures/);
});

test("a token does not follow a redirect to another origin", async (t) => {
	const seen: (string | undefined)[] = [];
	const elsewhere = createServer(({ headers }, response) => {
		seen.push(headers.authorization);
		response.setHeader("Content-Type", "application/json").end("{}");
	}).listen(0, "127.0.0.1");
	const first = createServer(({ headers }, response) => {
		seen.push(headers.authorization);
		response
			.writeHead(307, { Location: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/mill` })
			.end();
	}).listen(0, "127.0.0.1");
	for (const server of [first, elsewhere]) if (!server.listening) await once(server, "listening");
	t.after(() => [first, elsewhere].map((server) => server.close()));
	const url = `http://127.0.0.1:${(first.address() as AddressInfo).port}/mill`;
	const { code, err } = await ranInTurn(["call", url, "--data", "x"], { env: { GRISTMILL_TOKEN: "secret" } });
	assert.equal(code, 0, err);
	assert.deepEqual(seen, ["Bearer secret", undefined]);
});

test("SIGHUP reads tokens and certificate again", {
	skip: process.platform === "win32" || unlessAll,
}, async (t) => {
	const [one, two] = await Promise.all([makeCertificate("one"), makeCertificate("two")]);
	const [old, fresh] = [newToken(), newToken()];
	const cwd = await folderWith(t, { c: one.cert, k: one.key, tokens: `${tokenLine("a", old)}\n` });
	const words = ["--mills", "word-counter", "--tls-cert", "c", "--tls-key", "k", "--token-file", "tokens"];
	const server = gristmill(t, ["serve", "--port", "0", ...words], { cwd });
	const [, url = ""] = await server.printed(/(https:\/\/\S+)\/\s/);
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
