import assert from "node:assert/strict";
import { accessSync, constants, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

const FOLDER = `${ROOT}.github/workflows/`;
const lines = readdirSync(FOLDER).flatMap((name) => readFileSync(FOLDER + name, "utf8").split("\n"));

test("every action of the workflows is pinned to a commit, with its version beside it", () => {
	const used = lines.filter((line) => line.includes("uses:"));
	assert.notEqual(used.length, 0);
	for (const line of used) assert.match(line, /uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("every npm script that the workflows run exists, and .ci/run can be started", () => {
	const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
	for (const line of lines)
		for (const [, name = ""] of line.matchAll(/run: npm run (\S+)/g))
			assert.ok(Object.hasOwn(scripts, name), line);
	accessSync(`${ROOT}.ci/run`, constants.X_OK);
});

test("no command of a workflow holds an expression: somebody else may write its value, such as the name of a branch", () => {
	for (const line of lines) assert.doesNotMatch(line, /\brun:.*\$\{\{/);
});
