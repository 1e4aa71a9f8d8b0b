import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, gristmill, ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { CHAOS_WORDS, disturb, KINDS } from "../../packages/gristmill/dist/testing/servers/chaos.js";
import { Replica } from "../../packages/gristmill/dist/testing/servers/replica.js";

/** How many lines; `npm run chaos` sets it. */
const LINES = Number(process.env.GRISTMILL_CHAOS ?? 0);
const unasked = LINES === 0 && "GRISTMILL_CHAOS is not set: npm run chaos";

test("gristmill map over three servers loses nothing while they are killed and restarted, without a proxy", {
	skip: unasked || (process.platform !== "linux" && "workers are found by /proc"),
	timeout: 3_600_000,
}, async (t) => {
	const words = [...CHAOS_WORDS, `${ROOT}packages/gristmill/dist/examples/checksum-calculator.js`];
	const replicas = await Promise.all([1, 2, 3].map(() => Replica.start(t, words)));
	const cwd = await folderWith(t, {});
	const lines = Array.from(
		{ length: LINES },
		(_, n) => `Line  ${n} ${"of Cafe\u0301 grist ".repeat(n % 400)}.`,
	);
	await writeFile(join(cwd, "in"), lines.map((line) => `${line}\n`).join(""));
	const addresses = replicas.map(({ url }) => `${url}/normaliser`);
	const map = gristmill(t, ["map", ...addresses, "--lines", "in", "--out", "out", "--quiet"], { cwd });
	let over = false;
	map.ended.then(() => {
		over = true;
	});
	// Calls in flight end within this time, so that none loses two workers.
	const settled = () => new Promise((resolve) => setTimeout(resolve, 1_000));
	const counts = await disturb(replicas, () => over, settled);
	assert.equal(await map.ended, 0, map.stderr());

	const results = (await readFile(join(cwd, "out"), "utf8")).trimEnd().split("\n");
	const wrong = results.filter((result, n) => {
		const { line, output } = JSON.parse(result) as { line: number; output?: { text: string } };
		const expected = lines[n]?.normalize("NFC").replace(/ +/g, " ");
		return line !== n + 1 || output?.text !== expected;
	});
	t.diagnostic(`GRISTMILL_CHAOS=${LINES} lines, ${wrong.length} wrong or lost`);
	t.diagnostic(KINDS.map((kind) => `${kind}: ${counts[kind]}`).join(", "));
	assert.equal(results.length, LINES);
	assert.deepEqual(wrong.slice(0, 3), []);
});
