import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, post, ROOT, serving } from "../../testing/command.js";
import { run as runCommand, testHost } from "../../testing/run-command.js";
import { readConfigFile } from "./config-file.js";

type Files = Readonly<Record<string, string>>;

/** What `gristmill serve WORDS --print-config` prints in a folder of these files. */
async function printed(
	t: Parameters<typeof folderWith>[0],
	files: Files,
	words: readonly string[] = [],
	env: NodeJS.ProcessEnv = {},
) {
	const cwd = await folderWith(t, files);
	const {
		code,
		out: stdout,
		err: stderr,
	} = await runCommand(["serve", "--print-config", ...words], { cwd, env });
	const json = () => JSON.parse(stdout) as Record<string, unknown>;
	return { code, stdout, stderr, json, cwd };
}

const MILL = `import { defineMill, text, Type } from "gristmill";
export default defineMill({ name: "letter-counter", version: "1.0.0", summary: "Counts.",
	input: { "text/plain": text() }, output: Type.Object({ version: Type.String() }),
	run: () => ({ version: "1.0.0" }) });`;

test("a flag wins over a variable, a variable over the file, and the file over the default", async (t) => {
	const files = { "gristmill.config.json": '{"port": 1, "host": "::1", "title": "Ours", "maxBody": "2k"}' };
	const { json } = await printed(t, files, ["--port", "3"], { GRISTMILL_PORT: "2", GRISTMILL_HOST: "::2" });
	const { port, host, title, maxBody, drain } = json();
	assert.deepEqual([port, host, title, maxBody, drain], [3, "::2", "Ours", 2048, 8_000]);
});

test("a printed configuration, used as the configuration file, prints the same again", async (t) => {
	const words = ["--mills", "tokeniser", "--limit", "tokeniser:deadline=500", "--cors", "https://a.example"];
	const first = await printed(t, { "m.ts": MILL }, [
		...words,
		"--rate",
		"100/s",
		"--trust-proxy",
		"::1,10.0.0.0/8",
		"m.ts",
	]);
	assert.equal(first.code, 0, first.stderr);
	const second = await printed(t, { "gristmill.config.json": first.stdout, "m.ts": MILL });
	assert.equal(second.stderr, "");
	assert.equal(second.stdout, first.stdout);
});

test("a configuration in JavaScript or TypeScript may import defineConfig and compute", async (t) => {
	const text =
		'import { defineConfig } from "gristmill";\nexport default defineConfig({ port: 4000 + 2 });\n';
	for (const name of ["gristmill.config.js", "gristmill.config.ts"])
		assert.equal((await printed(t, { [name]: text })).json().port, 4002);
});

test("--config and GRISTMILL_CONFIG name another file, and the flag wins", async (t) => {
	const files = { "a.json": '{"port": 1}', "b.json": '{"port": 2}', "gristmill.config.json": '{"port": 3}' };
	assert.equal((await printed(t, files, [], { GRISTMILL_CONFIG: "a.json" })).json().port, 1);
	assert.equal(
		(await printed(t, files, ["--config", "b.json"], { GRISTMILL_CONFIG: "a.json" })).json().port,
		2,
	);
});

test("mill files in the configuration are relative to it, and files on the command line replace them", async (t) => {
	const file = { "c.json": '{"files": ["./mine.ts"]}', "mine.ts": MILL, "other.ts": MILL };
	assert.deepEqual((await printed(t, file, ["--config", "c.json"])).json().files, ["mine.ts"]);
	assert.deepEqual((await printed(t, file, ["--config", "c.json", "other.ts"])).json().files, ["other.ts"]);
	const { cwd } = await printed(t, file);
	const words = ["serve", "--print-config", "--config", `${cwd}/c.json`];
	const [found] = JSON.parse((await runCommand(words, { cwd: ROOT })).out).files;
	assert.match(found, /\.\.\/.*\/mine\.ts$/);
});

test("limits of the command line win over those of the file key by key", async (t) => {
	const file = '{"mills": {"tokeniser": {"deadline": 1, "concurrency": 2}, "classifier": false}}';
	const { json } = await printed(t, { "gristmill.config.json": file }, ["--limit", "tokeniser:deadline=9"]);
	assert.deepEqual(json().mills, { tokeniser: { deadline: 9, concurrency: 2 }, classifier: false });
});

