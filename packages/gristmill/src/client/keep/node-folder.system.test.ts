import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { openFolder } from "./node-folder.js";

const MODULE = new URL("./node-folder.js", import.meta.url).href;
const KEYS = 40;
const keyOf = (i: number) => i.toString(16).padStart(2, "0").repeat(32);
/** Large enough that a write is not one step. */
const LENGTH = 200_000;

/** Writes all answers and reads them meanwhile. What is there must be whole. */
const WRITER = `
import { openFolder } from ${JSON.stringify(MODULE)};
const [path, maxBytes] = process.argv.slice(1);
const keep = await openFolder(path, Number(maxBytes));
const keyOf = ${keyOf};
for (let round = 0; round < 3; round++)
	for (let i = 0; i < ${KEYS}; i++) {
		const key = keyOf(i);
		const content = key + "x".repeat(${LENGTH});
		await keep.set(key, { type: "text/plain", digest: "d", bytes: Buffer.from(content) });
		const found = await keep.get(keyOf((i * 7) % ${KEYS}));
		if (found && !Buffer.from(found.bytes).toString().startsWith(keyOf((i * 7) % ${KEYS}))) process.exit(1);
	}
`;

for (const [maxBytes, most] of [
	[2 ** 30, KEYS],
	[4_000_000, 20 + 4 * 3],
] as const)
	test(`several processes keep answers in one folder of ${maxBytes} bytes at once`, async (t) => {
		const path = join(await folderWith(t, {}), "kept");
		const writers = Array.from({ length: 4 }, () =>
			spawn(process.execPath, ["--input-type=module", "-e", WRITER, "--", path, String(maxBytes)], {
				stdio: ["ignore", "ignore", "inherit"],
			}),
		);
		const codes = await Promise.all(writers.map(async (child) => (await once(child, "exit"))[0]));
		assert.deepEqual(codes, [0, 0, 0, 0]);
		const keep = await openFolder(path, maxBytes);
		let kept = 0;
		for (let i = 0; i < KEYS; i++) {
			const found = await keep.get(keyOf(i));
			if (!found) continue;
			kept++;
			assert.equal(Buffer.from(found.bytes).toString(), keyOf(i) + "x".repeat(LENGTH));
		}
		assert.ok(kept > 0 && kept <= most, `${kept} answers`);
		if (most === KEYS) assert.equal(kept, KEYS);
		const names = await readdir(path);
		assert.deepEqual(
			names.filter((name) => name.endsWith(".part")),
			[],
		);
	});
