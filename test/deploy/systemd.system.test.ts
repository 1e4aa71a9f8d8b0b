import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
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
	const unprotected = { "bare.service": "[Service]\nExecStart=/usr/bin/env gristmill serve\n" };
	const bare = join(await folderWith(t, unprotected), "bare.service");
	t.diagnostic(`exposure ${exposure(UNIT)} of 10, ${exposure(bare)} without the protections`);
	assert.ok(exposure(UNIT) < 2);
	assert.ok(exposure(bare) > 9);
});
