import assert from "node:assert/strict";
import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { watchFiles } from "./watch-files.js";

/** Watches a file and gives what waits for its next change. */
function watched(t: TestContext, file: string, roundMs?: number): () => Promise<void> {
	let changes = 0;
	let wake = () => {};
	const count = () => {
		changes++;
		wake();
	};
	const close = watchFiles([file], count, roundMs);
	// The watcher keeps no program alive, but the test waits for it.
	const alive = setInterval(() => {}, 1_000);
	t.after(() => {
		close();
		clearInterval(alive);
	});
	return async () => {
		while (changes === 0)
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
		changes = 0;
	};
}

test("a file that is written, replaced or made anew is seen each time", async (t) => {
	const folder = await folderWith(t, { file: "one" });
	const file = join(folder, "file");
	const changed = watched(t, file);
	await writeFile(file, "two, longer");
	await changed();
	await writeFile(join(folder, "next"), "three");
	await rename(join(folder, "next"), file);
	await changed();
	await rename(file, join(folder, "away"));
	await changed();
	await writeFile(file, "four");
	await changed();
});

test("a folder that is swapped by a link is seen, as Kubernetes does it", async (t) => {
	const folder = await folderWith(t, {});
	for (const name of ["first", "second"]) {
		await mkdir(join(folder, name));
		await writeFile(join(folder, name, "file"), name);
	}
	await symlink("first", join(folder, "..data"));
	await symlink(join("..data", "file"), join(folder, "file"));
	const changed = watched(t, join(folder, "file"));
	await symlink("second", join(folder, "..data_tmp"));
	await rename(join(folder, "..data_tmp"), join(folder, "..data"));
	await changed();
});

test("a file that changes behind a link into another folder is seen", async (t) => {
	const folder = await folderWith(t, { real: "one" });
	await mkdir(join(folder, "links"));
	await symlink(join("..", "real"), join(folder, "links", "file"));
	const changed = watched(t, join(folder, "links", "file"), 50);
	await writeFile(join(folder, "real"), "two, longer");
	await changed();
});

test("a folder that is replaced by another is seen, and what changes in it later", async (t) => {
	const folder = await folderWith(t, {});
	for (const name of ["now", "next"]) {
		await mkdir(join(folder, name));
		await writeFile(join(folder, name, "file"), name);
	}
	const file = join(folder, "now", "file");
	const changed = watched(t, file, 50);
	await rename(join(folder, "now"), join(folder, "before"));
	await rename(join(folder, "next"), join(folder, "now"));
	await changed();
	await writeFile(file, "later, and longer");
	await changed();
});

test("other files of the folder do not matter", async (t) => {
	const folder = await folderWith(t, { file: "one" });
	let changes = 0;
	const close = watchFiles([join(folder, "file")], () => changes++);
	t.after(close);
	const changed = watched(t, join(folder, "other"));
	await writeFile(join(folder, "other"), "two");
	// Whoever watches the other file sees it after the same pause.
	await changed();
	assert.equal(changes, 0);
});

test("a folder that is not there is no failure: the file can still be read on demand", () => {
	watchFiles(["/nowhere/at/all"], () => assert.fail())();
});
