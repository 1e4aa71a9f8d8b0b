import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { REDACTED } from "../../core/http-words/redact-url.js";
import type { SettingTable } from "../../settings/setting.js";
import { testHost } from "../../testing/run-command.js";
import { readConfig } from "./config-file.js";
import { printedConfig, printedSources } from "./print-config.js";
import { readConfiguration } from "./read-settings.js";

const placeOf = (file: string) => ({ file, folder: dirname(file), cwd: process.cwd() });

test("a file gives sizes as numbers or texts, and cors as a list or as a star", () => {
	const { settings } = readConfig({ maxBuffered: "2g", maxBody: 64, cors: "*" }, placeOf("c.json"));
	assert.deepEqual(
		["maxBuffered", "maxBody", "cors"].map((key) => settings.get(key)?.value),
		[2 ** 31, 64, ["*"]],
	);
});

for (const [words, message] of [
	[["--limit", "tokeniser"], /--limit "tokeniser" is not MILL:KEY=N/],
	[["--limit", "tokeniser:dedline=1"], /Did you mean "deadline"\?/],
	[["--limit", "tokeniser:deadline=x"], /--limit tokeniser:deadline is "x", and must be a whole number/],
	[["--method", "tokeniser"], /--method "tokeniser" is not MILL:METHOD, such as tokeniser:QUERY/],
	[["--method", "tokeniser:GET"], /--method tokeniser is "GET", and must be QUERY or POST/],
	[["--print-config=yaml"], /is "yaml", and must be json or sources/],
] as const)
	test(`${words.join(" ")} is refused with what to do`, async () => {
		await assert.rejects(readConfiguration(words, testHost()), {
			name: "CommandError",
			exitCode: 2,
			message,
		});
	});

const OWN = {
	keyFile: { kind: "text", help: "A file.", path: true },
	password: { kind: "text", help: "A secret.", secret: true },
} as const satisfies SettingTable;

test("a program of a file is a path relative to that file, or a name on PATH", () => {
	const python = (named: string) =>
		readConfig({ python: named }, placeOf("etc/gristmill.config.json")).settings.get("python")?.value;
	assert.equal(python("./.venv/bin/python"), "etc/.venv/bin/python");
	assert.equal(python("python3.12"), "python3.12");
});

test("a path in a configuration file is relative to that file", () => {
	const { settings } = readConfig({ keyFile: "./a/key.pem" }, placeOf("etc/gristmill.config.json"), OWN);
	assert.equal(settings.get("keyFile")?.value, join("etc", "a", "key.pem"));
});

test("keys in a configuration file are a path relative to that file, or an address", () => {
	const jwks = (where: string) =>
		readConfig({ jwks: where }, placeOf("etc/gristmill.config.json")).settings.get("jwks")?.value;
	assert.equal(jwks("./keys.json"), join("etc", "keys.json"));
	for (const url of ["https://issuer.example/keys", "HTTP://127.0.0.1:9/keys"]) assert.equal(jwks(url), url);
});

test("a secret is never printed, and the printed placeholder is refused as a secret", async () => {
	const { settings } = readConfig({ password: "swordfish" }, placeOf("c.json"), OWN);
	const configuration = await readConfiguration([], testHost());
	for (const print of [printedConfig, printedSources]) {
		const text = print({ ...configuration, layers: [settings] }, [], OWN);
		assert.ok(text.includes(REDACTED) && !text.includes("swordfish"), text);
	}
	assert.throws(
		() => readConfig({ password: REDACTED }, placeOf("c.json"), OWN),
		/The secret of "password" is redacted/,
	);
});

test("the method of a mill is chosen in the file, and the flag wins over it beside a limit", async () => {
	const file = { mills: { tokeniser: { method: "QUERY", deadline: 9 } } };
	assert.deepEqual(readConfig(file, placeOf("c.json")).mills, file.mills);
	const words = ["--method", "tokeniser:QUERY,v2/counter:POST", "--limit", "tokeniser:deadline=5"];
	const { mills, millSources } = await readConfiguration(words, testHost());
	assert.deepEqual(mills, { tokeniser: { deadline: 5, method: "QUERY" }, "v2/counter": { method: "POST" } });
	assert.equal(millSources.get("tokeniser.method"), "--method");
	for (const method of ["GET", "query", 1])
		assert.throws(
			() => readConfig({ mills: { tokeniser: { method } } }, placeOf("c.json")),
			/mills\.tokeniser\.method is .*must be/,
		);
});
