import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { open } from "../../library/open.js";
import { folderWith, GREETING, post, ROOT, start } from "../../testing/command.js";
import { NO_PYTHON } from "../../testing/python.js";
import { run } from "../../testing/run-command.js";
import { filesIn } from "./out-folder.js";
import { HERE, platformText } from "./platform.js";

const MB = 1e6;
const OTHER = HERE.cpu === "arm64" ? "linux-x64" : "linux-arm64";

async function filled(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
	const folder = await folderWith(t, {});
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(folder, name)), { recursive: true });
		await writeFile(join(folder, name), text);
	}
	return folder;
}

const mill = (name: string, imports: string, answer: string, more = "") => `${imports}
import { defineMill, text, Type } from "gristmill";
export default defineMill({ name: "${name}", version: "1.2.0", summary: "Tells.", input: { "text/plain": text() },
	output: Type.Object({ told: Type.Unknown() }), ${more}
	run: (input, { model }) => ({ told: ${answer} }) });`;

/** Builds mills in a folder, and returns the folder that was made. */
async function built(cwd: string, ...words: string[]): Promise<string> {
	const { code, err } = await run(["build", ...words, "-o", "out"], { cwd, env: { HOME: process.env.HOME } });
	assert.equal(code, 0, err);
	return join(cwd, "out");
}

/** Moves a built folder to where nothing of this repository is near, writes off, and starts it with an empty environment. */
async function started(t: TestContext, out: string) {
	const far = join(await mkdtemp(join(tmpdir(), "gristmill-far-")), "mills");
	cpSync(out, far, { recursive: true });
	execFileSync("chmod", ["-R", "a-w,a+rX", dirname(far)]);
	t.after(() => execFileSync("rm", ["-rf", dirname(far)]));
	const isRoot = process.getuid?.() === 0 && existsSync("/usr/bin/setpriv");
	const words = [
		"env",
		"-i",
		`PATH=${dirname(process.execPath)}:/usr/bin:/bin`,
		join(far, "start"),
		"--port",
		"0",
		"--workers",
		"1",
	];
	const away = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", ...words] : words;
	const server = start(t, away[0] as string, away.slice(1), { cwd: "/" });
	const [, url = ""] = await server.printed(GREETING);
	return { url, far, ...server };
}

/** The digest that a served mill says. */
async function digestOf(url: string): Promise<string | null> {
	const headers = { "Content-Type": "text/plain" };
	return (await fetch(url, { method: "POST", headers, body: "x" })).headers.get("mill-digest");
}

test("a built mill runs anywhere, read-only and without environment, and has the digest of its file", async (t) => {
	const folder = await filled(t, {
		"word-counter.ts": readFileSync(`${ROOT}examples/word-counter.ts`, "utf8"),
	});
	const { url } = await started(t, await built(folder, "./word-counter.ts"));
	assert.deepEqual(await post(`${url}/word-counter`, "two words"), { words: 2, lines: 1, characters: 9 });
	await using here = await open(join(folder, "word-counter.ts"));
	assert.equal(await digestOf(`${url}/word-counter`), here.digest);
	const tools = await fetch(`${url}/mcp`, {
		method: "POST",
		headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
		body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
	});
	assert.match(await tools.text(), /"name":"word-counter"/);
	const page = await fetch(`${url}/`, { headers: { Accept: "text/html" } });
	assert.match(await page.text(), /<!doctype html>/i);

	await t.test("a small mill has at most 3 MB, and two builds are the same bytes", async (t) => {
		const other = await filled(t, {
			"word-counter.ts": readFileSync(join(folder, "word-counter.ts"), "utf8"),
		});
		const again = await built(other, "./word-counter.ts");
		const out = join(folder, "out");
		const names = filesIn(out).map((path) => path.slice(out.length));
		assert.deepEqual(
			filesIn(again).map((path) => path.slice(again.length)),
			names,
		);
		for (const name of names) {
			assert.ok(readFileSync(out + name).equals(readFileSync(again + name)), name);
			assert.equal(statSync(out + name).mode, statSync(again + name).mode, name);
		}
		const size = names.reduce((sum, name) => sum + statSync(out + name).size, 0);
		t.diagnostic(`${(size / MB).toFixed(1)} MB`);
		assert.ok(size <= 3 * MB);
		assert.ok(names.every((name) => !readFileSync(out + name, "latin1").includes(folder)));
	});
	await t.test("its command line calls it, and a mill that was changed has another digest", async () => {
		const out = join(folder, "out");
		const main = join(out, "gristmill/dist/cli/main.js");
		const words = ["call", "word-counter", "--here", "--data", "a b"];
		const answer = execFileSync(process.execPath, [main, ...words], { encoding: "utf8", stdio: "pipe" });
		assert.equal(answer, '{"words":2,"lines":1,"characters":3}\n');
		const list = execFileSync(process.execPath, [main, "list", "--installed"], {
			encoding: "utf8",
			cwd: ROOT,
		});
		assert.equal(list, "word-counter\n");
		const file = join(out, "mills/word-counter.js");
		await writeFile(file, readFileSync(file, "utf8").replace("Counts", "Tells"));
		await using changed = await open(pathToFileURL(file));
		assert.notEqual(changed.digest, here.digest);
	});
});

