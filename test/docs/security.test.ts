import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

const page = readFileSync(`${ROOT}docs/security.md`, "utf8");

test("every threat in docs/security.md names a test file that exists", () => {
	const files = ["packages/gristmill/src", "test"].flatMap((folder) =>
		readdirSync(ROOT + folder, { recursive: true, encoding: "utf8" }),
	);
	const tests = new Set(
		files.flatMap((file) => /^([^.]+)(?:\.system)?\.test\.ts$/.exec(basename(file))?.[1] ?? []),
	);
	const threats = page
		.slice(page.indexOf("## Threats"))
		.split("\n")
		.filter((line) => /^\| (?!threat |---)/.test(line));
	assert.ok(threats.length > 20);
	for (const line of threats) {
		const name = /\| `([\w-]+)` \|$/.exec(line)?.[1] ?? "";
		assert.ok(tests.has(name), line);
	}
});
