import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { variableName } from "../../packages/gristmill/dist/settings/setting.js";
import { SETTINGS } from "../../packages/gristmill/dist/settings/table.js";
import { folderWith, ROOT } from "../../packages/gristmill/dist/testing/command.js";

const UNIT = `${ROOT}deploy/systemd/gristmill.service`;
const analyze = (...words: string[]) => spawnSync("systemd-analyze", words, { encoding: "utf8" });
const skip = analyze("--version").status !== 0 && "systemd-analyze is not installed";

test("systemd finds nothing wrong with the unit", { skip }, () => {
	const { status, stderr } = analyze("verify", UNIT);
	assert.equal(status, 0, stderr);
	// It looks at the units around ours as well, and may complain of those.
	assert.doesNotMatch(stderr, /gristmill\.service/);
});

test("systemd rates the unit's exposure as small, and a unit without the protections as large", {
	skip,
}, async (t) => {
	const exposure = (file: string) => {
		const { stdout, stderr } = analyze("security", "--offline=true", "--no-pager", file);
		return Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1] ?? assert.fail(stderr));
	};
	const folder = await folderWith(t, {});
	const bare = join(folder, "bare.service");
	await writeFile(bare, "[Service]\nExecStart=/usr/bin/env gristmill serve\n");
	t.diagnostic(`exposure ${exposure(UNIT)} of 10, ${exposure(bare)} without the protections`);
	assert.ok(exposure(UNIT) < 2);
	assert.ok(exposure(bare) > 9);
});

test("the unit sets only what the server knows, and leaves it longer to stop than it drains", async () => {
	const text = await readFile(UNIT, "utf8");
	const names = [...text.matchAll(/(GRISTMILL_\w+)=/g)].map(([, name = ""]) => name);
	const known = Object.keys(SETTINGS).map(variableName);
	assert.ok(names.length > 0);
	assert.deepEqual(
		names.filter((name) => !known.includes(name)),
		[],
	);
	const seconds = Number(/TimeoutStopSec=(\d+)/.exec(text)?.[1]);
	assert.ok(seconds * 1000 > SETTINGS.drain.fallback);
	assert.doesNotMatch(text, /^MemoryDenyWriteExecute/m);
});
