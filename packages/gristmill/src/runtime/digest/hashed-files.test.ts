import assert from "node:assert/strict";
import { rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { MiB } from "../../core/definition/limits.js";
import { folderWith } from "../../testing/command.js";
import { ChangedFile, demandUnchanged, hashFile } from "./hashed-files.js";

test("files that hold what was hashed are unchanged, however large and however old", async (t) => {
	const folder = await folderWith(t, { small: "grist", empty: "", large: "grist".repeat(MiB / 2) });
	const files = [];
	for (const name of ["small", "empty", "large"]) {
		const path = join(folder, name);
		files.push({ path, sha256: await hashFile(path) });
		await utimes(path, 1, 1);
	}
	const demandStillUnchanged = await demandUnchanged(files);
	await demandStillUnchanged();
});

for (const [what, change] of [
	["holds something else of the same length", (path: string) => writeFile(path, "chaff")],
	["is gone", (path: string) => rm(path)],
] as const)
	test(`a file that ${what} is named`, async (t) => {
		const folder = await folderWith(t, { weights: "grist" });
		const path = join(folder, "weights");
		const files = [{ path, sha256: await hashFile(path) }];
		await change(path);
		await assert.rejects(
			demandUnchanged(files),
			(error) => error instanceof ChangedFile && error.message.includes(path),
		);
	});

test("a file that is replaced after it was compared is named too, even by one that holds the same", async (t) => {
	const folder = await folderWith(t, { weights: "grist" });
	const path = join(folder, "weights");
	const demandStillUnchanged = await demandUnchanged([{ path, sha256: await hashFile(path) }]);
	await writeFile(`${path}.fresh`, "grist");
	await rename(`${path}.fresh`, path);
	await assert.rejects(demandStillUnchanged(), ChangedFile);
});