test("--print-config=sources says where each value came from", async (t) => {
	const files = { "gristmill.config.json": '{"title": "Ours", "mills": {"tokeniser": {"deadline": 1}}}' };
	const { stdout } = await printed(t, files, ["--print-config=sources", "--base", "/v1"], {
		GRISTMILL_HOST: "::1",
	});
	for (const row of [
		/^base +"\/v1" +--base$/m,
		/^host +"::1" +GRISTMILL_HOST$/m,
		/^title +"Ours" +gristmill\.config\.json$/m,
		/^port +8080 +default$/m,
		/^mills\.tokeniser\.deadline +1 +gristmill\.config\.json$/m,
	])
		assert.match(stdout, row);
});

test("an unknown environment variable causes a warning with a suggestion", async (t) => {
	const { code, stderr } = await printed(t, {}, [], { GRISTMILL_PROT: "1", TEST_RUNS: "10" });
	assert.equal(code, 0);
	assert.equal(
		stderr,
		"gristmill: There is no setting for the variable GRISTMILL_PROT. Did you mean GRISTMILL_PORT?\n",
	);
});

for (const [file, text, message] of [
	["c.json", '{"prot": 1}', 'c.json: Unknown key "prot". Did you mean "port"?'],
	["c.json", '{"max-body": 1}', 'c.json: Unknown key "max-body". Did you mean "maxBody"?'],
	["c.json", '{"port": "x"}', 'c.json: "port" is "x", and must be a whole number from 0 to 65535.'],
	["c.json", '{"inspect": 1}', 'c.json: "inspect" is 1, and must be true or false.'],
	["c.json", '{"title": 1}', 'c.json: "title" is 1, and must be a text.'],
	["c.json", '{"links": "never"}', 'c.json: "links" is "never", and must be hal or always.'],
	["c.json", '{"cors": "a"}', 'c.json: "cors" is "a", and must be a list of texts or "*".'],
	["c.json", '{"open": "a"}', 'c.json: "open" is "a", and must be a list of texts.'],
	[
		"c.json",
		'{"maxBody": "2x"}',
		/^c\.json: "maxBody" is "2x", and must be a size from 1 to 2g, such as 64k or 2m/,
	],
	["c.json", '{"limit": []}', /^c\.json: A file cannot have "limit"\. Write it as mills: .*\.$/],
	["c.json", '{"files": 1}', 'c.json: "files" is 1, and must be a list of texts.'],
	["c.json", '{"mills": 1}', /^c\.json: "mills" is neither a list of names nor an object/],
	["c.json", '{"mills": {"tokenisr": false}}', /Did you mean "tokeniser"\?$/],
	["c.json", '{"mills": {"tokeniser": 1}}', /^c\.json: mills\.tokeniser is neither an object/],
	[
		"c.json",
		'{"mills": {"tokeniser": {"dedline": 1}}}',
		/^c\.json: mills\.tokeniser: .*Did you mean "deadline"\?$/,
	],
	[
		"c.json",
		'{"mills": {"tokeniser": {"deadline": 0}}}',
		/^c\.json: mills\.tokeniser\.deadline is 0, and must be a whole number from 1 to 3600000\.$/,
	],
	[
		"c.json",
		'{"mills": {"tokeniser": {"deprecated": {}}}}',
		/^c\.json: mills\.tokeniser: deprecated\.since is missing, and must be a date/,
	],
	[
		"c.json",
		"[]",
		/^c\.json: The configuration file has a list\. Write one object of settings, at least \{\}\.$/,
	],
	[
		"c.json",
		"null\n",
		/^c\.json: The configuration file has null\. Write one object of settings, at least \{\}\.$/,
	],
	["c.json", " \n\n", "c.json is empty. Write settings into it, at least {}."],
	["c.json", "\ufeff", "c.json is empty. Write settings into it, at least {}."],
	["c.js", " \n", /^c\.js: The configuration file does not export an object as default/],
	["c.json", '{\n"port": 1,,}', /^c\.json:2:11: /],
	["c.js", "export default {\n port: }", /^c\.js:2:8: /],
	["c.ts", 'const a: number = 1;\nthrow new Error("boom");', "c.ts:2:7: boom"],
] as const)
	test(`the configuration ${JSON.stringify(text)} is refused in one sentence that says where`, async (t) => {
		const cwd = await folderWith(t, { [file]: text });
		await assert.rejects(
			readConfigFile(join(cwd, file), testHost()),
			(error: Error & { exitCode: number }) => {
				assert.equal(error.exitCode, 2);
				const said = error.message.replace(/^.*\/(?=c\.)/, "");
				if (typeof message === "string") assert.equal(said, message);
				else assert.match(said, message);
				return true;
			},
		);
	});

