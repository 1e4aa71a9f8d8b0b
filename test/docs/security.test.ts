import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

test("every threat in docs/security.md names a test file that exists", () => {
	const files = ["packages/gristmill/dist", "dist"].flatMap((folder) =>
		readdirSync(ROOT + folder, { recursive: true, encoding: "utf8" }),
	);
	const tests = new Set(
		files.flatMap((file) => /^([^.]+)(?:\.system)?\.test\.js$/.exec(basename(file))?.[1] ?? []),
	);
	const [, section = ""] = readFileSync(`${ROOT}docs/security.md`, "utf8").split(
		/^## Threats$|^## Dependencies$/m,
	);
	const threats = section.split(/^- /m).slice(1);
	assert.ok(threats.length > 20);
	for (const threat of threats) {
		const named = [...threat.matchAll(/\(`([\w-]+)`\)/g)].map(([, name = ""]) => name);
		assert.ok(named.length > 0 && named.every((name) => tests.has(name)), threat);
	}
});
