import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { folderWith } from "../../testing/command.js";
import { asBuilt, codeOf } from "./digest.js";
import { reliancesIn } from "./reliance.js";

const facetsIn = (code: string) => [...new Set(reliancesIn(code).flatMap(({ facets }) => facets))].sort();

for (const [code, facets] of [
	["Math.max(1, Math.floor(x)) + Math.PI", []],
	["const half = Math.sqrt(x) / 2 ** 20;", []],
	["Math.exp(x)", ["maths"]],
	["const { sin } = Math;", ["maths"]],
	["Math [name](x)", ["maths"]],
	["x ** 0.5", ["maths"]],
	["x**y", ["maths"]],
	["2 ** 0.5", ["maths"]],
	["x **= y", ["maths"]],
	["/** A comment. */ const text = '**Bold** and **more** text';", []],
	["new Intl.Segmenter('th').segment(text.toLocaleUpperCase('tr'))", []],
	["new Intl.NumberFormat('de')", ["locale"]],
	["const formats = Intl;", ["locale"]],
	["x.toLocaleString() + a.localeCompare(b)", ["locale"]],
	["new Date(x)", ["locale"]],
	["WebAssembly.instantiate(bytes)", ["processor"]],
	["globalThis[name]", ["locale", "maths", "processor"]],
	["await import(name)", ["locale", "maths", "processor"]],
	["await import('./stone.js')", []],
] as const)
	test(`the code "${code}" relies on ${facets.join(", ") || "texts alone"}`, () => {
		assert.deepEqual(facetsIn(code), facets);
	});

test("a mill relies on what its files and packages use, also once it is bundled", async (t) => {
	const folder = await folderWith(t, {
		"mill.js": 'import { grind } from "./stone.js";\nexport default grind;\n',
		"stone.js": 'export { grind } from "grain";\nexport const e = Math.exp(1);\n',
	});
	const grain = join(folder, "node_modules/grain");
	await mkdir(grain, { recursive: true });
	const manifest = { name: "grain", version: "1.0.0", type: "module", exports: "./index.js" };
	await writeFile(join(grain, "package.json"), JSON.stringify(manifest));
	await writeFile(join(grain, "index.js"), 'export * from "./deep.js";\n');
	await writeFile(join(grain, "deep.js"), "export const grind = (x) => x.toLocaleString();\n");
	const code = await codeOf(pathToFileURL(join(folder, "mill.js")));
	const facets = (found: typeof code) => new Set(found.reliances.flatMap((one) => one.facets));
	assert.deepEqual(facets(code), new Set(["maths", "locale"]));
	assert.deepEqual(
		code.reliances.map(({ use }) => use),
		["Math.exp", "toLocaleString"],
	);
	const bundled = await folderWith(t, { "bundle.js": asBuilt("export default 1;", code) });
	const built = await codeOf(pathToFileURL(join(bundled, "bundle.js")));
	assert.equal(built.hash, code.hash);
	assert.deepEqual(facets(built), new Set(["text", "maths", "locale"]));
});