test("the printed configuration can be written to the file that is being read", async (t) => {
	const { code, json } = await printed(t, { "gristmill.config.json": "" });
	assert.equal(code, 0);
	assert.equal(json().port, 8080);
});

test("an empty configuration file is refused, unless its own content is being printed", async (t) => {
	const empty = /The configuration file (?:gristmill\.config\.json|c\.json) is empty\./;
	const cwd = await folderWith(t, { "gristmill.config.json": "", "c.json": "" });
	for (const words of [
		["serve"],
		["serve", "--config", "c.json"],
		["serve", "--print-config", "--config", "c.json"],
	]) {
		const { code, err } = await runCommand([...words, "--port", "0"], { cwd });
		assert.equal(code, 2);
		assert.match(err, empty);
	}
	const named = await printed(t, { "c.json": "" }, [], { GRISTMILL_CONFIG: "c.json" });
	assert.equal(named.code, 2);
});

test("a configuration from a pipe is read to its end, and its paths are relative to the working directory", async (t) => {
	const cwd = await folderWith(t, { "m.ts": MILL });
	const run = (input: string, ...words: string[]) =>
		runCommand(["serve", "--print-config", "--config", "/dev/stdin", ...words], { cwd, input });
	const { code, out, err } = await run('\ufeff{"port": 4711, "files": ["./m.ts"]}');
	assert.equal(code, 0, err);
	const { port, files } = JSON.parse(out);
	assert.deepEqual([port, files], [4711, ["m.ts"]]);
	for (const [input, words, message] of [
		["", [], /The configuration file \/dev\/stdin is empty\./],
		['{"tokenFile"', [], /\/dev\/stdin is not JSON: /],
		[" \n", [], /The configuration file \/dev\/stdin is empty\./],
		[
			"null",
			[],
			/\/dev\/stdin: The configuration file has null\. Write one object of settings, at least \{\}\.$/m,
		],
		[
			'{"processes": 2}',
			[],
			/\/dev\/stdin is a pipe, and several processes read the settings\. Write them into a file\.$/m,
		],
	] as const) {
		const refused = await run(input, ...words);
		assert.equal(refused.code, 2);
		assert.match(refused.err, message);
	}
});

test("the configuration can be read from a named pipe", async (t) => {
	const cwd = await folderWith(t, {});
	const file = join(cwd, "pipe");
	execFileSync("mkfifo", [file]);
	const [read] = await Promise.all([readConfigFile(file, testHost()), writeFile(file, '{"port": 4711}')]);
	assert.equal(read?.settings.get("port")?.value, 4711);
});

test("two configuration files in one folder, and one that does not exist, are refused", async (t) => {
	const two = await printed(t, { "gristmill.config.js": "export default {}", "gristmill.config.json": "{}" });
	assert.match(two.stderr, /There are two configuration files/);
	assert.match(
		(await printed(t, {}, ["--config", "no.json"])).stderr,
		/The configuration file no\.json does not exist/,
	);
});

test("a configuration file can serve two versions of a mill and limit one of them", async (t) => {
	const mill = (version: string) => MILL.replaceAll("1.0.0", version);
	const cwd = await folderWith(t, {
		"old.ts": mill("1.0.0"),
		"new.ts": mill("2.0.0"),
		"gristmill.config.json": JSON.stringify({
			files: ["v1=./old.ts", "v2=./new.ts"],
			mills: { "v1/letter-counter": { maxBody: 3 } },
		}),
	});
	const { url, stdout } = await serving(t, [], { cwd });
	assert.match(stdout(), /^ {2}v1\/letter-counter: Counts\.$/m);
	assert.deepEqual(await post(`${url}/v1/letter-counter`, "abc"), { version: "1.0.0" });
	assert.deepEqual(await post(`${url}/v2/letter-counter`, "abcd"), { version: "2.0.0" });
	assert.equal(((await post(`${url}/v1/letter-counter`, "abcd")) as { status: number }).status, 413);
});
