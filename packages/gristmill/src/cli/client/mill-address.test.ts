import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "../../client/index.js";
import { folderWith } from "../../testing/command.js";
import { run as runCommand, testHost } from "../../testing/run-command.js";
import { servedMills } from "../../testing/served-mills.js";
import { tableServer, typed } from "../../testing/servers/odd-server.js";
import { addressOf, isMillName, namedServer } from "./mill-address.js";
import { readMill } from "./read-mill.js";

const served = servedMills();

const run = (words: readonly string[], GRISTMILL_URL: string, cwd?: string) =>
	runCommand(words, { env: { GRISTMILL_URL }, input: "", ...(cwd && { cwd }) });

/** Resolves a name on a server. */
function resolved(name: string, server: string): Promise<string> {
	const client = createClient([], { retry: false, headers: { Authorization: "Bearer secret" } });
	return addressOf(client, namedServer({ GRISTMILL_URL: server }), name);
}

test("the server of names is GRISTMILL_URL, else the address that serve has by default", () => {
	assert.equal(namedServer({}).href, "http://127.0.0.1:8080/");
	assert.equal(namedServer({ GRISTMILL_URL: " " }).href, "http://127.0.0.1:8080/");
	assert.equal(namedServer({ GRISTMILL_URL: "https://a/v1?x#y" }).href, "https://a/v1/");
	assert.throws(
		() => namedServer({ GRISTMILL_URL: "localhost:9000" }),
		/GRISTMILL_URL is "localhost:9000", which is not a URL with http:\/\/ or https:\/\/\. Did you mean http:\/\/localhost:9000\?/,
	);
});

test("a host, a path and a file name are not names of mills", () => {
	for (const word of ["tokeniser", "word-counter", "word_counter", "search-engine-v2"])
		assert.ok(isMillName(word), word);
	for (const word of ["", "a.ts", "a/b", "./a", "localhost:8080", "-x", "v1=a", "x".repeat(65), "ü"])
		assert.ok(!isMillName(word), word);
});

for (const [word, hint] of [
	["127.0.0.1:8080/x", "http://127.0.0.1:8080/x"],
	["localhost:8080", "http://localhost:8080"],
	["[::1]:8080/x", "http://[::1]:8080/x"],
	["mills.example/x", "http://mills.example/x"],
	["v2/tokeniser", "http://127.0.0.1:8080/v2/tokeniser"],
	["notes.txt", undefined],
	["a mill", undefined],
	["ftp://x/y", undefined],
] as const)
	test(`"${word}" is neither a URL, a file nor a name${hint ? `, and ${hint} is` : ""}`, () => {
		assert.throws(() => readMill(word, {}, testHost()), {
			name: "CommandError",
			exitCode: 2,
			message: `"${word}" is no mill. Give a URL with http:// or https://, a mill file, or a name.${hint ? ` Did you mean ${hint}?` : ""}`,
		});
	});

test("a name becomes the URL of the list, with the braces of its path", async () => {
	const { url } = served;
	assert.equal(await resolved("word-counter", url), `${url}/word-counter`);
	assert.equal(await resolved("checksum-calculator", url), `${url}/checksum-calculator/{algorithm}`);
});

test("a list that names other hosts does not lead a token there, and a mill of a server without a list is called directly", async () => {
	const { url } = await tableServer({
		"GET /$list": () =>
			typed("application/json", [
				{ name: "far", href: "https://elsewhere.example/v1/far" },
				{ name: "sum", href: "https://elsewhere.example/v1/sum/{kind}" },
			]),
		"GET /guarded/$list": () => typed("application/problem+json", { status: 401, title: "No" }, 401),
	});
	assert.equal(await resolved("far", url), `${url}/far`);
	assert.equal(await resolved("sum", url), `${url}/sum/{kind}`);
	assert.equal(await resolved("x", `${url}/none`), `${url}/none/x`);
	assert.equal(await resolved("x", `${url}/guarded/`), `${url}/guarded/x`);
});

test("an unknown name is refused with the known names and a suggestion", async () => {
	const { url } = served;
	await assert.rejects(resolved("word-conter", url), {
		name: "DiscoveryError",
		message: /^http:\S+ has no mill "word-conter"\. Did you mean "word-counter"\? It has .*word-counter.*\.$/,
	});
	await assert.rejects(
		resolved("tokeniser", url),
		/ has no mill "tokeniser"\. It has word-counter, checksum-calculator, query-echoer, get-counter, picture-meter, crasher\./,
	);
	const { url: many } = await tableServer({
		"GET /$list": () =>
			typed(
				"application/json",
				[...Array(12).keys()].map((i) => `mill-${i}x`),
			),
		"GET /empty/$list": () => typed("application/json", []),
	});
	await assert.rejects(resolved("zzz", many), /has no mill "zzz"\. .*mill-9x and 2 more\.$/);
	await assert.rejects(resolved("zzz", `${many}/empty`), /^DiscoveryError: \S+ has no mills\.$/);
});

