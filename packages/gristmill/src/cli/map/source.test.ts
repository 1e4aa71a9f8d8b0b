import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { keyOf } from "./item.js";
import { filesSource, type Source } from "./source.js";

const HOST = { cwd: process.cwd() };
const NAMES = [
	"a b.txt",
	"a.jpg",
	"a/deep/er/x.txt",
	"a/z.txt",
	"a-b.txt",
	"new\nline.txt",
	"quote'\"$.txt",
	"[odd]*.txt",
	"日本.txt",
	"😀.txt",
	".hidden.txt",
	".config/x.txt",
	"Z.txt",
];

async function tree(t: TestContext): Promise<string> {
	const folder = await folderWith(t, {});
	for (const name of NAMES) {
		await mkdir(dirname(join(folder, name)), { recursive: true });
		await writeFile(join(folder, name), name);
	}
	return folder;
}

async function namesOf(source: Source, folder: string): Promise<string[]> {
	const names: string[] = [];
	for await (const item of source.open()) names.push(String(keyOf(item)).replace(`${folder}/`, ""));
	assert.equal(await source.count?.(), names.length);
	return names;
}

async function found(folder: string, words: readonly string[], hidden = false): Promise<string[]> {
	const source = await filesSource(
		words.map((word) => join(folder, word)),
		{ hidden, own: [] },
		HOST,
	);
	return namesOf(source, folder);
}

test("the files of a folder come in the order of their paths, whatever their names", async (t) => {
	const folder = await tree(t);
	const shown = NAMES.filter((name) => !name.startsWith("."));
	assert.deepEqual(await found(folder, ["."]), shown.sort());
	assert.deepEqual(await found(folder, ["."], true), [...NAMES].sort());
	assert.deepEqual(await found(folder, ["a/", "a.jpg", "a.jpg"]), [
		"a/deep/er/x.txt",
		"a/z.txt",
		"a.jpg",
		"a.jpg",
	]);
});

test("a pattern finds what it says and enters no other folders", async (t) => {
	const folder = await tree(t);
	assert.deepEqual(await found(folder, ["*.jpg"]), ["a.jpg"]);
	assert.deepEqual(await found(folder, ["*/*.txt"]), ["a/z.txt"]);
	assert.deepEqual(
		await found(folder, ["**/*.txt"]),
		NAMES.filter((name) => /^[^.].*\.txt$/s.test(name)).sort(),
	);
	assert.deepEqual(await found(folder, ["a/{deep/er,none}/*"]), ["a/deep/er/x.txt"]);
	assert.deepEqual(await found(folder, ["{.config,a}/*.txt"]), [".config/x.txt", "a/z.txt"]);
	assert.deepEqual(await found(folder, ["**/x.txt"], true), [".config/x.txt", "a/deep/er/x.txt"]);
	await assert.rejects(found(folder, ["*.png"]), /No file matches .*\*\.png/);
});

test("an existing file is taken by its name, even if that looks like a pattern", async (t) => {
	assert.deepEqual(await found(await tree(t), ["[odd]*.txt"]), ["[odd]*.txt"]);
});

test("links to files are followed, links to folders are not, and one that leads nowhere is an input", async (t) => {
	const folder = await tree(t);
	await symlink(".", join(folder, "a/circle"));
	await symlink("../a.jpg", join(folder, "a/link.jpg"));
	await symlink("nowhere", join(folder, "a/lost"));
	assert.deepEqual(await found(folder, ["a"]), ["a/deep/er/x.txt", "a/link.jpg", "a/lost", "a/z.txt"]);
	// A link that is named itself is meant.
	await symlink("a/deep", join(folder, "short"));
	assert.deepEqual(await found(folder, ["short"]), ["short/er/x.txt"]);
});

test("files that the command writes are not inputs, and an empty folder has no inputs", async (t) => {
	const folder = await folderWith(t, { "out.ndjson": "", "in.txt": "" });
	const own = [`${folder}/../${folder.split("/").at(-1)}/out.ndjson`];
	const source = await filesSource([folder], { hidden: false, own }, HOST);
	assert.deepEqual(await namesOf(source, folder), ["in.txt"]);
	assert.deepEqual(await found(await folderWith(t, {}), ["."]), []);
});

test("a path that does not exist or is not a file is refused at once", async (t) => {
	const folder = await tree(t);
	await assert.rejects(
		found(folder, ["none.txt"]),
		/none\.txt does not exist\. Name a file, a folder or a pattern\./,
	);
	await assert.rejects(found(folder, ["a.jpg/x"]), /a\.jpg\/x does not exist/);
	await assert.rejects(
		filesSource(["/dev/null"], { hidden: false, own: [] }, HOST),
		/\/dev\/null is neither/,
	);
});
