import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { run } from "../../testing/run-command.js";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test("token prints a random token once, and the line with its hash", async () => {
	const { code, out, err } = await run(["token", "alice", "--mills", "word-counter,normaliser"]);
	assert.equal(code, 0, err);
	const [, token = ""] = /^ {2}(\S+)$/m.exec(out) ?? [];
	assert.match(token, /^[\w-]{43}$/);
	const line = JSON.parse(out.trim().split("\n").at(-1) ?? "");
	assert.deepEqual(line, { name: "alice", sha256: sha256(token), mills: ["word-counter", "normaliser"] });
});

test("token writes the limits of the caller into its line, and refuses what a server would refuse", async () => {
	const words = ["--rate", "600/min", "--burst", "5", "--concurrency", "4", "--seconds-per-day", "3600"];
	const { out } = await run(["token", "alice", ...words]);
	const { rate, burst, concurrency, secondsPerDay } = JSON.parse(out.trim().split("\n").at(-1) ?? "");
	assert.deepEqual([rate, burst, concurrency, secondsPerDay], ["600/min", 5, 4, 3600]);
	const { code, err } = await run(["token", "alice", "--rate", "often"]);
	assert.equal(code, 2);
	assert.match(err, /"rate" must be a number of calls per time/);
});

test("token --file adds the line behind the others and prints the token alone", async (t) => {
	const cwd = await folderWith(t, { tokens: "# callers" });
	const made: string[] = [];
	for (const name of ["alice", "alice"]) {
		const { code, out, err } = await run(["token", name, "--file", "tokens"], { cwd });
		assert.equal(code, 0, err);
		made.push(out.trim());
	}
	const [comment, ...lines] = (await readFile(join(cwd, "tokens"), "utf8")).trim().split("\n");
	assert.equal(comment, "# callers");
	assert.deepEqual(
		lines.map((line) => JSON.parse(line)),
		made.map((token) => ({ name: "alice", sha256: sha256(token) })),
	);
	assert.equal((await run(["token", "bob", "--file", "new"], { cwd })).code, 0);
	assert.equal((await stat(join(cwd, "new"))).mode & 0o077, 0, "others need not read it");
});

for (const [words, message] of [
	[[], /The name of the caller is missing/],
	[["a", "b"], /"b" is a second caller/],
	[["a:b"], /must have 1 to 100 characters/],
	[["a", "--file", "broken"], /broken, line 1/],
	[
		["a", "--file", "no/such/file"],
		/no\/such\/file is in a folder that does not exist\. Name a writable file\./,
	],
] as const)
	test(`token ${words.join(" ")} is refused with what to do`, async (t) => {
		const cwd = await folderWith(t, { broken: "nonsense\n" });
		const { code, out, err } = await run(["token", ...words], { cwd });
		assert.equal(code, 2);
		assert.match(err, message);
		assert.equal(out, "");
	});