test("a built mill has its assets, its packages, and the files that these read", async (t) => {
	const folder = await filled(t, {
		"mills/teller.ts": mill(
			"teller",
			'import { readFileSync } from "node:fs";\nimport { plain } from "plain";\nimport { table } from "whole";\nimport { word } from "../lib/word.ts";',
			"[plain, table, word, model, import.meta.url.endsWith('/teller.ts')]",
			`assets: [new URL("../data/words.txt", import.meta.url)],
	load: ({ assets: [file] }) => readFileSync(file as URL, "utf8"),
	examples: [{ input: "x", output: { told: ["plain", 3, "WORD", "grist", true] } }],`,
		),
		"lib/word.ts": 'export const word: string = "word".toUpperCase();',
		"data/words.txt": "grist",
		"node_modules/plain/package.json":
			'{ "name": "plain", "version": "1.0.0", "main": "i.js", "license": "MIT" }',
		"node_modules/plain/i.js": 'const path = require("path"); exports.plain = path.basename("/a/plain");',
		"node_modules/plain/LICENSE": "Do what you like.",
		"node_modules/whole/package.json":
			'{ "name": "whole", "version": "2.0.0", "main": "i.js", "dependencies": { "inner": "1.0.0" } }',
		"node_modules/whole/i.js":
			'exports.table = JSON.parse(require("fs").readFileSync(__dirname + "/table.json")).rows + require("inner");',
		"node_modules/whole/table.json": '{ "rows": 1 }',
		"node_modules/whole/i.js.map": "{}",
		"node_modules/inner/package.json": '{ "name": "inner", "version": "1.0.0", "main": "i.js" }',
		"node_modules/inner/i.js": "module.exports = 2;",
	});
	const out = await built(folder, "./mills/teller.ts");
	const { url } = await started(t, out);
	assert.deepEqual(await post(`${url}/teller`, "x"), { told: ["plain", 3, "WORD", "grist", true] });
	await using here = await open(join(folder, "mills/teller.ts"));
	assert.equal(await digestOf(`${url}/teller`), here.digest);
	assert.deepEqual(readdirSync(join(out, "node_modules")).sort(), ["inner", "whole"]);
	assert.ok(!existsSync(join(out, "node_modules/whole/i.js.map")));
	assert.match(readFileSync(join(out, "licences.txt"), "utf8"), /plain 1\.0\.0: MIT\n\nDo what you like\./);
	const { dependencies } = JSON.parse(readFileSync(join(out, "package.json"), "utf8"));
	assert.deepEqual(dependencies, { whole: "2.0.0" });
});

test("a built mill in Python has its modules, and its packages are pinned", {
	skip: NO_PYTHON,
}, async (t) => {
	const folder = await filled(t, {
		"word_teller.py": `from typing import TypedDict
from gristmill import mill
from helpers.words import end
import pip

class Told(TypedDict):
    told: str

@mill(version="1.0.0", examples=[{"input": "hi", "output": {"told": "hi!"}}])
def word_teller(text: str) -> Told:
    """Tells."""
    return {"told": text + end}
`,
		"helpers/__init__.py": "",
		"helpers/words.py": 'end = "!"\n',
	});
	const out = await built(folder, "./word_teller.py", "--python", "/usr/bin/python3").catch(() => undefined);
	if (out === undefined) return t.skip("/usr/bin/python3 has no pip");
	assert.match(readFileSync(join(out, "requirements.txt"), "utf8"), /^pip==\d/m);
	assert.match(readFileSync(join(out, "Dockerfile"), "utf8"), /^FROM python:3\.\d+-slim-bookworm$/m);
	const { url } = await started(t, out);
	assert.deepEqual(await post(`${url}/word-teller`, "grist"), { told: "grist!" });
});

