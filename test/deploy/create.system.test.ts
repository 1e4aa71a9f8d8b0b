import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { npm } from "./npm.js";

test("npm create, npm install and npx gristmill call lead from an empty folder to an answer", {
	timeout: 1_800_000,
}, (t) => {
	const work = mkdtempSync(join(tmpdir(), "gristmill create "));
	t.after(() => rmSync(work, { recursive: true, force: true }));
	const empty = join(work, "empty");
	mkdirSync(empty);
	execFileSync(process.execPath, [`${ROOT}scripts/pack.mjs`, work], { stdio: "pipe" });
	const tarball = (name: string) =>
		join(work, readdirSync(work).find((file) => new RegExp(`^${name}-\\d`).test(file)) ?? "");
	const done = (cwd: string, ...words: string[]) => {
		const { status, output } = npm(cwd, ...words);
		assert.equal(status, 0, `npm ${words.join(" ")}: ${output}`);
		return output;
	};

	const began = performance.now();
	// npm create gristmill@latest my-mill
	done(
		empty,
		"exec",
		"--yes",
		"--prefer-offline",
		`--package=${tarball("create-gristmill")}`,
		"--",
		"create-gristmill",
		"my-mill",
	);
	const folder = join(empty, "my-mill");
	// This version is not on the registry yet.
	const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	assert.equal(
		manifest.dependencies.gristmill,
		`^${JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")).version}`,
	);
	manifest.dependencies.gristmill = `file:${tarball("gristmill")}`;
	writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
	// npm install
	done(folder, "install", "--prefer-offline", "--no-audit", "--no-fund");
	// npx gristmill call my-mill.ts --data Grist
	const called = spawnSync("npx", ["gristmill", "call", "my-mill.ts", "--data", "Grist"], {
		cwd: folder,
		encoding: "utf8",
	});
	// Told and not asserted: npm may wait for the registry, and the machine may be busy. On a quiet one, it is less than a minute.
	t.diagnostic(
		`${((performance.now() - began) / 1_000).toFixed(1)} s from an empty folder to the first own answer`,
	);
	assert.deepEqual([called.status, called.stdout], [0, '{"characters":5}\n'], called.stderr);
	assert.match(done(folder, "test"), /ok +example 0/);
	done(folder, "run", "types");
});
