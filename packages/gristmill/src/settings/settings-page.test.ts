import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "../testing/command.js";
import { withTables } from "./settings-page.js";

test("docs/configuration.md lists every setting (node tools/settings-page.mjs writes the tables)", () => {
	const page = readFileSync(`${ROOT}docs/configuration.md`, "utf8");
	assert.equal(page, withTables(page));
});
