import assert from "node:assert/strict";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, type TestContext, test } from "node:test";
import { DIST, post, ROOT, start } from "../../packages/gristmill/dist/testing/command.js";
import { installToolkit } from "../../packages/gristmill/dist/testing/install-toolkit.js";

/** What esbuild knows of a file that it wrote. */
interface Output {
	readonly bytes: number;
	readonly imports: readonly { path: string; kind: string; external?: boolean }[];
	readonly entryPoint?: string;
	readonly inputs: Readonly<Record<string, unknown>>;
}
type Outputs = Readonly<Record<string, Output>>;

/** The files that an entry loads before it runs, with their sizes. */
function loadedBy(outputs: Outputs, ...entries: readonly string[]): { files: number; bytes: number } {
	const names = new Set<string>();
	const visit = (name: string): void => {
		if (names.has(name)) return;
		names.add(name);
		for (const { path, kind, external } of outputs[name]?.imports ?? [])
			if (kind === "import-statement" && !external) visit(path);
	};
	for (const entry of entries) visit(entry);
	return { files: names.size, bytes: [...names].reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0) };
}

const MILL = `import { defineMill, Problem, text, Type } from "gristmill";
export default defineMill({
	name: "own-counter", version: "1.0.0", summary: "Counts.",
	input: { "text/plain": text() }, output: Type.Object({ count: Type.Integer() }),
	problems: { "no-letter": { status: 422, title: "No letter", todo: "Send a letter." } },
	run: (input) => {
		if (input === "broken") throw new TypeError("It is broken.");
		if (input === "none") throw new Problem("no-letter", "There is none.");
		return { count: input.length };
	},
});`;

/** Opens the mill as a file in workers, and in this process. */
const PROGRAM = `import { defineMill, Problem } from "gristmill";
import { open, Problem as Same } from "gristmill/library";
import { createClient } from "gristmill/client";
console.log(Problem === Same, typeof createClient, typeof defineMill);
for (const workers of [0, 1]) {
	const mill = await open("./own.ts", { workers });
	console.log(await mill("four"), await mill("none").catch((error) => [error instanceof Problem, error.code]));
	await mill.close();
}`;

describe("the toolkit as it is published", { timeout: 1_800_000 }, () => {
	let folder = "";
	let outputs: Outputs = {};
	before(async () => {
		folder = await realpath(await mkdtemp(join(tmpdir(), "gristmill bundle ")));
		const { bundleToolkit } = await import(`${ROOT}scripts/bundle.mjs`);
		await installToolkit(join(folder, "node_modules"), async (to) => {
			outputs = await bundleToolkit(DIST, to);
		});
		const files = {
			"own.ts": MILL,
			"program.mjs": PROGRAM,
			"package.json": '{"private":true,"type":"module"}',
		};
		for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
	});
	after(() => rm(folder, { recursive: true, force: true }));

	const node = (t: TestContext, ...words: string[]) => start(t, process.execPath, words, { cwd: folder });
	const main = (of = "node_modules/gristmill") => join(folder, of, "dist/cli/main.js");

	test("each module is in one file, so its classes and caches exist once", () => {
		const all = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
		assert.ok(all.length > 400, `${all.length} modules`);
		assert.deepEqual(
			all.filter((name, at) => all.indexOf(name) !== at),
			[],
		);
	});

	test("what a start loads is a few files", (t) => {
		const [call = ""] =
			Object.entries(outputs).find(([, one]) => one.entryPoint === "cli/client/call.js") ?? [];
		const bounds: [what: string, entries: string[], files: number, bytes: number][] = [
			["the library", ["library/index.js"], 38, 226_000],
			["the library and defineMill", ["library/index.js", "index.js"], 50, 282_000],
			["a worker", ["runtime/worker/worker.js"], 46, 232_000],
			["the command call", ["cli/main.js", call], 44, 125_000],
			["the client", ["client/index.js"], 18, 66_000],
		];
		for (const [what, entries, files, bytes] of bounds) {
			const loaded = loadedBy(outputs, ...entries);
			t.diagnostic(`${what}: ${loaded.files} files, ${loaded.bytes} bytes`);
			assert.ok(loaded.files <= files && loaded.bytes <= bytes, `${what}: ${JSON.stringify(loaded)}`);
		}
	});

	test("the library opens a mill in this process and in workers, with one class of problems", async (t) => {
		const program = node(t, "program.mjs");
		assert.equal(await program.ended, 0, program.stderr());
		const lines = "{ count: 4 } [ true, 'no-letter' ]\n".repeat(2);
		assert.equal(program.stdout(), `true function function\n${lines}`);
	});

	test("several processes serve a mill and its page", async (t) => {
		const server = node(t, main(), "serve", "own.ts", "--port", "0", "--processes", "2", "--workers", "2");
		const [, url] = await server.printed(/(http:\/\/\S+)\/\s/);
		assert.deepEqual(await post(`${url}/own-counter`, "four"), { count: 4 });
		const page = await fetch(`${url}/`, { headers: { Accept: "text/html" } });
		assert.match(await page.text(), /<title>/);
	});

	test("a stack has the author's lines alone, with the names of functions", async (t) => {
		const called = node(t, main(), "call", "own.ts", "--data", "broken");
		assert.notEqual(await called.ended, 0);
		assert.match(called.stderr(), /TypeError: It is broken\. at \S*run \(.*own\.ts:7:\d+\)\n$/);
		const example = 'examples: [{ input: "broken", output: { count: 6 } }], run';
		await writeFile(join(folder, "bad.ts"), MILL.replace("run", example));
		const tested = node(t, main(), "test", "bad.ts");
		assert.notEqual(await tested.ended, 0);
		const told = tested.stdout() + tested.stderr();
		assert.match(told, /It is broken\.\n.*bad\.ts:7/);
		assert.doesNotMatch(told, /node_modules/);
	});

	test("gristmill build makes a folder of it that runs", async (t) => {
		const building = node(t, main(), "build", "own.ts", "-o", "out");
		assert.equal(await building.ended, 0, building.stderr());
		const version = node(t, main("out/gristmill"), "version");
		assert.equal(await version.ended, 0, version.stderr());
		const called = node(t, main("out/gristmill"), "call", "own-counter", "--data", "four");
		assert.equal(await called.ended, 0, called.stderr());
		assert.equal(called.stdout(), '{"count":4}\n');
	});
});
