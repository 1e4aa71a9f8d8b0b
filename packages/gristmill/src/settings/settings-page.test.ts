import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "../testing/command.js";
import { MILL_LIMITS } from "./mill-limits.js";
import { flagName } from "./setting.js";
import { SECTIONS, SERVER_KEYS } from "./table.js";

test("docs/configuration.md names every setting, and every limit of a mill", () => {
	const page = readFileSync(`${ROOT}docs/configuration.md`, "utf8");
	const flags = Object.values(SECTIONS).flatMap((table) =>
		Object.keys(table).map((key) => `--${flagName(key)}`),
	);
	for (const name of [...flags, ...Object.keys(MILL_LIMITS).map(flagName)])
		assert.ok(page.includes(`\`${name}\``), name);
});

test("docs/embedding.md names every setting of a program", () => {
	const page = readFileSync(`${ROOT}docs/embedding.md`, "utf8");
	const settings = page.slice(page.indexOf("\n## Settings\n"));
	for (const key of SERVER_KEYS) assert.ok(settings.includes(`\`${key}\``), key);
});
