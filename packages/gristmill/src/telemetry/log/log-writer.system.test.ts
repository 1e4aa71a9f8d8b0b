import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { logWriter } from "./log-writer.js";

const hasPipes = spawnSync("mkfifo", ["--version"]).status === 0 && existsSync("/proc/self/fd");

test("a line says how many lines were lost while the reader was too slow, and the log counts them", {
	skip: !hasPipes && "there are no pipes to be opened anew",
}, async (t) => {
	const pipe = join(await folderWith(t, {}), "pipe");
	spawnSync("mkfifo", [pipe]);
	const fd = openSync(pipe, "r+");
	t.after(() => closeSync(fd));
	const { log, close } = logWriter("info", "json", fd);
	const padding = "x".repeat(1024 * 1024);
	for (let i = 0; i < 40; i++) log("info", "flood", { padding });
	const lost = log.lost?.() ?? 0;
	assert.ok(lost > 0);

	// A process of its own: a read of an empty pipe would hold a thread of this one for ever.
	const cat = spawn("cat", [pipe]);
	t.after(() => cat.kill());
	const reader = createInterface({ input: cat.stdout })[Symbol.asyncIterator]();
	const next = async () => JSON.parse((await reader.next()).value ?? "{}");
	for (let i = 0; i < 40 - lost; i++) assert.equal((await next()).message, "flood");
	log("info", "later");
	log("info", "last");
	await close();
	const [note, later, last] = [await next(), await next(), await next()];
	assert.deepEqual([note.level, note.lost], ["warn", lost]);
	assert.match(note.message, /^log lines were lost/);
	assert.deepEqual([later.message, last.message], ["later", "last"]);
});

/** More than a pipe or a socket holds, and then the end. */
const FLOOD = `
	import { spawnSync } from "node:child_process";
	import { logWriter } from ${JSON.stringify(new URL("./log-writer.js", import.meta.url).href)};
	const { log, close } = logWriter("info", "json");
	// Node sets what a child inherits to blocking.
	spawnSync("true", { stdio: "inherit" });
	for (let i = 0; i < 10_000; i++) log("warn", "x".repeat(1_000));
	await close();
	process.exit(0);`;

test("a pipe that is not read does not keep the process from ending", {
	skip: !hasPipes && "there are no pipes to be opened anew",
}, async (t) => {
	const pipe = join(await folderWith(t, {}), "pipe");
	spawnSync("mkfifo", [pipe]);
	// Open for reading too, so that there is a reader, and nothing is ever read.
	const fd = openSync(pipe, "r+");
	t.after(() => closeSync(fd));
	const words = ["--input-type=module", "--eval", FLOOD];
	const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", fd] });
	t.after(() => child.kill("SIGKILL"));
	assert.deepEqual(await once(child, "exit"), [0, null]);
});

test("a socket that is not read does not keep the process from ending", async (t) => {
	// Node makes a pair of sockets, and reads its own only when somebody listens.
	const words = ["--input-type=module", "--eval", FLOOD];
	const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] });
	t.after(() => child.kill("SIGKILL"));
	assert.deepEqual(await once(child, "exit"), [0, null]);
});
