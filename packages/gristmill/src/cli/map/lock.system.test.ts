import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { holdFiles } from "./lock.js";

const HOST = { cwd: process.cwd(), events: process };
const LOCK = new URL("./lock.js", import.meta.url).href;

/** Another process that holds a file until it is killed. */
async function holder(t: TestContext, file: string) {
	const code = `const { holdFiles } = await import(${JSON.stringify(LOCK)});
		await holdFiles([${JSON.stringify(file)}], { cwd: process.cwd(), events: process });
		console.log("held");
		setInterval(() => {}, 1_000);`;
	const child = spawn(process.execPath, ["--input-type=module", "-e", code]);
	t.after(() => child.kill("SIGKILL"));
	await once(child.stdout, "data");
	return child;
}

test("a file that another process writes to is refused with the process id, and is free after that process is killed", async (t) => {
	const folder = await folderWith(t, { out: "" });
	const file = join(folder, "out");
	const other = await holder(t, file);
	const message = `Process ${other.pid} writes to ${file}. Wait until it has ended, name another file, or take over with --take-over.`;
	await assert.rejects(holdFiles([file], HOST), { message });
	other.kill("SIGKILL");
	await once(other, "exit");
	assert.ok(existsSync(`${file}.lock`), "a killed process leaves its lock");
	const { release } = await holdFiles([file], HOST);
	assert.equal(JSON.parse(readFileSync(`${file}.lock`, "utf8")).pid, process.pid);
	release();
	assert.deepEqual(await readdir(folder), ["out"]);
});

test("of many processes that find the lock of a dead one, exactly one takes it", async (t) => {
	const file = join(await folderWith(t, {}), "out");
	await writeFile(`${file}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }));
	const code = `const { holdFiles } = await import(${JSON.stringify(LOCK)});
		process.stdin.once("data", async () => {
			try { await holdFiles([${JSON.stringify(file)}], { cwd: process.cwd(), events: process }); console.log("held"); } catch { console.log("refused"); }
		});
		process.stdin.once("end", () => process.exit());
		console.log("ready");`;
	const children = Array.from({ length: 6 }, () =>
		spawn(process.execPath, ["--input-type=module", "-e", code]),
	);
	t.after(() => children.map((child) => child.kill("SIGKILL")));
	await Promise.all(children.map((child) => once(child.stdout, "data")));
	for (const child of children) child.stdin.write("go\n");
	const answers = await Promise.all(
		children.map(async (child) => String((await once(child.stdout, "data"))[0])),
	);
	assert.equal(answers.filter((answer) => answer === "held\n").length, 1, answers.join());
	const ends = children.map((child) => once(child, "exit"));
	for (const child of children) child.stdin.end();
	await Promise.all(ends);
	assert.ok(!existsSync(`${file}.lock`), "the lock goes when its process ends by itself");
});