test("of packages with native code, only those for the chosen platform are copied", async (t) => {
	const here = platformText(HERE);
	const part = (name: string) => ({
		[`node_modules/@x/engine-${name}/package.json`]: JSON.stringify({
			...{ name: `@x/engine-${name}`, version: "1.0.0", os: [name.split("-")[0]], cpu: [name.split("-")[1]] },
			main: "engine.node",
		}),
		[`node_modules/@x/engine-${name}/engine.node`]: name,
	});
	const files = {
		"m.mjs": mill("teller", 'import { x } from "engine";', "x"),
		"node_modules/engine/package.json": JSON.stringify({
			...{ name: "engine", version: "1.0.0", main: "i.js" },
			optionalDependencies: {
				"@x/engine-linux-x64": "1.0.0",
				"@x/engine-linux-arm64": "1.0.0",
				"@x/engine-darwin-arm64": "1.0.0",
			},
		}),
		"node_modules/engine/i.js":
			'exports.x = () => require("@x/engine-" + process.platform + "-" + process.arch + "/engine.node");',
	};
	const folder = await filled(t, { ...files, ...part(here) });
	const kept = async (platform: string) => {
		const out = await built(folder, "./m.mjs", "--platform", platform);
		const native = filesIn(join(out, "node_modules")).filter((path) => path.endsWith(".node"));
		const found = native.map((path) => readFileSync(path, "utf8"));
		execFileSync("rm", ["-r", out]);
		return found;
	};
	assert.deepEqual(await kept(here), [here]);
	const { code, err } = await run(["build", "./m.mjs", "-o", "out", "--platform", OTHER], { cwd: folder });
	assert.deepEqual(
		[code, err],
		[
			1,
			`gristmill: @x/engine-${OTHER} is not installed, which ${OTHER} needs. Add --fetch to fetch what is missing from npm.\n`,
		],
	);
	for (const [name, text] of Object.entries(part(OTHER))) {
		await mkdir(dirname(join(folder, name)), { recursive: true });
		await writeFile(join(folder, name), text);
	}
	assert.deepEqual(await kept(OTHER), [OTHER]);
	assert.ok(!existsSync(join(folder, "out")));
});

test("a build that fails prints one sentence and leaves no files behind", async (t) => {
	const folder = await filled(t, {
		"a.mjs": mill("teller", "", "1"),
		"b.mjs": mill("teller", "", "2"),
		"lost.mjs": mill("lost-teller", "", "1", 'assets: [new URL("./none.bin", import.meta.url)],'),
		"broken.ts": "export default {",
		"plain.mjs": "export default 4;",
		"full/file.txt": "",
		"p.py": "x = 1\n",
		"data.json": "{}",
	});
	const cases: [words: string[], code: number, message: RegExp][] = [
		[["-o", "out"], 2, /^No mill is named\./],
		[["./a.mjs"], 2, /^No folder is named\. Name the one to write: --output out$/],
		[
			["./a.mjs", "-o", "full"],
			1,
			/^The folder full is not empty\. Remove it, or name another with --output\.$/,
		],
		[["./a.mjs", "-o", "data.json"], 2, /^data\.json is not a folder\./],
		[["./a.mjs", "-o", "data.json/out"], 1, /^The folder data\.json\/out cannot be written \(ENOTDIR\)\./],
		[
			["./a.mjs", "./b.mjs", "-o", "out"],
			2,
			/^Two mills have the name "teller": \.\/a\.mjs and \.\/b\.mjs\./,
		],
		[["./lost.mjs", "-o", "out"], 2, /lost-teller.*none\.bin/],
		[["./broken.ts", "-o", "out"], 1, /broken\.ts:1:\d+: /],
		[["./plain.mjs", "-o", "out"], 1, /plain\.mjs: The default export is not a mill/],
		[["./data.json", "-o", "out"], 2, /data\.json/],
		[["./none.ts", "-o", "out"], 2, /none\.ts/],
		[["nowhere", "-o", "out"], 2, /^No mill "nowhere" is installed\./],
		[["./p.py", "-o", "out", "--python", "/none"], 2, /\/none is not a program/],
		[
			["./a.mjs", "-o", "out", "--platform", "linux"],
			2,
			/^"linux" is no platform\. Give --platform as linux-x64, /,
		],
		[["./a.mjs", "-o", "out", "--plattform", "x"], 2, /Did you mean --platform\?$/],
	];
	const before = readdirSync(folder).sort();
	for (const [words, code, message] of cases) {
		const ended = await run(["build", ...words], { cwd: folder });
		assert.equal(ended.code, code, `${words.join(" ")}: ${ended.err}`);
		assert.equal(ended.out, "");
		assert.match(ended.err, /^gristmill: [^\n]+\n$/);
		assert.match(ended.err.slice("gristmill: ".length).trimEnd(), message);
	}
	assert.deepEqual(readdirSync(folder).sort(), before);
});
