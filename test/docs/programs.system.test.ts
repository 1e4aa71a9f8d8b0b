import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { findProgram } from "../../packages/gristmill/dist/command/locate.js";
import { folderWith, gristmill, ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { blocksOf } from "../../packages/gristmill/dist/testing/markdown.js";

const page = readFileSync(`${ROOT}docs/programs.md`, "utf8");
const recipes = blocksOf(page.slice(page.indexOf("## Recipes"))).filter(({ language }) => language === "ts");

test("docs/programs.md has recipes", () => {
	assert.equal(recipes.length, 3);
});

for (const { text } of recipes) {
	const name = /^\/\/ (\S+\.ts)\n/.exec(text)?.[1] ?? "";
	const program = /command\(\s*\[\s*"([^"]+)"/.exec(text)?.[1] ?? "";
	const skip = findProgram(program) === undefined && `${program} is not installed`;
	test(`docs/programs.md: ${name} meets its examples`, { skip }, async (t) => {
		const folder = await folderWith(t, {});
		await cp(`${ROOT}test/fixtures/programs`, folder, { recursive: true });
		await writeFile(join(folder, name), text);
		const trial = gristmill(t, ["test", join(folder, name)]);
		assert.equal(await trial.ended, 0, trial.stdout() + trial.stderr());
		assert.match(trial.stdout(), /^ {2}ok {7}example 0$/m);
	});
}
