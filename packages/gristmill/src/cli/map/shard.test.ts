import assert from "node:assert/strict";
import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import drawer from "../../testing/mills/gradient-drawer.js";
import { MILLS } from "../../testing/mills/mills.js";
import { run } from "../../testing/run-command.js";
import { servedMills } from "../../testing/served-mills.js";
import { UsageError } from "../command-line/command-error.js";
import type { Item } from "./item.js";
import { nameOfShard, readShard, shardOf } from "./shard.js";
import type { Source } from "./source.js";

const served = servedMills([...MILLS, drawer]);

function sourceWith(items: readonly Item[]): Source {
	return {
		async *open() {
			yield* items;
		},
		count: async () => items.length,
	};
}

const LINES = Array.from({ length: 11 }, (_, i) => ({ line: i + 1, content: "" }));
const FILES = Array.from({ length: 200 }, (_, i) => ({ file: `in/${i}.txt` }));

/** The inputs of every shard. */
async function shardsOf(items: readonly Item[], count: number, ordered: boolean, limit = Infinity) {
	return Promise.all(
		Array.from({ length: count }, async (_, index) => {
			const passed: Item[] = [];
			const division = { ordered, limit, passOver: (item: Item) => passed.push(item) };
			const shard = shardOf(sourceWith(items), { index, count }, division);
			const found: Item[] = [];
			for await (const item of shard.open()) found.push(item);
			assert.equal(await shard.count?.(), found.length);
			return { found, passed };
		}),
	);
}

test("in order, shards are blocks of nearly the same size, one after the other", async () => {
	for (const count of [1, 2, 3, 4, 11, 15]) {
		const shards = await shardsOf(LINES, count, true);
		assert.deepEqual(
			shards.flatMap(({ found }) => found),
			LINES,
		);
		const sizes = shards.map(({ found }) => found.length);
		assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, String(sizes));
		// Names of result files depend on the inputs before.
		const last = shards.findLast(({ found }) => found.length > 0);
		assert.deepEqual([...(last?.passed ?? []), ...(last?.found ?? [])], LINES);
	}
});

test("--limit counts for all shards together", async () => {
	for (const ordered of [true, false]) {
		const shards = await shardsOf(LINES, 3, ordered, 7);
		const found = shards.flatMap((shard) => shard.found as readonly { line: number }[]);
		assert.deepEqual(
			found.map(({ line }) => line).sort((a, b) => a - b),
			[1, 2, 3, 4, 5, 6, 7],
		);
	}
	assert.deepEqual(
		(await shardsOf(LINES, 2, false, 0)).flatMap(({ found }) => found),
		[],
	);
});

test("in any order, an input stays in its shard when others are added", async () => {
	const shards = await shardsOf(FILES, 4, false);
	assert.equal(new Set(shards.flatMap(({ found }) => found)).size, FILES.length);
	for (const { found } of shards) assert.ok(found.length > 25, String(found.length));
	const grown = await shardsOf([{ file: "in/0-new.txt" }, ...FILES], 4, false);
	for (const [i, { found }] of shards.entries()) {
		const after = new Set(grown[i]?.found);
		assert.ok(found.every((item) => after.has(item)));
	}
});

for (const word of ["", "1", "2/2", "0/0", "-1/2", "1/2/3", "1.5/2", "a/b", "0/1000000", " 0/2"])
	test(`--shard ${JSON.stringify(word)} is refused`, () => {
		const isRefusal = (error: Error) =>
			error instanceof UsageError && /^--shard ".*" is not I\/N, with I from 0 to N - 1/.test(error.message);
		assert.throws(() => readShard(word), isRefusal);
	});

test("{shard} is its number, with zeros in front so that names sort by number", () => {
	assert.equal(nameOfShard("out-{shard}.ndjson", readShard("7/120")), "out-007.ndjson");
	assert.equal(nameOfShard("{shard}/{shard}", readShard("3/10")), "3/3");
	assert.equal(nameOfShard("out", readShard("0/1")), "out");
});

const map = (words: readonly string[], cwd: string, input = "") =>
	run(["map", ...words, "--quiet"], { cwd, input });

