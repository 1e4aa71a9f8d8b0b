import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { readdir, symlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { ManualClock } from "../../testing/manual-clock.js";
import { HEARTBEAT_MS, holdFiles, LEASE_MS, lockOf } from "./lock.js";

const HOST = { cwd: process.cwd(), events: process };
const ELSEWHERE = JSON.stringify({ pid: 1, host: "far\u001b-away" });

/** Makes a lock look as if its run had not shown itself for this long. */
async function age(lock: string, milliseconds: number): Promise<void> {
	const then = new Date(Date.now() - milliseconds);
	await utimes(lock, then, then);
}

test("a lock of a dead process whose id was reused is free", {
	skip: !existsSync("/proc/self/stat") && "the system does not say when a process was born",
}, async (t) => {
	const file = join(await folderWith(t, {}), "out");
	const reused = { pid: process.ppid, host: hostname(), birth: "1" };
	await writeFile(`${file}.lock`, JSON.stringify(reused));
	(await holdFiles([file], HOST)).release();
});

for (const [what, content, message] of [
	[
		"another machine",
		ELSEWHERE,
		/^Process 1 on far\S*-away writes to .*out\. Wait until it has ended, .* --take-over\.$/,
	],
	["nobody who can be read", '{"pid":', /^Another process writes to .*out\./],
] as const)
	test(`the lock of ${what} is respected until it has not been touched for long`, async (t) => {
		const folder = await folderWith(t, { "out.lock": content });
		const file = join(folder, "out");
		await age(`${file}.lock`, LEASE_MS / 2);
		await assert.rejects(holdFiles([file], HOST), { message, exitCode: 5 });
		assert.equal(readFileSync(`${file}.lock`, "utf8"), content);
		await age(`${file}.lock`, 2 * LEASE_MS);
		const { release } = await holdFiles([file], HOST);
		assert.equal(JSON.parse(readFileSync(`${file}.lock`, "utf8")).pid, process.pid);
		release();
		assert.deepEqual(await readdir(folder), []);
	});

test("a run that takes over waits until the other one has noticed, and that one stops", async (t) => {
	const file = join(await folderWith(t, { out: "" }), "out");
	const [clock, other] = [new ManualClock(), new ManualClock()];
	const first = await holdFiles([file], HOST, { clock });
	// Another machine has taken over.
	await writeFile(`${file}.lock`, ELSEWHERE);
	clock.advance(HEARTBEAT_MS);
	assert.ok(first.lost.aborted);
	first.release();
	assert.equal(readFileSync(`${file}.lock`, "utf8"), ELSEWHERE, "the lock of the other run stays");
	let isHeld = false;
	const second = holdFiles([file], HOST, { takeOver: true, clock: other }).then((held) => {
		isHeld = true;
		return held;
	});
	other.advance(HEARTBEAT_MS);
	await new Promise(setImmediate);
	assert.ok(!isHeld);
	other.advance(HEARTBEAT_MS);
	(await second).release();
});

test("a lock is touched as long as its run lives", async (t) => {
	const file = join(await folderWith(t, { out: "" }), "out");
	const clock = new ManualClock();
	const { lost, release } = await holdFiles([file], HOST, { clock });
	await age(`${file}.lock`, 2 * LEASE_MS);
	clock.advance(HEARTBEAT_MS);
	assert.ok(Date.now() - statSync(`${file}.lock`).mtimeMs < LEASE_MS);
	assert.ok(!lost.aborted);
	release();
	assert.equal(clock.timers, 0);
});

test("if one of two files is locked, neither is taken", async (t) => {
	const folder = await folderWith(t, { "errors.lock": '{"pid":1,"host":"elsewhere"}' });
	const [out, errors] = [join(folder, "out"), join(folder, "errors")];
	await assert.rejects(holdFiles([out, errors], HOST), /on elsewhere writes to/);
	assert.ok(!existsSync(`${out}.lock`));
});

test("a file and a link to it have one lock, and a device has none", async (t) => {
	const folder = await folderWith(t, { out: "" });
	await symlink("out", join(folder, "link"));
	assert.equal(lockOf(join(folder, "link")).endsWith("out.lock"), true);
	const { release } = await holdFiles([join(folder, "out"), "/dev/null", join(folder, "no", "folder")], HOST);
	assert.deepEqual((await readdir(folder)).sort(), ["link", "out", "out.lock"]);
	release();
});
