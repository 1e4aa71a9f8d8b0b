import assert from "node:assert/strict";
import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { defineMill } from "../../core/definition/define-mill.js";
import { Type, text } from "../../index.js";
import { folderWith } from "../../testing/command.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import { millDigest } from "./digest.js";

const FILES = {
	"mill.js":
		'import { grind } from "./stone.js";\nimport "node:fs";\nexport default grind;\n//# sourceMappingURL=mill.js.map\n',
	"stone.js": 'export { grind } from "./deep.js";\n',
	"deep.js": "export const grind = 1;\n",
	"weights.bin": "weights",
	"unused.js": "export const nothing = 1;\n",
};

/** A mill whose code and asset lie in a folder of their own. */
async function millIn(t: TestContext): Promise<string> {
	return folderWith(t, FILES);
}

function digestIn(folder: string, changes: { version?: string; output?: string } = {}): Promise<string> {
	const { version = "1.0.0", output = "flour" } = changes;
	const mill = defineMill({
		name: "grain-meter",
		version,
		summary: "Measures grain.",
		input: { "text/plain": text() },
		output: Type.Object({ [output]: Type.String() }),
		assets: [pathToFileURL(join(folder, "weights.bin"))],
		run: () => ({}),
	});
	return millDigest(mill, pathToFileURL(join(folder, "mill.js")));
}

test("the digest of the same mill is the same each time", async (t) => {
	const folder = await millIn(t);
	assert.match(await digestIn(folder), /^[\w-]{22}$/);
	assert.equal(await digestIn(folder), await digestIn(folder));
});

test("the digest does not depend on the folder that the mill lies in", async (t) => {
	const folder = await millIn(t);
	const elsewhere = join(await folderWith(t, {}), "far", "away");
	await mkdir(elsewhere, { recursive: true });
	await cp(folder, elsewhere, { recursive: true });
	const digest = await digestIn(elsewhere);
	assert.equal(digest, await digestIn(folder));
	await rm(folder, { recursive: true });
	assert.equal(await digestIn(elsewhere), digest);
});

test("the digest changes with the version and with the schemas", async (t) => {
	const folder = await millIn(t);
	const digests = [
		await digestIn(folder),
		await digestIn(folder, { version: "1.0.1" }),
		await digestIn(folder, { output: "bran" }),
	];
	assert.equal(new Set(digests).size, digests.length);
});

for (const [file, what] of [
	["mill.js", "its code"],
	["stone.js", "a file that it imports"],
	["deep.js", "a file that is imported by what it imports"],
	["weights.bin", "an asset"],
] as const)
	test(`the digest changes with ${what}`, async (t) => {
		const folder = await millIn(t);
		const before = await digestIn(folder);
		await writeFile(join(folder, file), `${FILES[file]} `);
		assert.notEqual(await digestIn(folder), before);
		await writeFile(join(folder, file), FILES[file]);
		assert.equal(await digestIn(folder), before);
	});

test("the digest does not change with a file that the mill does not use, nor with its source map", async (t) => {
	const folder = await millIn(t);
	const before = await digestIn(folder);
	await writeFile(join(folder, "unused.js"), "export const nothing = 2;\n");
	await writeFile(join(folder, "mill.js"), FILES["mill.js"].replace("mill.js.map", "elsewhere/mill.js.map"));
	assert.equal(await digestIn(folder), before);
});

test("files that import each other have a digest", async (t) => {
	const folder = await millIn(t);
	await writeFile(join(folder, "deep.js"), 'import "./mill.js";\nexport const grind = 1;\n');
	assert.match(await digestIn(folder), /^[\w-]{22}$/);
});

test("a dynamic import and a re-export count as code too", async (t) => {
	const folder = await millIn(t);
	await writeFile(join(folder, "mill.js"), 'export * from "./stone.js";\nawait import("./unused.js");\n');
	const before = await digestIn(folder);
	await writeFile(join(folder, "unused.js"), "export const nothing = 2;\n");
	assert.notEqual(await digestIn(folder), before);
});

test("a required CommonJS file counts as code too", async (t) => {
	const folder = await millIn(t);
	await writeFile(join(folder, "deep.js"), 'export { grind } from "./old.cjs";\n');
	await writeFile(join(folder, "old.cjs"), 'exports.grind = require("./older.cjs").grind;\n');
	await writeFile(join(folder, "older.cjs"), "exports.grind = 1;\n");
	const before = await digestIn(folder);
	await writeFile(join(folder, "older.cjs"), "exports.grind = 2;\n");
	assert.notEqual(await digestIn(folder), before);
});

test("a file that is imported by a name of its package.json counts as code too", async (t) => {
	const folder = await millIn(t);
	await writeFile(join(folder, "package.json"), '{"imports":{"#stone":"./unused.js"}}');
	await writeFile(join(folder, "mill.js"), 'export * from "#stone";\n');
	const before = await digestIn(folder);
	await writeFile(join(folder, "unused.js"), "export const nothing = 2;\n");
	assert.notEqual(await digestIn(folder), before);
});

test("the digest changes with the version of a package that a bundle names by its address, such as the toolkit", async (t) => {
	const folder = await millIn(t);
	const toolkit = join(folder, "node_modules/gristmill");
	await mkdir(join(toolkit, "dist"), { recursive: true });
	await writeFile(join(toolkit, "package.json"), '{"name":"gristmill","version":"1.0.0"}');
	await writeFile(join(toolkit, "dist/package.json"), '{"type":"module"}');
	await writeFile(join(toolkit, "dist/index.js"), 'export * from "./deep.js";\n');
	const url = pathToFileURL(join(toolkit, "dist/index.js"));
	await writeFile(join(folder, "mill.js"), `import "${url}";\n`);
	const before = await digestIn(folder);
	await writeFile(join(toolkit, "package.json"), '{"name":"gristmill","version":"1.0.1"}');
	assert.notEqual(await digestIn(folder), before);
});

test("every file of a linked package that a bundle names by its address counts as code", async (t) => {
	const folder = await millIn(t);
	const linked = await folderWith(t, { "index.js": 'export * from "./deep.js";\n', "deep.js": "" });
	await writeFile(join(folder, "mill.js"), `import "${pathToFileURL(join(linked, "index.js"))}";\n`);
	const before = await digestIn(folder);
	await writeFile(join(linked, "deep.js"), "export const grind = 2;\n");
	assert.notEqual(await digestIn(folder), before);
});

test("a mill that is given by a symbolic link has the digest of the file that the link names", async (t) => {
	const folder = await millIn(t);
	const linked = await folderWith(t, { "weights.bin": FILES["weights.bin"] });
	await symlink(join(folder, "mill.js"), join(linked, "mill.js"));
	const before = await digestIn(linked);
	assert.equal(before, await digestIn(folder));
	await writeFile(join(folder, "deep.js"), "export const grind = 2;\n");
	assert.notEqual(await digestIn(linked), before);
});

test("the digest changes if code moves from one file to another", async (t) => {
	const folder = await millIn(t);
	const before = await digestIn(folder);
	await writeFile(join(folder, "deep.js"), `${FILES["deep.js"]}we`);
	await writeFile(join(folder, "weights.bin"), "ights");
	assert.notEqual(await digestIn(folder), before);
});

test("the digest of a mill that was given as an object changes with its function", async () => {
	const digest = (run: () => object) => millDigest(emptyMill({ run }), undefined);
	assert.notEqual(await digest(() => ({})), await digest(() => ({ grain: 1 })));
});
