import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { folderWith } from "../../testing/command.js";
import { logWriter } from "./log-writer.js";

async function file(t: TestContext): Promise<{ fd: number; lines: () => string[] }> {
	const path = join(await folderWith(t, {}), "log");
	const fd = openSync(path, "w");
	return { fd, lines: () => readFileSync(path, "utf8").trim().split("\n") };
}

test("a line is one JSON object, whatever the fields hold", async (t) => {
	const { fd, lines } = await file(t);
	const { log, close } = logWriter("info", "json", fd);
	log("info", 'a "quoted"\nmessage');
	log("warn", "with fields", { mill: "a\nb", nothing: undefined, many: [1, { two: "\u2028" }] });
	await close();
	const [first, second, ...more] = lines().map((line) => JSON.parse(line));
	assert.deepEqual(more, []);
	assert.equal(first.message, 'a "quoted"\nmessage');
	assert.equal(first.level, "info");
	assert.ok(Math.abs(Date.parse(first.time) - Date.now()) < 60_000);
	const { time: _, ...rest } = second;
	assert.deepEqual(rest, {
		level: "warn",
		message: "with fields",
		mill: "a\nb",
		many: [1, { two: "\u2028" }],
	});
});

test("lines of a flood come in order and none is lost", async (t) => {
	const { fd, lines } = await file(t);
	const { log, close } = logWriter("info", "json", fd);
	for (let i = 0; i < 20_000; i++) {
		log("info", "flood", { i });
		if (i % 5_000 === 0) await new Promise(setImmediate);
	}
	await close();
	assert.deepEqual(
		lines().map((line) => JSON.parse(line).i),
		Array.from({ length: 20_000 }, (_, i) => i),
	);
});

test("two errors in a row leave at once, without a third to push them out", async (t) => {
	const { fd, lines } = await file(t);
	const { log, close } = logWriter("info", "json", fd);
	log("error", "a call failed");
	log("error", "request");
	while (lines().length < 2) await setTimeout(5);
	assert.deepEqual(
		lines().map((line) => JSON.parse(line).message),
		["a call failed", "request"],
	);
	await close();
});

test("a log that cannot be written ends neither the program nor its end", async () => {
	// A descriptor that is not open: the system refuses as it does for a full disk or a reader that is gone.
	const { log, close, writeNow } = logWriter("info", "text", 1_000_000);
	log("error", "to nowhere");
	await close();
	log("error", "again");
	log("info", "and again");
	writeNow();
});

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

test("lines that the system refuses are counted", async () => {
	const { log, close } = logWriter("info", "json", 1_000_000);
	log("info", "to nowhere");
	log("error", "to nowhere");
	await close();
	assert.equal(log.lost?.(), 2);
});

test("a reader that stands still does not keep the process from ending", {
	skip: !hasPipes && "there are no pipes to be opened anew",
}, async (t) => {
	const pipe = join(await folderWith(t, {}), "pipe");
	spawnSync("mkfifo", [pipe]);
	// Open for reading too, so that there is a reader, and nothing is ever read.
	const fd = openSync(pipe, "r+");
	t.after(() => closeSync(fd));
	const program = `
		import { logWriter } from ${JSON.stringify(new URL("./log-writer.js", import.meta.url).href)};
		const { log, close } = logWriter("info", "json");
		for (let i = 0; i < 10_000; i++) log("warn", "more than a pipe holds");
		await close();
		process.exit(0);`;
	const words = ["--input-type=module", "--eval", program];
	const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", fd] });
	t.after(() => child.kill("SIGKILL"));
	assert.deepEqual(await once(child, "exit"), [0, null]);
});
