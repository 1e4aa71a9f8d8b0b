import assert from "node:assert/strict";
import { test } from "node:test";
import { curlCalls } from "../../packages/gristmill/dist/checker/inputs/curl-lines.js";
import { LEAKS } from "../../packages/gristmill/dist/checker/rows/errors.js";
import { cpuGrowth } from "../../packages/mills/dist/testing/growth.js";

/** Demands that eight times as much text takes time in proportion. Quadratic work takes 64 times as long. */
async function demandProportion(task: (size: number) => unknown, size: number): Promise<void> {
	const growth = await cpuGrowth(task, size, { factor: 8, most: 24 });
	assert.ok(growth <= 24, `eight times the text took ${growth.toFixed(1)} times the work`);
}

for (const [what, unit] of [
	["line breaks", "\n"],
	["spaces", " "],
	["frames without a place", " at \n"],
	["names with dots", "a."],
	["long names with dots", `${"a".repeat(60)}.`],
	["names of classes", "a.A"],
	["folders", "/tmp/a"],
] as const)
	test(`the search for internals takes time in proportion to the text: ${what}`, () =>
		demandProportion((size) => {
			const text = unit.repeat(size / unit.length);
			return LEAKS.some((leak) => leak.test(text));
		}, 2_000));

for (const last of ["", "'"])
	test(`commands that continue on the next line take bounded time${last && ", also before an open quote"}`, () =>
		demandProportion((size) => curlCalls("curl \\\n".repeat(size) + last), 500));
