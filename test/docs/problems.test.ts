import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PROBLEMS } from "../../packages/gristmill/dist/core/problem-table.js";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

test("docs/problems.md holds exactly the table of problems", () => {
	const rows = readFileSync(`${ROOT}docs/problems.md`, "utf8")
		.split("\n")
		.filter((line) => /^\| \d/.test(line));
	const table = Object.entries(PROBLEMS).map(
		([code, { status, title, todo }]) => `| ${status} | \`${code}\` | ${title} | ${todo} |`,
	);
	assert.deepEqual(rows, table);
});

test("docs/problems.md lists the details that the code writes, fact first", async () => {
	const page = readFileSync(`${ROOT}docs/problems.md`, "utf8");
	const { withMessages } = (await import(new URL("tools/messages.mjs", `file://${ROOT}`).href)) as {
		withMessages(page: string): string;
	};
	assert.equal(page, withMessages(page), "run node tools/messages.mjs");
	assert.doesNotMatch(
		page,
		/^\| `[a-z-]+` \| (?:Send|Give|Use|Remove|Choose|Set) /m,
		"a detail says first what is wrong",
	);
});
