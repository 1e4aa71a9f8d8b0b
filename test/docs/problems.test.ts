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
		([code, { status, todo }]) => `| ${status} | \`${code}\` | ${todo} |`,
	);
	assert.deepEqual(rows, table);
});

test("no message says what to do before it says what is wrong", async () => {
	const { messages, REMEDY } = (await import(new URL("tools/messages.mjs", `file://${ROOT}`).href)) as {
		messages(): { file: string; message: string; isPart: boolean }[];
		REMEDY: RegExp;
	};
	const all = messages();
	assert.ok(all.length > 500, `only ${all.length} messages were found`);
	assert.deepEqual(
		all.filter(({ message, isPart }) => !isPart && REMEDY.test(message)),
		[],
	);
});
