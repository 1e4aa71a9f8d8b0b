import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { type BuildOptions, build } from "esbuild";
import { folderWith, ROOT } from "../testing/command.js";
import drawer from "../testing/mills/gradient-drawer.js";
import { start } from "../testing/server.js";
import type * as Module from "./index.js";

/** What a page has: no process, no require, no Buffer. */
const PAGE = [
	"AbortController",
	"AbortSignal",
	"ArrayBuffer",
	"Blob",
	"FormData",
	"DOMException",
	"FormData",
	"Headers",
	"ReadableStream",
	"Response",
	"TextDecoder",
	"TextEncoder",
	"URL",
	"URLSearchParams",
	"Uint8Array",
	"TypeError",
	"Error",
	"atob",
	"clearTimeout",
	"crypto",
	"fetch",
	"performance",
	"setTimeout",
] as const;

async function forPages(): Promise<string> {
	const { outputFiles, metafile } = await build({
		entryPoints: [`${ROOT}packages/gristmill/dist/client/index.js`],
		bundle: true,
		platform: "browser",
		format: "iife",
		globalName: "gristmill",
		write: false,
		metafile: true,
		logLevel: "silent",
	});
	const imports = Object.values(metafile.inputs).flatMap((input) => input.imports.map(({ path }) => path));
	assert.deepEqual(
		imports.filter((path) => path.startsWith("node:")),
		[],
	);
	return outputFiles[0]?.text ?? "";
}

test("the client is bundled for browsers and works there", async () => {
	const { url } = await start({ cors: "*" });
	const globals = Object.fromEntries(PAGE.map((name) => [name, globalThis[name]]));
	const page = vm.createContext(globals);
	vm.runInContext(`${await forPages()}; Object.assign(this, gristmill);`, page);
	const client: Module.Client = page.createClient(url);
	assert.equal((await client.list()).length, 6);
	const { output } = await client.call("word-counter", new Blob(["one two"], { type: "text/plain" }), {
		validate: true,
	});
	assert.deepEqual({ ...(output as object) }, { words: 2, lines: 1, characters: 7 });
	const keeping: Module.Client = page.createClient(url, { keep: page.memory(1e6) });
	const attempts = [];
	for (let i = 0; i < 2; i++) attempts.push((await keeping.call("word-counter", "kept")).attempts);
	assert.deepEqual(attempts, [1, 0]);
	await assert.rejects(
		page.createClient(url, { keep: page.folder("kept") }).call("word-counter", "x"),
		/This is not Node\. Keep answers with memory\(…\) instead of folder\(…\)/,
	);
	const drawing = await start({ cors: "*" }, { mills: [drawer] });
	const picture = await client.call<{ image: Uint8Array }>(
		`${drawing.url}/gradient-drawer`,
		"1x1 000000 000000",
		{
			binary: "bytes",
		},
	);
	assert.equal(new TextDecoder("latin1").decode(picture.output.image).slice(0, 2), "BM");
	// The name of this error's class is another world's: only what it says can be compared.
	await assert.rejects(
		client.call("get-counter", "x"),
		/Browsers send no body with GET\. Call this mill from Node\./,
	);
	await assert.rejects(client.call("word-counter", { file: "x" }), /Give a Blob or a File/);
});

test("what a browser loads at once names none of Node's modules", async () => {
	assert.doesNotMatch(await forPages(), /\b(?:require|import)\(["']node:/);
});

/** The bytes that a browser loads before the first call. */
const MOST_BYTES = 46_000;
/** What only Node uses, which is in one file with the rest. */
const OF_NODE = 4_000;

const OPTIONS = {
	entryPoints: [`${ROOT}packages/gristmill/dist/client/index.js`],
	bundle: true,
	minify: true,
	format: "esm",
	platform: "browser",
	write: false,
	metafile: true,
	logLevel: "silent",
} as const satisfies BuildOptions;

/** Writes a bundle as its users do, imports it, and returns what is loaded at once. */
async function bundled(folder: string, options: BuildOptions) {
	const { outputFiles = [], metafile } = await build({ ...OPTIONS, ...options, outdir: folder });
	for (const { path, contents } of outputFiles) {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, contents);
	}
	const outputs = Object.entries(metafile?.outputs ?? {});
	const [entry] = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith("client/index.js")) ?? [];
	const first = new Set([entry]);
	for (const path of first)
		for (const { kind, path: other } of outputs.find(([name]) => name === path)?.[1].imports ?? [])
			if (kind === "import-statement") first.add(other);
	const loaded = outputs.filter(([path]) => first.has(path)).map(([, output]) => output);
	await writeFile(join(folder, "package.json"), '{"type":"module"}');
	const { createClient } = (await import(pathToFileURL(join(folder, "index.js")).href)) as typeof Module;
	return {
		createClient,
		bytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
		sources: loaded.flatMap(({ inputs }) => Object.keys(inputs)),
	};
}

const VALIDATED = { validate: true } as const;

test("a bundle that is split has the validator in a file of its own, loaded with the first validation", async (t) => {
	const folder = await folderWith(t, {});
	const { createClient, bytes, sources } = await bundled(folder, { splitting: true });
	t.diagnostic(`${bytes} bytes are loaded at once`);
	assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
	assert.deepEqual(
		sources.filter((name) => /typebox|node-|kept-calls/.test(name)),
		[],
	);
	const { url } = await start();
	const { output } = await createClient(url).call("word-counter", "one two", VALIDATED);
	assert.deepEqual(output, { words: 2, lines: 1, characters: 7 });
});

test("a bundle in one file can leave the validator out, and says so if it is asked for", async (t) => {
	const folder = await folderWith(t, {});
	const { createClient, bytes } = await bundled(folder, {
		external: ["answer-validator", "kept-calls", "many", "map", "node-folder", "stream"].map(
			(name) => `*/${name}.js`,
		),
	});
	assert.ok(bytes < MOST_BYTES + OF_NODE, `${bytes} bytes`);
	const { url } = await start();
	const client = createClient(url);
	assert.equal((await client.call("word-counter", "a")).mediaType, "application/json");
	await assert.rejects(client.call("word-counter", "a", VALIDATED), {
		name: "AnswerError",
		message: `The validator could not be loaded. Add it to your bundle, or call without "validate".`,
	});
});
