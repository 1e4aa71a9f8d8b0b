import assert from "node:assert/strict";
import { test } from "node:test";
import { SETTINGS } from "../../settings/table.js";
import { readFlags } from "../command-line/flags.js";
import { authAndTls, exposureWarning, removeSecrets } from "./auth.js";

const host = (env: NodeJS.ProcessEnv = {}) => ({ env, cwd: process.cwd() });
const settingsOf = (...words: string[]) => readFlags(SETTINGS, words).chosen;

test("secrets are read from the environment and then removed from it", () => {
	const environment = { GRISTMILL_TOKENS: "a:b, c:d,", GRISTMILL_TLS_PASSPHRASE: "x", OTHER: "y" };
	const words = ["--tls-cert", "c", "--tls-key", "k", "--hsts", "9"];
	const { auth, tls } = authAndTls(settingsOf(...words), host(environment));
	assert.deepEqual(auth?.tokens, ["a:b", " c:d"]);
	assert.deepEqual(tls, { cert: "c", key: "k", hsts: 9, passphrase: "x" });
	removeSecrets(environment);
	assert.deepEqual(environment, { OTHER: "y" });
});

test("without flags, neither credentials nor TLS are required", () => {
	assert.deepEqual(authAndTls(settingsOf(), host()), {});
	assert.deepEqual(authAndTls(settingsOf("--no-auth"), host()), {});
});

for (const [words, message] of [
	[["--tls-cert", "c"], /--tls-key is missing/],
	[["--tls-key", "c"], /--tls-cert is missing/],
	[["--hsts", "9"], /with --hsts/],
	[["--no-auth", "--token-file", "f"], /Both --no-auth and tokens or keys/],
	[["--open", "a"], /--open alone protects nothing/],
	[["--closed-discovery"], /--closed-discovery alone protects nothing/],
	[["--api-key-header", "X-API-Key"], /--api-key-header alone protects nothing/],
	[["--jwt-issuer", "x"], /--jwt-issuer alone protects nothing/],
] as const)
	test(`${words.join(" ")} is refused with what to do`, () => {
		assert.throws(() => authAndTls(settingsOf(...words), host()), { name: "CommandError", message });
	});

const at = (address: string) => ({ address, port: 1, family: "IPv4" });
const auth = { tokens: ["x"] };
const tls = { cert: "c", key: "k" };

test("serving other machines without credentials or TLS causes a warning, unless --no-auth or https is given", () => {
	for (const address of ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])
		assert.equal(exposureWarning(at(address), settingsOf()), undefined, address);
	for (const address of ["0.0.0.0", "::", "192.168.1.2", "10.127.0.1"]) {
		assert.match(
			exposureWarning(at(address), settingsOf()) ?? "",
			/ANYONE .*--token-file.*--no-auth/,
			address,
		);
		assert.match(
			exposureWarning(at(address), { ...settingsOf(), auth }) ?? "",
			/WITHOUT ENCRYPTION.*--tls-cert/,
			address,
		);
		assert.equal(exposureWarning(at(address), { ...settingsOf(), auth, tls }), undefined);
		assert.equal(exposureWarning(at(address), settingsOf("--no-auth")), undefined);
		assert.equal(
			exposureWarning(at(address), { ...settingsOf("--public-url", "https://x.example"), auth }),
			undefined,
		);
	}
});
