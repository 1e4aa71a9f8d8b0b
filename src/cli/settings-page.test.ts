import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "../testing/command.js";
import { variableName } from "./flags.js";
import { withTables } from "./settings-page.js";
import { SETTINGS } from "./settings-table.js";

test("docs/configuration.md has every setting as it is (node tools/settings-page.mjs writes them)", () => {
	const page = readFileSync(`${ROOT}docs/configuration.md`, "utf8");
	assert.equal(page, withTables(page));
});

test("no two settings share a variable, and none is one of the long tests'", () => {
	const names = Object.keys(SETTINGS).map(variableName);
	assert.equal(new Set(names).size, names.length);
	for (const name of ["FUZZ", "SOAK", "MAP"]) assert.ok(!names.includes(`GRISTMILL_${name}`));
});
