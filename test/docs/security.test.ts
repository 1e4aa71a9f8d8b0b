import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

const page = readFileSync(`${ROOT}docs/security.md`, "utf8");
const rows = [...page.matchAll(/^\| .* \| `((?:packages|test)\/[\w./-]+\.test\.ts)`: (.+) \|$/gm)].map(
	([, file = "", name = ""]) => ({
		file,
		name,
	}),
);

test("every threat of the table names a test", () => {
	const threats = page.split("\n").filter((line) => /^\| (?!threat |---)/.test(line));
	assert.ok(threats.length > 20);
	assert.equal(rows.length, threats.length);
});

for (const { file, name } of rows)
	test(`docs/security.md names a test that exists: ${name}`, () => {
		assert.ok(existsSync(ROOT + file), file);
		// A name that is put together in the source has … in the page where something is put in.
		const source = readFileSync(ROOT + file, "utf8").replace(/\$\{[^}]*\}/g, "…");
		const quoted = ['"', "`", "'"].some((mark) => source.includes(`(${mark}${name}${mark}`));
		const broken = new RegExp(`\\(\\s+["\`]${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}["\`]`).test(source);
		assert.ok(quoted || broken, `${file} has no test of this name`);
	});
