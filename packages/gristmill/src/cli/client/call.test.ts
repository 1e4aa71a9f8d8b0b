import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { jpegOf } from "../../testing/mills/mills.js";
import { run } from "../../testing/run-command.js";
import { servedMills } from "../../testing/served-mills.js";
import { oddServer, tableServer, typed } from "../../testing/servers/odd-server.js";
import { COMMANDS } from "../commands.js";

const served = servedMills();

test("call sends standard input and prints the result on one line", async () => {
	const { url } = served;
	const piped = await run(["call", `${url}/word-counter`], { input: "hi there" });
	assert.deepEqual([piped.code, piped.out, piped.err], [0, '{"words":2,"lines":1,"characters":8}\n', ""]);
	const dash = await run(["call", `${url}/word-counter`, "-"], { input: "x" });
	assert.match(dash.out, /"words":1/);
});

test("call sends a file with the media type of its name and the method of the mill", async (t) => {
	const { url } = served;
	const cwd = await folderWith(t, { "notes.md": "# One two\n" });
	await writeFile(join(cwd, "face.jpg"), jpegOf(3, 4));
	assert.match(
		(await run(["call", `${url}/picture-meter`, "face.jpg"], { cwd })).out,
		/^{"width":3,"height":4}/,
	);
	assert.match((await run(["call", `${url}/word-counter`, "notes.md"], { cwd })).out, /"words":2/);
	assert.match((await run(["call", `${url}/get-counter`, "notes.md"], { cwd })).out, /"total":6/);
	assert.match((await run(["call", `${url}/query-echoer`, "--data", "é"])).out, /"length":1/);
});

test("call gives parameters to the address and asks for another media type", async () => {
	const { url } = served;
	const mill = `${url}/checksum-calculator/{algorithm}`;
	const words = ["--data", "abc", "--param", "algorithm=sha256", "--param=encoding=base64"];
	assert.match((await run(["call", mill, ...words])).out, /ungWv48Bz\+pBQUDeXa4iI7ADYaOWF3qctBD/);
	const xml = await run(["call", `${url}/word-counter`, "--data", "a", "--accept", "application/xml"]);
	assert.match(xml.out, /<words>1<\/words>/);
	const validated = await run(["call", `${url}/word-counter`, "--data", "a", "--validate", "--json"]);
	assert.deepEqual(JSON.parse(validated.out), { words: 1, lines: 1, characters: 1 });
});

