import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { readdir, symlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { holdFiles, lockOf } from "./lock.js";

const LOCK = new URL("./lock.js", import.meta.url).href;

/** Another process that holds a file until it is killed. */
async function holder(t: TestContext, file: string) {
	const code = `const { holdFiles } = await import(${JSON.stringify(LOCK)});
		holdFiles([${JSON.stringify(file)}]);
		console.log("held");
		setInterval(() => {}, 1_000);`;
	const child = spawn(process.execPath, ["--input-type=module", "-e", code]);
	t.after(() => child.kill("SIGKILL"));
	await once(child.stdout, "data");
	return child;
}

test("a file that another process writes to is refused with its number, and free when that is killed", async (t) => {
	const folder = await folderWith(t, { out: "" });
	const file = join(folder, "out");
	const other = await holder(t, file);
	const message = `Wait until the other run ends, or name another file: process ${other.pid} writes to ${file}.`;
	assert.throws(() => holdFiles([file]), { message });
	other.kill("SIGKILL");
	await once(other, "exit");
	assert.ok(existsSync(`${file}.lock`), "a killed process leaves its lock");
	const release = holdFiles([file]);
	assert.equal(JSON.parse(readFileSync(`${file}.lock`, "utf8")).pid, process.pid);
	release();
	assert.deepEqual(await readdir(folder), ["out"]);
});

test("of many that find the lock of a dead process, one alone takes its place", async (t) => {
	const file = join(await folderWith(t, {}), "out");
	await writeFile(`${file}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }));
	const code = `const { holdFiles } = await import(${JSON.stringify(LOCK)});
		process.stdin.once("data", () => {
			try { holdFiles([${JSON.stringify(file)}]); console.log("held"); } catch { console.log("refused"); }
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

test("the number of a dead process that another one has now holds nobody", {
	skip: !existsSync("/proc/self/stat") && "the system does not say when a process was born",
}, async (t) => {
	const file = join(await folderWith(t, {}), "out");
	const reused = { pid: process.ppid, host: hostname(), birth: "1" };
	await writeFile(`${file}.lock`, JSON.stringify(reused));
	holdFiles([file])();
});

for (const [what, content, message] of [
	[
		"another machine",
		JSON.stringify({ pid: 1, host: "far\u001b-away" }),
		/process 1 on far.*-away writes to .*out\. If it has ended, remove .*out\.lock\.$/,
	],
	[
		"nobody who can be read",
		'{"pid":',
		/another process writes to .*out\. If it has ended, remove .*out\.lock\.$/,
	],
] as const)
	test(`the lock of ${what} is respected, and the message says how to get rid of it`, async (t) => {
		const file = join(await folderWith(t, { "out.lock": content }), "out");
		assert.throws(() => holdFiles([file]), message);
		assert.throws(
			() => holdFiles([file]),
			({ message }) => !message.includes("\u001b"),
		);
		assert.equal(readFileSync(`${file}.lock`, "utf8"), content);
	});

test("where one of two files is held by another, neither is", async (t) => {
	const folder = await folderWith(t, { "errors.lock": '{"pid":1,"host":"elsewhere"}' });
	const [out, errors] = [join(folder, "out"), join(folder, "errors")];
	assert.throws(() => holdFiles([out, errors]), /on elsewhere writes to/);
	assert.ok(!existsSync(`${out}.lock`));
});

test("a file and a link to it have one lock, and what is no file has none", async (t) => {
	const folder = await folderWith(t, { out: "" });
	await symlink("out", join(folder, "link"));
	assert.equal(lockOf(join(folder, "link")).endsWith("out.lock"), true);
	const release = holdFiles([join(folder, "out"), "/dev/null", join(folder, "no", "folder")]);
	assert.deepEqual((await readdir(folder)).sort(), ["link", "out", "out.lock"]);
	release();
});