test("each command takes a name", async (t) => {
	const { url } = served;
	const cwd = await folderWith(t, { lines: "one\ntwo words\n" });
	const [call, sum, map, schema, describe, list, diff] = await Promise.all([
		run(["call", "word-counter", "--data", "a b"], url),
		run(["call", "checksum-calculator", "--data", "abc", "--param", "algorithm=sha256"], url),
		run(["map", "word-counter", "--lines", "lines", "--quiet"], url, cwd),
		run(["schema", "word-counter", "--json"], url),
		run(["describe", "word-counter"], url),
		run(["list", "--names"], url),
		run(["diff", "word-counter", `${url}/word-counter`, "--lines", "lines"], url, cwd),
	]);
	assert.equal(call.out, '{"words":2,"lines":1,"characters":3}\n');
	assert.match(sum.out, /^{"checksum":"ba7816bf/);
	assert.match(map.out, /^{"line":1,"output":{"words":1,.*\n{"line":2,"output":{"words":2,.*\n$/);
	assert.equal(JSON.parse(schema.out).title, "word-counter");
	assert.match(describe.out, /^# word-counter\n/);
	assert.match(list.out, /^(?:[a-z-]+\n)*word-counter\n/);
	assert.match(diff.out, /^Equal: both have the digest /);
	const check = await run(["check", "word-counter", "--only", "M1"], url);
	assert.equal(check.code, 0, check.err);
	assert.equal((await run(["check", "word-conter"], url)).code, 2);
});

test("a wrong name, a missing server and a wrong variable each give one sentence", async () => {
	const { url } = served;
	const nowhere = "http://127.0.0.1:1";
	const quickly = ["--retries", "0"];
	const [wrong, json, call, list, check, map, bad] = await Promise.all([
		run(["call", "word-conter", "--data", "x"], url),
		run(["call", "word-conter", "--data", "x", "--json"], url),
		run(["call", "word-counter", "--data", "x", ...quickly], nowhere),
		run(["list", ...quickly], nowhere),
		run(["check", "word-counter"], nowhere),
		run(["map", "word-counter", "--lines", "-", ...quickly], nowhere),
		run(["call", "word-counter", "--data", "x"], "localhost:1"),
	]);
	assert.equal(wrong.code, 1);
	assert.match(wrong.err, /^gristmill: .* has no mill .*Did you mean "word-counter"\? It has .*\.\n$/);
	assert.equal(JSON.parse(json.out).error.kind, "discovery");
	for (const { code, err } of [call, list, check, map])
		assert.deepEqual(
			[code, err],
			[
				3,
				"gristmill: Nothing answers at http://127.0.0.1:1/. Start the server, or set GRISTMILL_URL to the URL of another one.\n",
			],
		);
	assert.deepEqual([bad.code, bad.out], [2, ""]);
	assert.match(
		bad.err,
		/GRISTMILL_URL is "localhost:1", which is not a URL with http:\/\/ or https:\/\/\. Did you mean http:\/\/localhost:1\?/,
	);
});

test("list --installed prints the names of what serve serves without files", async () => {
	const { code, out } = await run(["list", "--installed"], "http://127.0.0.1:1");
	assert.equal(code, 0);
	assert.match(out, /^classifier\ntokeniser\nnormaliser\ntranslator\n$/);
	const both = await run(["list", "http://x", "--installed"], "");
	assert.match(both.err, /Both --installed and .* were given/);
	assert.match((await run(["list", "localhost:8080"], "")).err, /Did you mean http:\/\/localhost:8080\?/);
});

test("schema --parameters prints words for --param that are safe in a shell", async () => {
	const { url } = served;
	const { out } = await run(["schema", "checksum-calculator", "--parameters"], url);
	assert.equal(out, "algorithm=sha256\nalgorithm=sha384\nalgorithm=sha512\nencoding=hex\nencoding=base64\n");
	const properties = {
		limit: { type: "integer" },
		fold: { type: "boolean" },
		mode: { anyOf: [{ const: "a" }, { const: "$(b)" }] },
		"`x`": {},
	};
	const odd = await tableServer({
		"GET /odd/$schema": () => typed("application/json", { $defs: { parameters: { properties } } }),
		"GET /bare/$schema": () => typed("application/json", {}),
	});
	const words = await run(["schema", `${odd.url}/odd`, "--parameters"], "");
	assert.equal(words.out, "limit=\nfold=true\nfold=false\nmode=a\n");
	assert.equal((await run(["schema", `${odd.url}/bare`, "--parameters", "--json"], "")).out, "[]\n");
});
