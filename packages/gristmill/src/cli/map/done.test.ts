import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { folderWith } from "../../testing/command.js";
import { type Done, doneIn, leftInAnyOrder, leftInOrder, mend } from "./done.js";
import { type Item, keyOf } from "./item.js";

const HERE = { cwd: process.cwd() };

async function* each<T>(...values: readonly T[]): AsyncGenerator<T> {
	yield* values;
}

const files = (...names: readonly string[]) => each<Item>(...names.map((file) => ({ file })));
const done = (...names: readonly string[]) =>
	each<Done>(...names.map((key) => ({ key, failed: key === "bad" })));

/** Sends nothing again that is finished. */
const no = () => false;
const into = (skipped: Done[]) => (one: Done) => {
	skipped.push(one);
	return false;
};

async function left(items: AsyncIterable<Item>): Promise<string[]> {
	const names: string[] = [];
	for await (const item of items) names.push(String(keyOf(item)));
	return names;
}

for (const [before, after] of [
	['{"line":1}\n{"li', '{"line":1}\n'],
	['{"line":1}\n', '{"line":1}\n'],
	['{"li', ""],
	["", ""],
	[`{"line":1}\n${"x".repeat(200_000)}`, '{"line":1}\n'],
	["x".repeat(65_536), ""],
] as const)
	test(`of ${before.length} bytes of results, only the ${after.length} bytes of whole lines are kept`, async (t) => {
		const path = join(await folderWith(t, { out: before }), "out");
		await mend(path, HERE);
		assert.equal(await readFile(path, "utf8"), after);
	});

test("a missing results file counts as empty, and a folder is refused", async (t) => {
	const folder = await folderWith(t, {});
	await mend(join(folder, "none"), HERE);
	for await (const one of doneIn(join(folder, "none"), HERE)) assert.fail(String(one.key));
	await assert.rejects(mend(folder, HERE), / is a folder\. Name a writable file\./);
});

test("results say which input was done and whether it failed; anything else is refused", async (t) => {
	const path = join(await folderWith(t, {}), "out");
	await writeFile(path, '{"file":"a\\n","output":1}\n{"line":7,"error":{}}\n');
	const found: Done[] = [];
	for await (const one of doneIn(path, HERE)) found.push(one);
	assert.deepEqual(found, [
		{ key: "a\n", failed: false },
		{ key: 7, failed: true },
	]);
	for (const line of ["nonsense", "{}", "null", '{"file":{}}']) {
		await writeFile(path, `{"line":1,"output":1}\n${line}\n`);
		await assert.rejects(async () => {
			for await (const _ of doneIn(path, HERE)) {
			}
		}, /Line 2 of .* is not a result/);
	}
});

test("in order, a run continues after the finished inputs, also with failures in a separate file", async () => {
	const skipped: Done[] = [];
	const items = leftInOrder(files("a", "bad", "c", "d"), [done("a", "c"), done("bad")], into(skipped));
	assert.deepEqual(await left(items), ["d"]);
	assert.deepEqual(
		skipped.map(({ failed }) => failed),
		[false, true, false],
	);
	assert.deepEqual(await left(leftInOrder(files("a", "b"), [done()], no)), ["a", "b"]);
	assert.deepEqual(await left(leftInOrder(files("a", "a", "a"), [done("a", "a")], no)), ["a"]);
});

test("in order, an input given twice may have failed the first time, and each line is skipped once", async () => {
	// Both files begin with "a". Only "b" tells that the failure came first.
	const skipped: Done[] = [];
	const failures = each<Done>({ key: "a", failed: true }, { key: "b", failed: true });
	const items = leftInOrder(files("a", "b", "a", "a", "c"), [done("a"), failures], into(skipped));
	assert.deepEqual(await left(items), ["a", "c"]);
	assert.deepEqual(
		skipped.map(({ failed }) => failed),
		[true, true, false],
	);
	await assert.rejects(
		left(leftInOrder(files("a", "c", "a"), [done("a"), done("a", "b")], no)),
		/expected "a", found "c"/,
	);
});

test("in order, a run that stopped anywhere continues with exactly the missing inputs", async () => {
	const line = fc.record({ key: fc.constantFrom("a", "b", "c"), failed: fc.boolean() });
	await fc.assert(
		fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.nat(12), async (all, stop) => {
			const before = all.slice(0, stop);
			const files = [false, true].map((failed) => each(...before.filter((one) => one.failed === failed)));
			const skipped: Done[] = [];
			const items = leftInOrder(each<Item>(...all.map(({ key }) => ({ file: key }))), files, into(skipped));
			assert.deepEqual(
				await left(items),
				all.slice(stop).map(({ key }) => key),
			);
			assert.deepEqual(new Set(skipped), new Set(before));
		}),
	);
});

test("in order, inputs that have changed are refused before one is sent twice", async () => {
	const run = (items: AsyncIterable<Item>) => left(leftInOrder(items, [done("a", "b")], no));
	await assert.rejects(run(files("a", "aa", "b")), /expected "b", found "aa".*Resume with --unordered/);
	await assert.rejects(run(files("b")), /expected "a", found "b"/);
	await assert.rejects(run(files("a")), /"b" is missing/);
});

test("in any order, an input is left out as often as it was finished", async () => {
	const items = files("new", "a", "a", "b", "c");
	assert.deepEqual(await left(leftInAnyOrder(items, [done("c", "a"), done("gone")], () => {})), [
		"new",
		"a",
		"b",
	]);
});
