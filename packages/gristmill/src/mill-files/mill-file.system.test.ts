import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { VERSION } from "../http/service/package-version.js";
import { createFetchHandler, createListener, createServer, type MillSource } from "../index.js";
import { millDigest } from "../runtime/digest/digest.js";
import { folderWith } from "../testing/command.js";
import { SHOUT, SHOUTER } from "../testing/mills/shouter.js";
import { NO_PYTHON } from "../testing/python.js";
import { bundle } from "./bundle.js";

/** The address by which a bundle names the toolkit. */
const OURS = new URL("../index.js", import.meta.url).href;

const quiet = { log: () => {}, workers: 1 };

const PYTHON = `from typing import TypedDict
from gristmill import mill

class Measure(TypedDict):
    length: int

@mill(version="1.0.0", examples=[{"input": "hi", "output": {"length": 2}}])
def text_meter(text: str) -> Measure:
    """Measures a text."""
    return {"length": len(text)}
`;

const FILES = {
	"shouter.ts": SHOUTER,
	"shout.ts": SHOUT,
	"plain.mjs": SHOUTER.replaceAll(": string", "")
		.replaceAll(": Answer", "")
		.replace("interface Answer { shouted }", "")
		.replace("./shout.ts", "./shout.mjs")
		.replace('"shouter"', '"plain-shouter"'),
	"shout.mjs": SHOUT.replaceAll(": string", ""),
};

async function called(mills: readonly MillSource[], name: string, body: string): Promise<unknown> {
	const handler = await createFetchHandler(mills, quiet);
	try {
		assert.deepEqual(await handler.examined(), { unready: [] });
		const headers = { "Content-Type": "text/plain" };
		const answer = await handler(
			new Request(`http://mills.example/${name}`, { method: "POST", headers, body }),
		);
		return await answer.json();
	} finally {
		await handler.close();
	}
}

test("the digest of a bundled mill does not depend on its folder, nor on the current one", async (t) => {
	const digests = new Set<string>();
	for (let i = 0; i < 2; i++) {
		const folder = await folderWith(t, FILES);
		const { url, sources } = await bundle(join(folder, "shouter.ts"));
		const expected = ["shout.ts", "shouter.ts"].map((name) => join(folder, name));
		assert.deepEqual(sources.toSorted(), expected);
		digests.add(await millDigest((await import(url.href)).default, url));
	}
	assert.equal(digests.size, 1);
});

test("the digest of a bundled mill changes with the version of the toolkit", async (t) => {
	const folder = await folderWith(t, { "shouter.ts": SHOUTER, "shout.ts": SHOUT });
	const { url } = await bundle(join(folder, "shouter.ts"));
	const { default: mill } = await import(url.href);
	const toolkit = join(folder, "node_modules/gristmill");
	await mkdir(toolkit, { recursive: true });
	await writeFile(join(toolkit, "index.js"), "");
	// The same bundle, as another installation of the toolkit makes it.
	const code = (await readFile(url, "utf8")).replace(OURS, pathToFileURL(join(toolkit, "index.js")).href);
	assert.ok(!code.includes(OURS));
	await writeFile(join(folder, "other.mjs"), code);
	const digestWith = async (version: string) => {
		await writeFile(join(toolkit, "package.json"), JSON.stringify({ name: "gristmill", version }));
		return millDigest(mill, pathToFileURL(join(folder, "other.mjs")));
	};
	assert.equal(await digestWith(VERSION), await millDigest(mill, url));
	assert.notEqual(await digestWith("0.0.1"), await millDigest(mill, url));
});

test("mills are taken as paths and URLs of TypeScript and JavaScript, and run in workers", async (t) => {
	const folder = await folderWith(t, FILES);
	const shouter = join(folder, "shouter.ts");
	const before = (process as { sourceMapsEnabled?: boolean }).sourceMapsEnabled;
	const both = [shouter, join(folder, "plain.mjs")];
	assert.deepEqual(await called(both, "shouter", "grist"), { shouted: "GRIST!" });
	assert.deepEqual(await called(both, "plain-shouter", "grist"), { shouted: "GRIST!" });
	for (const source of [pathToFileURL(shouter), pathToFileURL(shouter).href])
		assert.deepEqual(await called([source], "shouter", "grist"), { shouted: "GRIST!" });
	assert.equal((process as { sourceMapsEnabled?: boolean }).sourceMapsEnabled, before);
});

test("a mill is taken as a path of Python", { skip: NO_PYTHON }, async (t) => {
	const folder = await folderWith(t, { "text_meter.py": PYTHON });
	assert.deepEqual(await called([join(folder, "text_meter.py")], "text-meter", "grist"), { length: 5 });
});

test("a file that cannot be served is told in one sentence, with its line", async (t) => {
	const folder = await folderWith(t, {
		"broken.ts": "export default 4 +;\n",
		"throwing.ts": 'const a: number = 1;\nthrow new Error("no grist");\n',
		"other.ts": "export default 4;\n",
		"data.json": "{}\n",
		"lost.ts": 'import grist from "@lost/grist/a.js";\nexport default grist;\n',
		"astray.ts": 'import grist from "./none.js";\nexport default grist;\n',
	});
	const at = (name: string) => join(folder, name);
	for (const [source, message] of [
		["./none.ts", /^\.\/none\.ts does not exist\. Name a mill file\.$/],
		[folder, /^.* is not a file\. Name a mill file\.$/],
		["word-counter", /^word-counter does not exist\. Name a mill file\.$/],
		[
			at("data.json"),
			/data\.json is not a file in TypeScript \(\.ts\), JavaScript \(\.js, \.mjs\) or Python \(\.py\)\.$/,
		],
		[
			at("lost.ts"),
			/lost\.ts:1:19: Could not resolve "@lost\/grist\/a\.js": install it beside .* npm install @lost\/grist\.$/,
		],
		[at("astray.ts"), /astray\.ts:1:19: Could not resolve "\.\/none\.js": there is no such file\.$/],
		[at("broken.ts"), /broken\.ts:1:19: Unexpected ";"$/],
		[at("throwing.ts"), /throwing\.ts:2:7: no grist$/],
		[
			at("other.ts"),
			/other\.ts: The default export is not a mill\. Write "export default defineMill\(\{ … \}\)"\.$/,
		],
		[
			new URL("https://mills.example/a.ts"),
			/ is not a mill\. Give a path, a file URL or what defineMill returned\.$/,
		],
		["https://mills.example/a.ts", / is not a mill\. Give a path, a file URL or what defineMill returned\.$/],
		["http://", / is not a mill\. Give a path, a file URL or what defineMill returned\.$/],
		[4 as never, / is not a mill\. Give a path, a file URL or what defineMill returned\.$/],
	] as const)
		for (const make of [createServer, createListener, createFetchHandler])
			await assert.rejects(make([source], quiet), { message }, String(source));
});
