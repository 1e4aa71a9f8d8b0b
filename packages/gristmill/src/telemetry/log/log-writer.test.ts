import assert from "node:assert/strict";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

test("lines that the system refuses are counted", async () => {
	const { log, close } = logWriter("info", "json", 1_000_000);
	log("info", "to nowhere");
	log("error", "to nowhere");
	await close();
	assert.equal(log.lost?.(), 2);
});
