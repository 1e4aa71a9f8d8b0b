import assert from "node:assert/strict";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { skip, visit } from "../../packages/gristmill/dist/testing/browser.js";
import { folderWith, gristmill } from "../../packages/gristmill/dist/testing/command.js";
import { SHOUT, SHOUTER } from "../../packages/gristmill/dist/testing/mills/shouter.js";

test("under gristmill dev, the page shows a mistake in a file and a failing example until they are gone", {
	skip,
}, async (t) => {
	const cwd = await folderWith(t, { "shouter.ts": SHOUTER, "shout.ts": SHOUT });
	const running = gristmill(t, ["dev", "--port", "0", "shouter.ts"], { cwd });
	const [, url = ""] = await running.printed(/(http:\/\/\S+)\/\s[\s\S]*Ctrl\+C/);
	// As editors do it: a new file is put in the old one's place.
	const change = async (text: string) => {
		await writeFile(join(cwd, "new"), text);
		await rename(join(cwd, "new"), join(cwd, "shout.ts"));
	};
	const { page, complaints } = await visit(t, `${url}/`);
	const box = page.locator("#mistakes");
	await page.getByRole("heading", { name: "shouter" }).waitFor();
	assert.equal(await box.isVisible(), false);

	await change("export const shout = (;\n");
	const mistake = box.locator("pre", { hasText: /^shout\.ts:1:\d+: / });
	await mistake.waitFor();
	assert.equal(await box.getAttribute("role"), "alert");
	const before = await box.locator("pre").allTextContents();
	assert.equal(before.length, 1);

	await change(SHOUT.replace('"!"', '"?"'));
	await box.locator("pre", { hasText: /^shouter fails an example: example 0: expected .*got/ }).waitFor();
	assert.equal(await mistake.count(), 0, "the file can be loaded again");

	await change(SHOUT);
	await box.waitFor({ state: "hidden" });
	assert.deepEqual(complaints, []);
});
