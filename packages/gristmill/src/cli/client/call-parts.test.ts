import assert from "node:assert/strict";
import { test } from "node:test";
import { folderWith, ROOT } from "../../testing/command.js";
import { run as runCommand } from "../../testing/run-command.js";
import { servedMills } from "../../testing/served-mills.js";

const MILL = new URL("../../examples/text-comparer.js", import.meta.url);
const served = servedMills(async () => [(await import(MILL.href)).default]);
const SAME = '{"same":true,"lines":[{"change":" ","line":"rye"}]}\n';

const run = (cwd: string, words: readonly string[]) => runCommand(words, { cwd });

test("gristmill call sends texts and files as the parts of a form", async (t) => {
	const cwd = await folderWith(t, { "old.txt": "Rye", "options.json": '{"ignoreCase":true}' });
	const { url } = served;
	const mill = `${url}/text-comparer`;
	const parts = ["--part", "old=@old.txt", "--part", "new=rye", "--part", "options=@options.json"];
	const called = await run(cwd, ["call", mill, ...parts]);
	assert.deepEqual([called.code, called.out], [0, SAME], called.err);

	const at = await run(cwd, ["call", mill, "--part", "old=@@a", "--part", "new=@@a"]);
	assert.match(at.out, /"line":"@a"/);

	const failing = ["call", mill, "--part", "old=a", "--part", "newer=b"];
	const unknown = await run(cwd, failing);
	assert.equal(unknown.code, 1);
	assert.match(unknown.err, /Unknown part "newer". The form has old, new, options\./);
	// The digest of the parts does not depend on the boundary, so a failure can be replayed.
	const saved = await run(cwd, [...failing, "--json"]);
	const again = await run(cwd, [...failing, "--json"]);
	const digest = (text: string) => /"inputDigest":"(sha256:[0-9a-f]{64})"/.exec(text)?.[1];
	assert.ok(digest(saved.out + saved.err));
	assert.equal(digest(saved.out + saved.err), digest(again.out + again.err));
	const single = await run(cwd, ["call", mill, "--data", "x"]);
	assert.match(single.err, /This mill takes multipart\/form-data, and the request is/);
});

for (const [words, message] of [
	[["--part", "old"], '--part "old" is not NAME=TEXT or NAME=@FILE.'],
	[["--part", "a=1", "--part", "a=2"], 'The part "a" was given twice.'],
	[["--part", "a=1", "--data", "x"], "More than one input was given. Give parts, a file or --data."],
	[["file.txt", "--part", "a=1"], "More than one input was given. Give parts, a file or --data."],
	[["--part", "a=@."], "A folder was given. Name a file."],
] as const)
	test(`gristmill call refuses ${words.join(" ")} with what to do`, async () => {
		const { code, err } = await run(ROOT, ["call", "http://127.0.0.1:1/x", ...words]);
		assert.deepEqual([code, err], [2, `gristmill: ${message}\n`]);
	});
