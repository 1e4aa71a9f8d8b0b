import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { DIST, ROOT, start } from "../../testing/command.js";

const mill = (name: string) => `import { defineMill, text, Type } from "gristmill";
export default defineMill({ name: "${name}", version: "1.0.0", summary: "Counts.",
	input: { "text/plain": text() }, output: Type.Object({ count: Type.Integer() }),
	run: (input) => ({ count: input.length }) });`;

const folder = await realpath(await mkdtemp(join(tmpdir(), "gristmill-installed-")));
after(() => rm(folder, { recursive: true, force: true }));
const modules = join(folder, "node_modules");

/** Installs a copy of this package in the folder. The first test must run before `installMills`. */
before(async () => {
	const manifest = await readFile(`${DIST}../package.json`, "utf8");
	await cp(DIST, join(modules, "gristmill/dist"), {
		recursive: true,
		filter: (path) => !/\.(?:test\.js|map|d\.ts)$/.test(path),
	});
	await writeFile(join(modules, "gristmill/package.json"), manifest);
	for (const name of Object.keys(JSON.parse(manifest).dependencies)) {
		await mkdir(dirname(join(modules, name)), { recursive: true });
		await symlink(`${ROOT}node_modules/${name}`, join(modules, name));
	}
	await writeFile(join(folder, "own.ts"), mill("own-counter"));
});

/** Installs a package of two mills. */
async function installMills(): Promise<void> {
	const own = join(modules, "@gristmill/mills");
	await mkdir(own, { recursive: true });
	const exports = {
		".": "./index.js",
		"./package.json": "./package.json",
		"./first-counter": "./first.js",
		"./second-counter": "./second.js",
	};
	const files = {
		"package.json": JSON.stringify({ name: "@gristmill/mills", type: "module", exports }),
		"index.js": "",
		"first.js": mill("first-counter"),
		"second.js": mill("second-counter"),
	};
	for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text);
}

const serveIn = (t: TestContext) => {
	const main = join(modules, "gristmill/dist/cli/main.js");
	return (...words: string[]) =>
		start(t, process.execPath, [main, "serve", "--port", "0", ...words], { cwd: folder });
};

/** The names of the mills that a server lists. */
async function namesOf({ printed }: ReturnType<typeof start>): Promise<string[]> {
	const [, url] = await printed(/(http:\/\/\S+)\/\s/);
	const response = await fetch(`${url}/$list`);
	const { methods } = (await response.json()) as { methods: { name: string }[] };
	return methods.map(({ name }) => name);
}

test("without installed mills, serve needs a file or an example mill by name", async (t) => {
	const serve = serveIn(t);
	const empty = serve();
	assert.equal(await empty.ended, 2);
	assert.equal(
		empty.stderr(),
		"gristmill: Name a mill file, such as gristmill serve ./my-mill.ts, or install @gristmill/mills: no mills are installed.\n",
	);
	assert.deepEqual(await namesOf(serve("own.ts")), ["own-counter"]);
	const unknown = serve("--mills", "tokeniser");
	assert.equal(await unknown.ended, 2);
	assert.match(unknown.stderr(), /Choose from the mills word-counter, checksum-calculator: "tokeniser"\./);
});

test("serve serves the installed mills, with a file only that mill, and with --mills named ones too", async (t) => {
	await installMills();
	const serve = serveIn(t);
	assert.deepEqual(await namesOf(serve()), ["first-counter", "second-counter"]);
	assert.deepEqual(await namesOf(serve("own.ts")), ["own-counter"]);
	assert.deepEqual(await namesOf(serve("own.ts", "--mills", "second-counter,word-counter")), [
		"second-counter",
		"word-counter",
		"own-counter",
	]);
});
