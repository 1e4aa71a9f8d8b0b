import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createServer } from "../index.js";
import { folderWith } from "../testing/command.js";

const CHILDREN = `/proc/${process.pid}/task/${process.pid}/children`;

test("where a mill cannot be loaded here, the workers that were started for it end", {
	skip: !existsSync(CHILDREN) && "the system does not say which children a process has",
}, async (t) => {
	const folder = await folderWith(t, {
		"mill.mjs": `import { defineMill, Type, text } from ${JSON.stringify(new URL("../index.js", import.meta.url).href)};
			export default defineMill({
				name: "broken-counter", version: "1.0.0", summary: "Counts nothing.", inline: true,
				input: { "text/plain": text() }, output: Type.Object({ count: Type.Integer() }),
				load: () => { throw new Error("no stones"); }, run: () => ({ count: 0 }),
			});`,
	});
	const before = children();
	const mill = pathToFileURL(join(folder, "mill.mjs"));
	await assert.rejects(createServer([mill], { log: () => {}, workers: 1 }), /no stones/);
	while (children().some((pid) => !before.includes(pid))) await sleep(20);
});

function children(): string[] {
	return readFileSync(CHILDREN, "utf8").split(" ").filter(Boolean);
}
