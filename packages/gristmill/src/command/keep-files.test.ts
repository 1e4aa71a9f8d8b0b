import assert from "node:assert/strict";
import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { keepFiles } from "./keep-files.js";

test("files in a kept folder count as used, and as unchanged", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "keep-files-"));
	t.after(() => rmSync(folder, { recursive: true }));
	mkdirSync(join(folder, "inner"));
	const files = ["bundle.mjs", "inner/weights.bin"].map((name) => join(folder, name));
	const longAgo = new Date(Date.now() - 20 * 24 * 60 * 60_000);
	for (const file of files) {
		writeFileSync(file, "x");
		utimesSync(file, longAgo, longAgo);
	}
	symlinkSync(join(folder, "nowhere"), join(folder, "inner/link"));
	const isOld = (file: string) => lstatSync(file).atimeMs < Date.now() - 60_000;
	assert.deepEqual(files.map(isOld), [true, true]);
	const end = keepFiles(folder, 20);
	while (files.some(isOld)) await setTimeout(20);
	end();
	for (const file of files) assert.equal(lstatSync(file).mtime.getTime(), longAgo.getTime());
});
