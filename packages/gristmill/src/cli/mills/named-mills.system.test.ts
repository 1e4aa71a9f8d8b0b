import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { GREETING, start } from "../../testing/command.js";
import { installToolkit } from "../../testing/install-toolkit.js";

const mill = (name: string) => `import { defineMill, text, Type } from "gristmill";
export default defineMill({ name: "${name}", version: "1.0.0", summary: "Counts.",
	input: { "text/plain": text() }, output: Type.Object({ count: Type.Integer() }),
	run: (input) => ({ count: input.length }) });`;

const folder = await realpath(await mkdtemp(join(tmpdir(), "gristmill-installed-")));
after(() => rm(folder, { recursive: true, force: true }));
const modules = join(folder, "node_modules");

// The first test must run before `installMills`.
before(async () => {
	await installToolkit(modules);
	await writeFile(join(folder, "own.ts"), mill("own-counter"));
});

/** Installs a package of the user, and names it in the project's package.json. */
async function installPackage(name: string, mills: object, files: Readonly<Record<string, string>>) {
	const own = join(modules, name);
	await mkdir(own, { recursive: true });
	const manifest = { name, version: "1.0.0", type: "module", gristmill: { mills } };
	for (const [file, text] of Object.entries({ ...files, "package.json": JSON.stringify(manifest) }))
		await writeFile(join(own, file), text);
	packages[name] = "1.0.0";
	await writeFile(join(folder, "package.json"), JSON.stringify({ dependencies: packages }));
}
const packages: Record<string, string> = {};

/** Installs a package of two mills. */
async function installMills(): Promise<void> {
	const own = join(modules, "@gristmill/mills");
	await mkdir(own, { recursive: true });
	const mills = { "first-counter": "./first.js", "second-counter": "./second.js" };
	const files = {
		"package.json": JSON.stringify({ name: "@gristmill/mills", type: "module", gristmill: { mills } }),
		"index.js": "",
		"first.js": mill("first-counter"),
		"second.js": mill("second-counter"),
	};
	for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text);
}

const runIn = (t: TestContext, ...words: string[]) =>
	start(t, process.execPath, [join(modules, "gristmill/dist/cli/main.js"), ...words], { cwd: folder });
const serveIn =
	(t: TestContext) =>
	(...words: string[]) =>
		runIn(t, "serve", "--port", "0", ...words);

async function listed(t: TestContext): Promise<string> {
	const list = runIn(t, "list", "--installed");
	assert.equal(await list.ended, 0, list.stderr());
	return list.stdout();
}

/** The names of the mills that a server lists. */
async function namesOf({ printed }: ReturnType<typeof start>): Promise<string[]> {
	const [, url] = await printed(GREETING);
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
		"gristmill: No mills are installed. Name a mill file, such as gristmill serve ./my-mill.ts, or install @gristmill/mills.\n",
	);
	assert.deepEqual(await namesOf(serve("own.ts")), ["own-counter"]);
	const unknown = serve("--mills", "tokeniser");
	assert.equal(await unknown.ended, 2);
	assert.match(
		unknown.stderr(),
		/No mill "tokeniser" is installed\..* names here: word-counter, checksum-calculator\./,
	);
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

test("a package of one mill is served and listed by its name, in JavaScript or TypeScript", async (t) => {
	await installPackage(
		"@me/summariser",
		{ summariser: "./summariser.ts" },
		{
			"summariser.ts": `${mill("summariser")} const unused: number = 1; void unused;`,
		},
	);
	await installPackage(
		"pair",
		{ "left-counter": "./left.mjs", "right-counter": "./right.mjs" },
		{
			"left.mjs": mill("left-counter"),
			"right.mjs": mill("right-counter"),
		},
	);
	const serve = serveIn(t);
	const all = ["summariser", "left-counter", "right-counter", "first-counter", "second-counter"];
	assert.deepEqual(await namesOf(serve()), all);
	assert.equal(await listed(t), `${all.join("\n")}\n`);
	assert.deepEqual(await namesOf(serve("--mills", "@me/summariser,pair/right-counter")), [
		"summariser",
		"right-counter",
	]);
	const called = runIn(t, "call", "@me/summariser", "--data", "four");
	assert.equal(await called.ended, 0, called.stderr());
	assert.equal(called.stdout(), '{"count":4}\n');
});

test("a package that is named wrongly, or that says its mills wrongly, is refused in a sentence", async (t) => {
	await installPackage("broken", ["./mill.js"], {});
	await installPackage("gone", { "gone-counter": "./gone.js" }, {});
	await installPackage("double", { "first-counter": "./first.mjs" }, { "first.mjs": mill("first-counter") });
	const cases: [name: string, code: number, message: RegExp][] = [
		[
			"pair",
			2,
			/^gristmill: The package pair has 2 mills: left-counter, right-counter\. Name one of them, such as pair\/left-counter\.$/,
		],
		[
			"broken",
			1,
			/^gristmill: \S+broken\/package\.json says wrongly which mills it has\. Write "gristmill": /,
		],
		["gone", 1, /^gristmill: The mill "gone" has no file: \S+gone\.js does not exist\.$/],
		[
			"first-counter",
			2,
			/^gristmill: Several packages have a mill "first-counter"\. Name the package, too, such as double\/first-counter\.$/,
		],
		["@me/other", 2, /^gristmill: No mill "@me\/other" is installed\. Install its package with npm, /],
	];
	for (const [name, code, message] of cases) {
		const refused = runIn(t, "serve", "--mills", name);
		assert.equal(await refused.ended, code, name);
		assert.match(refused.stderr().trimEnd(), message);
	}
	assert.match(await listed(t), /^@gristmill\/mills\/first-counter$/m);
});
