import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { readdir, symlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { holdFiles, lockOf } from "./lock.js";

const HOST = { cwd: process.cwd(), events: process };
test("a lock of a dead process whose id was reused is free", {
	skip: !existsSync("/proc/self/stat") && "the system does not say when a process was born",
}, async (t) => {
	const file = join(await folderWith(t, {}), "out");
	const reused = { pid: process.ppid, host: hostname(), birth: "1" };
	await writeFile(`${file}.lock`, JSON.stringify(reused));
	holdFiles([file], HOST)();
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
	test(`the lock of ${what} is respected, and the message says how to remove it`, async (t) => {
		const file = join(await folderWith(t, { "out.lock": content }), "out");
		assert.throws(() => holdFiles([file], HOST), message);
		assert.throws(
			() => holdFiles([file], HOST),
			({ message }) => !message.includes("\u001b"),
		);
		assert.equal(readFileSync(`${file}.lock`, "utf8"), content);
	});

test("if one of two files is locked, neither is taken", async (t) => {
	const folder = await folderWith(t, { "errors.lock": '{"pid":1,"host":"elsewhere"}' });
	const [out, errors] = [join(folder, "out"), join(folder, "errors")];
	assert.throws(() => holdFiles([out, errors], HOST), /on elsewhere writes to/);
	assert.ok(!existsSync(`${out}.lock`));
});

test("a file and a link to it have one lock, and a device has none", async (t) => {
	const folder = await folderWith(t, { out: "" });
	await symlink("out", join(folder, "link"));
	assert.equal(lockOf(join(folder, "link")).endsWith("out.lock"), true);
	const release = holdFiles([join(folder, "out"), "/dev/null", join(folder, "no", "folder")], HOST);
	assert.deepEqual((await readdir(folder)).sort(), ["link", "out", "out.lock"]);
	release();
});