test("the results of all shards, one after the other, are those of one run", async (t) => {
	const { url } = served;
	const lines = Array.from(
		{ length: 50 },
		(_, i) => `${i}${" w".repeat(i % 7)}${i % 9 === 4 ? "\xff" : ""}\n`,
	);
	const cwd = await folderWith(t, {});
	await writeFile(join(cwd, "in"), lines.join(""), "latin1");
	const words = [`${url}/word-counter`, "--lines", "in"];
	const one = await map([...words, "--out", "one", "--errors", "one-errors"], cwd);
	assert.equal(one.code, 1, one.err);
	const sharded = (index: number) => [...words, "--shard", `${index}/3`, "--out", "out-{shard}"];
	const errors = ["--errors", "errors-{shard}"];
	await Promise.all([0, 1, 2].map((index) => map([...sharded(index), ...errors], cwd)));
	// A shard that was killed in the middle of a line goes on.
	const path = join(cwd, "out-1");
	const text = await readFile(path, "utf8");
	await writeFile(path, text.slice(0, -5));
	const again = await map([...sharded(1), ...errors, "--resume"], cwd);
	assert.equal(again.code, 1, again.err);
	for (const name of ["out", "errors"]) {
		const parts = await Promise.all([0, 1, 2].map((i) => readFile(join(cwd, `${name}-${i}`), "utf8")));
		const whole = await readFile(join(cwd, name === "out" ? "one" : "one-errors"), "utf8");
		assert.equal(parts.join(""), whole);
		assert.ok(parts.every((part) => part !== ""));
	}
});

test("shards that share a folder give result files the same names as one run", async (t) => {
	const { url } = served;
	const cwd = await folderWith(t, {});
	await mkdir(join(cwd, "in"));
	for (const name of ["a.md", "a.txt", "b.md", "b.txt", "c.md"])
		await writeFile(join(cwd, "in", name), "2x1 000000 ffffff");
	const words = [`${url}/gradient-drawer`, "in", "--accept", "image/png", "--type", "text/plain"];
	const into = (folder: string, out: string) => [...words, "--out-folder", folder, "--out", out];
	await map(into("out", "one"), cwd);
	const lines = await readFile(join(cwd, "one"), "utf8");
	const files = await readdir(join(cwd, "out/in"));
	assert.deepEqual(files.sort(), ["a.png", "a.txt.png", "b.png", "b.txt.png", "c.png"]);
	for (const order of [[], ["--unordered"]]) {
		const folder = order.length === 0 ? "sharded" : "unordered";
		const shards = [0, 1, 2].map((i) =>
			map([...into(folder, `${folder}-{shard}`), "--shard", `${i}/3`, ...order], cwd),
		);
		for (const { code, err } of await Promise.all(shards)) assert.equal(code, 0, err);
		assert.deepEqual((await readdir(join(cwd, folder, "in"))).sort(), files);
		const parts = await Promise.all([0, 1, 2].map((i) => readFile(join(cwd, `${folder}-${i}`), "utf8")));
		const joined = parts.join("").replaceAll(`${folder}/`, "out/");
		if (order.length === 0) assert.equal(joined, lines);
		else assert.deepEqual(joined.split("\n").sort(), lines.split("\n").sort());
	}
});

test("the lines of standard input are divided only in any order", async (t) => {
	const { url } = served;
	const cwd = await folderWith(t, {});
	const words = [`${url}/word-counter`, "--lines", "-", "--shard", "1/2"];
	const ordered = await map(words, cwd, "a\n");
	assert.equal(ordered.code, 2);
	assert.match(ordered.err, /Give --unordered, or a file, with --shard/);
	const { out } = await map([...words, "--unordered"], cwd, "a\nb\nc\nd\n");
	assert.deepEqual(out.match(/"line":\d/g)?.sort(), ['"line":2', '"line":4']);
});

test("a folder that grows is continued in any order, with nothing sent twice", async (t) => {
	const { url } = served;
	const cwd = await folderWith(t, {});
	await mkdir(join(cwd, "in"));
	const names = Array.from({ length: 12 }, (_, i) => `${i}.txt`);
	for (const name of names.slice(0, 6)) await appendFile(join(cwd, "in", name), "one");
	const words = [`${url}/word-counter`, "in", "--unordered", "--resume"];
	const all = () =>
		Promise.all([0, 1].map((i) => map([...words, "--shard", `${i}/2`, "--out", `out-${i}`], cwd)));
	await all();
	for (const name of names.slice(6)) await appendFile(join(cwd, "in", name), "two");
	for (const { code, err } of await all()) assert.equal(code, 0, err);
	const parts = await Promise.all([0, 1].map((i) => readFile(join(cwd, `out-${i}`), "utf8")));
	const found = [...parts.join("").matchAll(/"file":"in\/([^"]+)"/g)].map(([, name = ""]) => name);
	assert.deepEqual(found.sort(), names.sort());
});
