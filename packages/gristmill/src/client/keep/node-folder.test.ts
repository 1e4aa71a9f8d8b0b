import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { openFolder } from "./node-folder.js";

const keyOf = (name: string | number) => createHash("sha256").update(String(name)).digest("hex");
const answer = (text: string) => ({ type: "text/plain", digest: "d", bytes: Buffer.from(text) });

async function opened(t: TestContext, maxBytes = 2 ** 20) {
	const path = join(await folderWith(t, {}), "kept");
	const keep = await openFolder(path, maxBytes);
	const fileOf = (key: string) => join(path, key.slice(0, 2), key);
	const read = async (key: string) => {
		const found = await keep.get(key);
		return found && Buffer.from(found.bytes).toString();
	};
	const files = async () => {
		const found = await readdir(path, { recursive: true, withFileTypes: true });
		return found.filter((one) => one.isFile()).map(({ name }) => name);
	};
	return { path, keep, fileOf, read, files };
}

test("an answer is a file that has a hash as its name, and is there for the next program", async (t) => {
	const { path, keep, files, read } = await opened(t);
	const key = keyOf("a");
	await keep.set(key, answer("one\ntwo"));
	assert.equal(await read(key), "one\ntwo");
	assert.deepEqual(await files(), [key]);
	const other = await openFolder(path, 2 ** 20);
	assert.deepEqual(await other.get(key), { ...answer("one\ntwo") });
	assert.equal(await read(keyOf("b")), undefined);
});

test("a damaged file is not there, and is replaced", async (t) => {
	const { keep, fileOf, read } = await opened(t);
	const key = keyOf("a");
	await keep.set(key, answer("the answer"));
	const path = fileOf(key);
	const whole = await readFile(path);
	const flipped = Buffer.from(whole);
	flipped.writeUInt8((flipped.at(-1) ?? 0) ^ 1, flipped.length - 1);
	const otherType = Buffer.from(whole.toString().replace("text/plain", "text/html!"));
	for (const damaged of [
		Buffer.alloc(0),
		whole.subarray(0, -1),
		flipped,
		otherType,
		Buffer.from("null\n"),
		Buffer.from("{"),
	]) {
		await writeFile(path, damaged);
		assert.equal(await read(key), undefined);
	}
	await keep.set(key, answer("the answer"));
	assert.equal(await read(key), "the answer");
	const other = keyOf("b");
	await mkdir(dirname(fileOf(other)), { recursive: true });
	await rename(path, fileOf(other));
	assert.equal(await read(other), undefined, "an answer under another key is damaged, too");
});

test("what was not used for longest goes first, and files of others stay", async (t) => {
	const { path, keep, fileOf, read, files } = await opened(t, 10_000);
	await writeFile(join(path, "notes.txt"), "x".repeat(20_000));
	const old = `${crypto.randomUUID()}.part`;
	const young = `${crypto.randomUUID()}.part`;
	for (const name of [old, young]) await writeFile(join(path, name), "half");
	await utimes(join(path, old), 1, 1);
	for (let i = 0; i < 8; i++) {
		await keep.set(keyOf(i), answer("x".repeat(1_000)));
		await utimes(fileOf(keyOf(i)), 100 + i, 100 + i);
	}
	assert.ok(await read(keyOf(0)), "used now");
	await keep.set(keyOf("new"), answer("x".repeat(1_000)));
	for (const key of [0, 7, "new"]) assert.ok(await read(keyOf(key)), `${key}`);
	assert.equal(await read(keyOf(1)), undefined);
	const left = await files();
	assert.ok(left.includes("notes.txt") && left.includes(young) && !left.includes(old));
	const sizes = await Promise.all(left.filter((name) => name.length === 64).map((key) => stat(fileOf(key))));
	assert.ok(sizes.reduce((sum, { size }) => sum + size, 0) <= 10_000);
	await keep.set(keyOf("large"), answer("x".repeat(10_000)));
	assert.equal(await read(keyOf("large")), undefined);
	assert.ok(await read(keyOf("new")), "what does not fit takes no place");
});

test("a folder that was removed, or is full, fails no call", async (t) => {
	const { path, keep, read } = await opened(t);
	await rm(path, { recursive: true });
	await keep.set(keyOf("a"), answer("one"));
	assert.equal(await read(keyOf("a")), "one");
	await rm(path, { recursive: true });
	await writeFile(path, "a file");
	await keep.set(keyOf("b"), answer("two"));
	assert.equal(await read(keyOf("b")), undefined);
});
