import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { PROBLEMS } from "../../packages/gristmill/dist/core/problem-table.js";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

const page = (name: string) => readFileSync(`${ROOT}docs/${name}.md`, "utf8");

test("docs/problems.md holds exactly the table of problems", () => {
	const rows = page("problems")
		.split("\n")
		.filter((line) => /^\| \d/.test(line));
	const table = Object.entries(PROBLEMS).map(
		([code, { status, title, todo }]) => `| ${status} | \`${code}\` | ${title} | ${todo} |`,
	);
	assert.deepEqual(rows, table);
});

test("docs/security.md names a test that exists for every threat", () => {
	const threats = page("security")
		.split("\n")
		.filter((line) => /^\| (?!threat |---)/.test(line));
	assert.ok(threats.length > 20);
	for (const threat of threats) {
		const [, file = "", name = ""] =
			/\| `((?:packages|test)\/[\w/.-]+\.test\.ts)`: (.+) \|$/.exec(threat) ?? [];
		assert.ok(file !== "" && existsSync(ROOT + file), threat);
		// A name that is put together in the source has … in the page where something is put in.
		const source = readFileSync(ROOT + file, "utf8").replace(/\$\{[^}]*\}/g, "…");
		const marks = ['"', "'", "`"];
		const flat = source.replace(/\(\s+/g, "(");
		assert.ok(
			marks.some((mark) => flat.includes(`(${mark}${name}${mark}`)),
			`${file} has no test "${name}"`,
		);
	}
});

/** The words in code of a cell. */
const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);

/** The rows of the table of entry points. */
const stability = page("stability");
const entryPoints = stability
	.slice(stability.indexOf("| entry point | values |"))
	.split("\n\n")[0]
	?.split("\n")
	.slice(2)
	.map((row) => row.split("|").slice(1, 3).map(codeIn)) as [string[], string[]][];

test("docs/stability.md names every entry point of the packages", () => {
	const named = entryPoints.flatMap(([entries]) => entries).sort();
	const actual = ["gristmill", "mills"].flatMap((folder) => {
		const { name, exports } = JSON.parse(readFileSync(`${ROOT}packages/${folder}/package.json`, "utf8"));
		return Object.keys(exports)
			.filter((path) => path !== "./package.json")
			.map((path) => name + path.slice(1));
	});
	assert.deepEqual(named, actual.sort());
});

test("docs/stability.md names every value that an entry point exports", async () => {
	for (const [entries, values] of entryPoints)
		for (const entry of entries) {
			const exported = Object.keys(await import(entry));
			assert.deepEqual([...values].sort(), exported.sort(), entry);
		}
});
