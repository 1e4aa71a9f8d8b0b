import assert from "node:assert/strict";
import { test } from "node:test";
import { testHost } from "../../testing/run-command.js";
import { reporting } from "./program.js";

for (const code of ["EMFILE", "ENFILE"])
	test(`too many open files are reported in one sentence: ${code}`, async () => {
		const written: string[] = [];
		const host = testHost();
		host.stderr.write = ((text: string) => written.push(text) > 0) as typeof host.stderr.write;
		const ended = await reporting(host, async () => {
			throw Object.assign(new Error(`${code}: too many open files, open '/a/module.js'`), { code });
		});
		assert.equal(ended, 1);
		assert.match(written.join(""), /too many open files\. Raise the limit, for example with ulimit -n 4096/);
	});
