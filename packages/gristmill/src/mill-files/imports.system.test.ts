import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { open } from "../library/open.js";
import { folderWith } from "../testing/command.js";

/** What the mill of a file answers in a worker, with all its permissions, and its digest. */
async function answerOf(file: string) {
	await using mill = await open(file, { workers: 1 });
	const { told: answer } = (await mill("x")) as { told: unknown };
	return { answer, digest: mill.digest };
}

async function filled(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(folder, name)), { recursive: true });
		await writeFile(join(folder, name), text);
	}
}

const mill = (imports: string, answer: string) => `import { defineMill, text, Type } from "gristmill";
${imports}
export default defineMill({ name: "teller", version: "1.0.0", summary: "Tells.", input: { "text/plain": text() },
	output: Type.Object({ told: Type.Unknown() }), run: () => ({ told: ${answer} }) });`;

test("paths of tsconfig.json lead to the author's files", async (t) => {
	const folder = await folderWith(t, {});
	await filled(folder, {
		"tsconfig.json":
			'{ "compilerOptions": { "paths": { "@/*": ["./lib/*"], "words": ["./lib/words.mjs"] } } }',
		"lib/shout.ts": "export const shout = (text: string): string => text.toUpperCase();",
		"lib/words.mjs": 'import { shout } from "@/shout.ts";\nexport const word = shout("grist");',
		"mill.ts": mill(
			'import { shout } from "@/shout.ts";\nimport { word } from "words";',
			'{ a: shout("b"), word }',
		),
	});
	const { answer } = await answerOf(join(folder, "mill.ts"));
	assert.deepEqual(answer, { a: "B", word: "GRIST" });
});

test("a linked package of a workspace may be TypeScript, and its own packages are found", async (t) => {
	const folder = await folderWith(t, {});
	await filled(folder, {
		"packages/words/package.json": '{ "name": "@me/words", "type": "module", "exports": "./src/index.ts" }',
		"packages/words/src/index.ts":
			'import { end } from "ends";\nexport const words = (count: number): string => count + " words" + end;',
		"packages/words/node_modules/ends/package.json":
			'{ "name": "ends", "version": "1.0.0", "type": "module", "main": "i.js" }',
		"packages/words/node_modules/ends/i.js": 'export const end = "!";',
		"mills/mill.ts": mill('import { words } from "@me/words";', "{ words: words(2) }"),
	});
	await mkdir(join(folder, "node_modules/@me"), { recursive: true });
	await symlink(join(folder, "packages/words"), join(folder, "node_modules/@me/words"));
	const { answer, digest } = await answerOf(join(folder, "mills/mill.ts"));
	assert.deepEqual(answer, { words: "2 words!" });
	await writeFile(join(folder, "packages/words/src/index.ts"), "export const words = (): string => 'none';");
	assert.notEqual((await answerOf(join(folder, "mills/mill.ts"))).digest, digest);
});

test("a module's own place is that of the author's file, and the digest does not depend on it", async (t) => {
	const digests = new Set<string>();
	for (let i = 0; i < 2; i++) {
		const folder = await folderWith(t, {});
		await filled(folder, {
			"lib/place.ts": "export const place: string[] = [import.meta.dirname, import.meta.filename];",
			"mill.ts": mill(
				'import { place } from "./lib/place.ts";',
				"{ place, url: import.meta.url, own: import.meta.dirname }",
			),
		});
		const { answer, digest } = await answerOf(join(folder, "mill.ts"));
		assert.deepEqual(answer, {
			place: [join(folder, "lib"), join(folder, "lib/place.ts")],
			url: new URL(`file://${encodeURI(folder)}/mill.ts`).href,
			own: folder,
		});
		digests.add(digest);
	}
	assert.equal(digests.size, 1);
});

test("import.meta.resolve and createRequire find files of packages, whose version is in the digest", async (t) => {
	const folder = await folderWith(t, {});
	const manifest = (version: string) =>
		JSON.stringify({
			name: "tables",
			version,
			exports: { "./data.json": "./data.json", "./more.txt": { import: "./more.txt" } },
		});
	await filled(folder, {
		"node_modules/tables/package.json": manifest("1.0.0"),
		"node_modules/tables/data.json": '{ "rows": 3 }',
		"node_modules/tables/more.txt": "more",
		"beside.txt": "beside",
		"mill.ts": mill(
			'import { readFileSync } from "node:fs";\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
			`{
				rows: (require("tables/data.json") as { rows: number }).rows,
				file: readFileSync(require.resolve("tables/data.json"), "utf8").length,
				more: readFileSync(new URL(import.meta.resolve("tables/more.txt")), "utf8"),
				beside: import.meta.resolve("./beside.txt") === new URL("./beside.txt", import.meta.url).href,
				node: import.meta.resolve("node:fs"),
			}`,
		),
	});
	const { answer, digest } = await answerOf(join(folder, "mill.ts"));
	assert.deepEqual(answer, { rows: 3, file: 13, more: "more", beside: true, node: "node:fs" });
	await writeFile(join(folder, "node_modules/tables/package.json"), manifest("1.1.0"));
	assert.notEqual((await answerOf(join(folder, "mill.ts"))).digest, digest);
});
