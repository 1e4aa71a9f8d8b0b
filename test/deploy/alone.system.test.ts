import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, ROOT, start } from "../../packages/gristmill/dist/testing/command.js";

/** Works alone, and writes down when it begins and ends; between, other processes get time. */
const WORK = `import { appendFileSync } from "node:fs";
import { alone } from "${ROOT}scripts/alone.mjs";
const [folder, log] = process.argv.slice(2);
await alone(folder, async () => {
	appendFileSync(log, "begin\\n");
	for (let i = 0; i < 100; i++) await new Promise(setImmediate);
	appendFileSync(log, "end\\n");
});`;

test("of processes that build at once, one works at a time, and a killed one does not block the others", async (t) => {
	const folder = await folderWith(t, { "work.mjs": WORK });
	const [locks, log] = [join(folder, "locks"), join(folder, "log")];
	// What a process leaves behind that is killed: a link with its number.
	const { pid } = spawnSync(process.execPath, ["--version"]);
	await mkdir(locks);
	await symlink(String(pid), join(locks, "7"));
	const workers = Array.from({ length: 6 }, () =>
		start(t, process.execPath, [join(folder, "work.mjs"), locks, log]),
	);
	for (const worker of workers) assert.equal(await worker.ended, 0, worker.stderr());
	assert.equal(await readFile(log, "utf8"), "begin\nend\n".repeat(6));
	assert.equal((await readdir(locks)).length, 1);
});
