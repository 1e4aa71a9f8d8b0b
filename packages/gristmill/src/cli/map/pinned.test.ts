import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { mapResults as read } from "../../testing/map-results.js";
import { run } from "../../testing/run-command.js";
import { tableServer } from "../../testing/servers/odd-server.js";
import { pinnedTo } from "./pinned.js";

const FAILURE = '{"line":1,"error":{"kind":"problem","detail":"\\"digest\\":\\"no\\"}"}}\n';

test("the digest of a run is the given one, that of the run that is continued, or the first", async (t) => {
	const cwd = await folderWith(t, {
		none: "",
		failed: FAILURE,
		out: `${FAILURE}{"line":2,"output":1,"digest":"one"}\n`,
	});
	const pinned = (given: string | undefined, ...earlier: string[]) => pinnedTo(given, earlier, { cwd });
	assert.equal(await pinned(undefined), "first");
	assert.equal(await pinned(undefined, "missing", "none", "failed"), "first");
	assert.equal(await pinned(undefined, "failed", "out"), "one");
	assert.equal(await pinned("two"), "two");
	assert.equal(await pinned("one", "out"), "one");
	assert.equal(await pinned("any", "out"), undefined);
	await assert.rejects(
		pinned("two", "out"),
		/The results in out are of the digest one, and --digest is two\. .* --digest any/,
	);
	for (const wrong of ["", "two words", "é", "x".repeat(201)])
		await assert.rejects(pinned(wrong), /is no digest/);
});

/** A server whose answers have this digest, or that of the wish. */
async function digested(digest: string) {
	const { url } = await tableServer({
		"POST /x": ({ headers }) => {
			const fields = { "Mill-Digest": digest };
			const wanted = headers["mill-digest"];
			if (wanted !== undefined && wanted !== digest) return { status: 412, headers: fields };
			return { headers: { ...fields, "Content-Type": "application/json" }, body: JSON.stringify(digest) };
		},
	});
	return `${url}/x`;
}

test("--digest takes the answers of one version, and a server of another one stops the run with code 3", async (t) => {
	const [one, two] = [await digested("one"), await digested("two")];
	const cwd = await folderWith(t, { in: "a\nb\nc\nd\n" });
	const map = (...words: string[]) => run(["map", ...words, "--lines", "in", "--wait", "0"], { cwd });
	const both = await map(one, two, "--digest", "two", "--out", "out", "--limit", "3");
	assert.equal(both.code, 0, both.err);
	const results = async () => read(await readFile(join(cwd, "out"), "utf8")).map(({ output }) => output);
	assert.deepEqual(await results(), ["two", "two", "two"]);
	const other = await map(one, "--out", "out", "--resume");
	assert.equal(other.code, 3, other.err);
	assert.match(other.err, /The results so far are of another algorithm\. .* --digest any/);
	assert.deepEqual(await results(), ["two", "two", "two"]);
	const refused = await map(one, "--out", "out", "--resume", "--digest", "one");
	assert.deepEqual([refused.code, /are of the digest two/.test(refused.err)], [2, true]);
	const mixed = await map(one, "--out", "out", "--resume", "--digest", "any");
	assert.equal(mixed.code, 0, mixed.err);
	assert.deepEqual(await results(), ["two", "two", "two", "one"]);
});
