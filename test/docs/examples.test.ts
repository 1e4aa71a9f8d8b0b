import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { tryMill } from "../../packages/gristmill/dist/runtime/loading/try-mill.js";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

const files = readdirSync(`${ROOT}examples`).filter((name) => name.endsWith(".ts"));

test("there are examples", () => {
	assert.ok(files.length >= 2);
});

for (const file of files)
	test(`examples/${file} meets its own examples, twice the same`, async () => {
		const url = pathToFileURL(`${ROOT}packages/gristmill/dist/examples/${file.replace(/\.ts$/, ".js")}`);
		const { findings } = await tryMill({ url });
		assert.ok(findings.length > 0);
		for (const finding of findings) {
			assert.ok(finding.agrees, JSON.stringify(finding));
			assert.ok(!("again" in finding), JSON.stringify(finding));
		}
	});
