import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("mills and typed calls are light for the compiler", () => {
	const root = fileURLToPath(new URL("../..", import.meta.url));
	const printed = execFileSync(process.execPath, [`${root}tools/type-cost.mjs`, "--json"], {
		encoding: "utf8",
	});
	const rows: { file: string; types: number; instantiations: number; packages: string[] }[] =
		JSON.parse(printed);
	assert.deepEqual(
		rows.map(({ file }) => file),
		["two-lines.ts", "many-keys.ts", "typed-call.ts"],
	);
	for (const { file, types, instantiations, packages } of rows) {
		// An empty file has about 360 types.
		assert.ok(types > 360 && types < 8_000, `${file}: ${types} types`);
		assert.ok(instantiations > 0 && instantiations < 16_000, `${file}: ${instantiations} instantiations`);
		// The declarations of these packages are larger than all of ours.
		assert.deepEqual(packages, [], `${file} loads the declarations of packages`);
	}
	const [smallest] = rows;
	assert.ok(smallest && smallest.types < 2_000 && smallest.instantiations < 2_000);
});
