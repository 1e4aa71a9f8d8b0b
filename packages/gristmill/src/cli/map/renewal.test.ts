import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { folderWith } from "../../testing/command.js";
import { testHost } from "../../testing/run-command.js";
import { doneIn, leftInOrder, type Place } from "./done.js";
import { type Item, type Key, keyOf } from "./item.js";
import { completeRenewal, dropFailed } from "./renewal.js";
import { openResults } from "./results.js";

interface Row {
	readonly key: string;
	readonly failed: boolean;
	readonly failsAgain: boolean;
}

/** A mill is pure: the result of a key is the same whenever it was computed. */
const textOf = (rows: readonly { key: string; failed: boolean }[]) =>
	rows.map(({ key, failed }) => `${JSON.stringify({ file: key, [failed ? "error" : "output"]: key })}\n`);

test("failed results are replaced at their place, also if inputs are given twice and failures have a file of their own", async (t) => {
	const cwd = await folderWith(t, {});
	const host = testHost({ cwd });
	const key = fc.constantFrom("a", "b", "c");
	const rows = fc.array(fc.record({ key, failed: fc.boolean(), failsAgain: fc.boolean() }), {
		maxLength: 10,
	});
	await fc.assert(
		fc.asyncProperty(rows, fc.nat(10), fc.boolean(), async (all: readonly Row[], stop, apart) => {
			const own = apart ? ["out", "bad"] : ["out"];
			const divided = (some: readonly { key: string; failed: boolean }[]) =>
				own.map((name) =>
					textOf(some.filter(({ failed }) => !apart || failed === (name === "bad"))).join(""),
				);
			for (const [i, text] of divided(all.slice(0, stop)).entries())
				await writeFile(join(cwd, own[i] ?? ""), text);
			async function* items(): AsyncGenerator<Item> {
				for (const one of all) yield { file: one.key };
			}
			const files = () => own.map((path) => doneIn(path, host));
			const results = openResults("out", own[1], true, host);
			const sent: { key: Key; instead: Place | undefined }[] = [];
			let place: Place | undefined;
			const again = leftInOrder(items(), files(), (done, _, found) => {
				if (done.failed) place = found;
				return done.failed;
			});
			for await (const item of again) {
				sent.push({ key: keyOf(item), instead: place });
				place = undefined;
			}
			const next = all.filter(({ failed }, i) => i >= stop || failed);
			assert.deepEqual(
				sent.map((one) => one.key),
				next.map((one) => one.key),
			);
			for (const [i, one] of next.entries()) {
				const failed = one.failsAgain;
				await results.write(textOf([{ key: one.key, failed }]).join(""), failed, sent[i]?.instead);
			}
			await results.settle();
			results.close();
			// Nothing is left, and nothing is there twice.
			for await (const item of leftInOrder(items(), files(), () => false)) assert.fail(String(keyOf(item)));
			// Which of two equal inputs had failed, the files do not always tell.
			const isClear =
				!apart ||
				next.every(({ failsAgain }) => !failsAgain) ||
				new Set(all.map((one) => one.key)).size === all.length;
			if (!isClear) return;
			const after = all.map((one) => ({ key: one.key, failed: next.includes(one) && one.failsAgain }));
			for (const [i, text] of divided(after).entries())
				assert.equal(await readFile(join(cwd, own[i] ?? ""), "utf8"), text);
		}),
	);
});

const [GOOD = "", BAD = ""] = textOf([
	{ key: "a", failed: false },
	{ key: "b", failed: true },
]);

test("a run that was killed between the names of two whole files is completed, and what is not whole is removed", async (t) => {
	const cwd = await folderWith(t, { out: "old", bad: "old", "out.retry": "new", "bad.retried": "new" });
	completeRenewal(["out", "bad"], { cwd });
	for (const name of ["out", "bad"]) assert.equal(await readFile(join(cwd, name), "utf8"), "new");
	await rename(join(cwd, "bad"), join(cwd, "bad.retried"));
	completeRenewal(["out", "bad"], { cwd });
	for (const name of ["out", "bad"]) assert.equal(await readFile(join(cwd, name), "utf8"), "new");
	await writeFile(join(cwd, "out.retry"), "half");
	await writeFile(join(cwd, "bad.retry"), "half");
	completeRenewal(["out", "bad"], { cwd });
	assert.equal(await readFile(join(cwd, "out"), "utf8"), "new");
	assert.ok(!existsSync(join(cwd, "out.retry")) && !existsSync(join(cwd, "bad.retry")));
});

test("failed lines are removed from the target of a link, which stays a link", async (t) => {
	const cwd = await folderWith(t, { target: GOOD + BAD });
	await symlink("target", join(cwd, "out"));
	await dropFailed("out", { cwd });
	assert.equal(await readFile(join(cwd, "target"), "utf8"), GOOD);
	assert.equal(await readFile(join(cwd, "out"), "utf8"), await readFile(join(cwd, "target"), "utf8"));
	await dropFailed("missing", { cwd });
	assert.ok(!existsSync(join(cwd, "missing")));
});