test("a failure is printed once: as a sentence, or as JSON with the problem and the digest of the input", async () => {
	const { url } = served;
	const words = ["call", `${url}/word-counter`, "--data", "abc", "--param", "a=1"];
	const told = await run(words);
	assert.equal(told.code, 1);
	assert.equal(told.out, "");
	assert.match(told.err, /^gristmill: Unknown parameter "a"\. \(400 bad-parameter, POST .*\)\n$/);
	const { code, out, err } = await run([...words, "--json"]);
	assert.equal(code, 1);
	assert.equal(err, "");
	const { error } = JSON.parse(out);
	assert.equal(error.kind, "problem");
	assert.equal(error.problem.code, "bad-parameter");
	assert.equal(error.inputDigest, "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("--expect replays a failure with the same input, and fails if it does not occur again", async (t) => {
	const { url } = served;
	const cwd = await folderWith(t, {});
	const words = ["call", `${url}/word-counter`, "--data", "abc"];
	const { out } = await run([...words, "--param", "a=1", "--json"]);
	await writeFile(join(cwd, "failure.json"), out);
	await writeFile(join(cwd, "problem.json"), JSON.stringify(JSON.parse(out).error.problem));
	for (const file of ["failure.json", "problem.json"]) {
		const again = await run([...words, "--param", "a=1", "--expect", file], { cwd });
		assert.equal(again.code, 0, again.err);
		assert.match(again.out, /^reproduced: Unknown parameter/);
		const asJson = await run([...words, "--param", "a=1", "--expect", file, "--json"], { cwd });
		assert.equal(JSON.parse(asJson.out).reproduced.kind, "problem");
		const mendedAsJson = await run([...words, "--expect", file, "--json"], { cwd });
		assert.equal(JSON.parse(mendedAsJson.out).error.kind, "expectation");
		assert.equal(mendedAsJson.code, 4);
		const mended = await run([...words, "--expect", file], { cwd });
		assert.equal(mended.code, 4);
		assert.match(mended.err, /The call succeeded\. A failure as in .* was expected\./);
		const other = await run([...words, "--type", "image/png", "--expect", file], { cwd });
		assert.equal(other.code, 4);
		assert.match(other.err, /expected 400 bad-parameter, got 415 unsupported-media-type/);
	}
	const another = ["call", `${url}/word-counter`, "--data", "xyz", "--expect", "failure.json"];
	const refused = await run(another, { cwd });
	assert.equal(refused.code, 2);
	assert.match(refused.err, /Give the input of the saved failure, which has sha256:ba7816bf/);
});

test("--expect compares the result and shows where it differs", async (t) => {
	const { url } = served;
	const cwd = await folderWith(t, {
		"list.json": "[]",
		"same.json": '{ "characters": 3, "lines": 1, "words": 2 }',
		"other.json": '{ "characters": 3, "lines": 1, "sentences": 1, "words": 7 }',
		"same.xml":
			'<?xml version="1.0" encoding="UTF-8"?>\n<word-counter><words>2</words><lines>1</lines><characters>3</characters></word-counter>',
	});
	const words = ["call", `${url}/word-counter`, "--data", "a b"];
	assert.equal((await run([...words, "--expect", "same.json"], { cwd })).code, 0);
	const { code, err, out } = await run([...words, "--expect", "other.json"], { cwd });
	assert.equal(code, 4);
	assert.equal(out, "");
	assert.match(err, /\/words: expected 7, got 2/);
	assert.match(err, /\/sentences: expected 1, got nothing/);
	const list = await run([...words, "--expect", "list.json"], { cwd });
	assert.match(list.err, /the result: expected \[\], got \{/);
	const xml = ["--accept", "application/xml", "--expect", "same.xml"];
	const same = await run([...words, ...xml], { cwd });
	assert.equal(same.code, 0, same.err);
	assert.equal((await run([...words, "--expect", "same.xml"], { cwd })).code, 4);
});

test("--expect takes every file that the command itself wrote", async (t) => {
	const { url } = await tableServer({
		"POST /xml": () => typed("application/xml", "<a>1</a>"),
		"POST /text": () => typed("text/plain", "42"),
		"POST /bytes": () => typed("image/png", "abc"),
	});
	const cwd = await folderWith(t, { "longer.png": "abc\n" });
	for (const name of ["xml", "text", "bytes"]) {
		const words = ["call", `${url}/${name}`, "--data", "x", "--accept", "*/*"];
		const written = await run([...words, "--output", name], { cwd });
		assert.equal(written.code, 0, written.err);
		const again = await run([...words, "--expect", name], { cwd });
		assert.equal(again.code, 0, again.err);
	}
	const bytes = ["call", `${url}/bytes`, "--data", "x", "--accept", "*/*", "--expect", "longer.png"];
	assert.equal((await run(bytes, { cwd })).code, 4);
});

test("list, schema and describe print for people, and JSON on request", async () => {
	const { url } = served;
	const list = await run(["list", url]);
	assert.match(
		list.out,
		/^word-counter: Counts the words.*\n {2}POST {2}http.*\/word-counter {2}text\/plain\n/,
	);
	assert.equal(JSON.parse((await run(["list", url, "--json"])).out).length, 6);
	const schema = await run(["schema", `${url}/word-counter`]);
	assert.equal(JSON.parse(schema.out).title, "word-counter");
	const brief = await run(["schema", `${url}/word-counter`, "--json"]);
	assert.deepEqual(JSON.parse(brief.out), JSON.parse(schema.out));
	assert.equal(brief.out.trim().split("\n").length, 1);
	assert.match((await run(["describe", `${url}/word-counter`])).out, /^# word-counter\n/);
	const found = JSON.parse((await run(["describe", `${url}/word-counter`, "--json"])).out);
	assert.equal(found.via, "negotiation");
});

test("exit codes: 3 if no server answers, 1 if there is no mill, 4 if the answer breaks its schema", async () => {
	const { url } = await tableServer({
		"POST /liar": () => typed("application/json", { n: "1" }),
		"GET /liar/$schema": () =>
			typed("application/json", { type: "object", properties: { n: { type: "integer" } } }),
	});
	const hanging = await oddServer(() => {});
	const rows = [
		[["call", "http://127.0.0.1:9/x", "--data", "x", "--retries", "0"], 3, /Check the URL/],
		[["call", `${hanging.url}/x`, "--data", "x", "--deadline", "100"], 3, /Use a longer --deadline/],
		[["list", url], 1, /no \$list, no links and no API catalogue/],
		[["schema", `${url}/x`], 1, / offers no schema, .* Ask its operator\./],
		[["call", `${url}/x`, "--data", "x"], 1, /See `\$list`.*404/],
		[
			["call", `${url}/liar`, "--data", "x", "--validate"],
			4,
			/does not match the mill's schema: \/n must be a whole number/,
		],
	] as const;
	const all = await Promise.all(rows.map(([words]) => run(words)));
	for (const [i, [, code, message]] of rows.entries()) {
		const { code: actual, err } = all[i] ?? assert.fail();
		assert.equal(actual, code, err);
		assert.match(err, message);
		assert.equal(err.trim().split("\n").length, 1);
	}
	const { out } = await run(["schema", `${url}/x`, "--json"]);
	assert.ok(JSON.parse(out).error.tried.length > 3);
});

for (const [words, message] of [
	[["call"], /The mill is missing\. Give its URL, its file or its name/],
	[["call", "http://127.0.0.1:1/", "a", "b"], /"b" is a second file\. Give only one\./],
	[
		["call", "http://127.0.0.1:1/", "a", "--data", "b"],
		/Both --data and the file "a" were given\. Leave out one of them\./,
	],
	[
		["call", "http://127.0.0.1:1/", "/no/such/file"],
		/\/no\/such\/file does not exist\. Name a readable file/,
	],
	[
		["call", "http://127.0.0.1:1/", "--data", "x", "--param", "scheme"],
		/--param "scheme" is not NAME=VALUE\./,
	],
	[["call", "http://127.0.0.1:1/", "--data", "x", "--expect", "/no/such"], /--expect a readable file/],
	[["call", "http://127.0.0.1:1/{id}", "--data", "x"], /The parameter "id" is missing/],
	[["call", "127.0.0.1:8080", "--data", "x"], /Did you mean http:\/\/127\.0\.0\.1:8080\?/],
	[["call", "http://127.0.0.1:1/", "--parm", "x=y"], /Did you mean --param\?/],
	[["list", "http://a/", "http://b/"], /"http:\/\/b\/" is a second URL\. Give only one\./],
	[["list", "ftp://a/"], /"ftp:\/\/a\/" is not a URL with http:\/\/ or https:\/\/\./],
	[["schema"], /The mill is missing\. Give its URL, its file or its name: gristmill schema/],
	[["describe", "http://a/", "--header", "Bad Name: x"], /'Name: value'/],
	[["describe", "http://a/", "--deadline", "0"], /--deadline is 0\. Give 1 or more\./],
	[["completion", "tcsh"], /"tcsh" is not one of the shells bash, zsh, fish, powershell\./],
] as const)
	test(`gristmill ${words.join(" ")} ends with code 2 and one sentence`, async () => {
		const { code, out, err } = await run(words);
		assert.deepEqual([code, out], [2, ""], err);
		assert.match(err, message);
		assert.equal(err.trim().split("\n").length, 1);
	});

test("fields of --header are sent", async () => {
	const { url, requests } = await tableServer({ "POST /x": () => typed("application/json", {}) });
	await run(["call", `${url}/x`, "--data", "", "--header", "Authorization: Bearer a:b"]);
	assert.equal(requests[0]?.headers.authorization, "Bearer a:b");
});

test("text of a server cannot control the terminal", async () => {
	const { url } = await tableServer({
		"GET /$list": () => typed("application/json", [{ name: "x\u001b[31m", summary: "\u009b2J" }]),
		"POST /x": () => typed("application/problem+json", { title: "T", detail: "\u001b]0;owned\u0007" }, 400),
	});
	const list = await run(["list", url]);
	const call = await run(["call", `${url}/x`, "--data", ""]);
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
	for (const text of [list.out, call.err]) assert.doesNotMatch(text, /[\u001b\u009b\u0007]/);
});

test("every command has a help with examples, and its exit codes", async () => {
	for (const [name, entry] of Object.entries(COMMANDS)) {
		const help = (await entry.load()).help();
		assert.match(help, new RegExp(`^gristmill ${name} [\\s\\S]*\\nExamples\\n`));
		assert.match(help, /\nExit codes: 0/);
	}
	const [all, long, asked] = await Promise.all([
		run(["help"]),
		run(["call", "--help"]),
		run(["help", "call"]),
	]);
	for (const name of Object.keys(COMMANDS)) assert.match(all.out, new RegExp(`\\n {2}gristmill ${name} `));
	assert.equal(long.code, 0);
	assert.equal(long.out, asked.out);
});

test("an answer of bytes is printed as it is, and as base64 with --json", async () => {
	const { url } = await tableServer({ "POST /x": () => typed("image/png", "png") });
	assert.equal((await run(["call", `${url}/x`, "--data", ""])).out, "png");
	const { out } = await run(["call", `${url}/x`, "--data", "", "--json"]);
	assert.deepEqual(JSON.parse(out), { base64: "cG5n", mediaType: "image/png" });
});
