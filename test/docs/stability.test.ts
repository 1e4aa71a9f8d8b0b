import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

const PAGE = readFileSync(`${ROOT}docs/stability.md`, "utf8");

/** The words in code of a cell. */
const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);

/** The rows of the table of entry points. */
const rows = PAGE.slice(PAGE.indexOf("| entry point | values |"))
	.split("\n\n")[0]
	?.split("\n")
	.slice(2)
	.map((row) => row.split("|").slice(1, 3).map(codeIn)) as [string[], string[]][];

test("docs/stability.md names every entry point of the packages", () => {
	const named = rows.flatMap(([entries]) => entries).sort();
	const actual = ["gristmill", "mills"].flatMap((folder) => {
		const { name, exports } = JSON.parse(readFileSync(`${ROOT}packages/${folder}/package.json`, "utf8"));
		return Object.keys(exports)
			.filter((path) => path !== "./package.json")
			.map((path) => name + path.slice(1));
	});
	assert.deepEqual(named, actual.sort());
});

test("docs/stability.md names every value that an entry point exports", async () => {
	for (const [entries, values] of rows)
		for (const entry of entries) {
			const exported = Object.keys(await import(entry));
			assert.deepEqual([...values].sort(), exported.sort(), entry);
		}
});
