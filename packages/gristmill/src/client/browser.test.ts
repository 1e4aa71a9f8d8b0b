import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { build } from "esbuild";
import { ROOT } from "../testing/command.js";
import drawer from "../testing/mills/gradient-drawer.js";
import { start } from "../testing/server.js";
import type { Client } from "./index.js";

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

async function bundled(): Promise<string> {
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
	vm.runInContext(`${await bundled()}; this.createClient = gristmill.createClient;`, page);
	const client: Client = page.createClient(url);
	assert.equal((await client.list()).length, 6);
	const { output } = await client.call("word-counter", new Blob(["one two"], { type: "text/plain" }), {
		validate: true,
	});
	assert.deepEqual({ ...(output as object) }, { words: 2, lines: 1, characters: 7 });
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
		/Call this mill from Node: browsers send no body with GET/,
	);
	await assert.rejects(client.call("word-counter", { file: "x" }), /Give a Blob or a File/);
});

test("what a browser loads at once names none of Node's modules", async () => {
	assert.doesNotMatch(await bundled(), /\b(?:require|import)\(["']node:/);
});
