import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createClient } from "../../packages/gristmill/dist/client/index.js";
import { folderWith, gristmill, ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { CHAOS_WORDS, disturb, KINDS } from "../../packages/gristmill/dist/testing/servers/chaos.js";
import { Replica } from "../../packages/gristmill/dist/testing/servers/replica.js";

/** How many lines; `npm run chaos` sets it. */
const LINES = Number(process.env.TEST_CHAOS ?? 0);
const unasked = LINES === 0 && "TEST_CHAOS is not set: npm run chaos";

const options = {
	skip: unasked || (process.platform !== "linux" && "workers are found by /proc"),
	timeout: 3_600_000,
};
const words = [...CHAOS_WORDS, `${ROOT}packages/gristmill/dist/examples/checksum-calculator.js`];
const lines = Array.from(
	{ length: LINES },
	(_, n) => `Line  ${n} ${"of Cafe\u0301 grist ".repeat(n % 400)}.`,
);

/** No call may lose two workers: each server answers large calls, which it begins after those that lost one. */
async function settled(replicas: readonly Replica[]): Promise<void> {
	await Promise.all(
		replicas.map(async ({ url }) => {
			const client = createClient(url);
			for (let n = 0; n < 3; n++) await client.call("normaliser", "Cafe\u0301 of grist. ".repeat(1_000));
		}),
	);
}

/** Three servers, and a folder with the input. */
async function scene(t: TestContext) {
	const replicas = await Promise.all([1, 2, 3].map(() => Replica.start(t, words)));
	const cwd = await folderWith(t, {});
	await writeFile(join(cwd, "in"), lines.map((line) => `${line}\n`).join(""));
	const addresses = replicas.map(({ url }) => `${url}/normaliser`);
	return { replicas, cwd, map: ["map", ...addresses, "--lines", "in", "--quiet"] };
}

/** The results that are not those of their line. */
function wrongIn(results: readonly string[]): string[] {
	return results.filter((result, n) => {
		const { line, output } = JSON.parse(result) as { line: number; output?: { text: string } };
		const expected = lines[n]?.normalize("NFC").replace(/ +/g, " ");
		return line !== n + 1 || output?.text !== expected;
	});
}

test(
	"gristmill map over three servers loses nothing while they are killed and restarted, without a proxy",
	options,
	async (t) => {
		const { replicas, cwd, map: command } = await scene(t);
		const map = gristmill(t, [...command, "--out", "out"], { cwd });
		let over = false;
		map.ended.then(() => {
			over = true;
		});
		const counts = await disturb(
			replicas,
			() => over,
			() => settled(replicas),
		);
		assert.equal(await map.ended, 0, map.stderr());

		const results = (await readFile(join(cwd, "out"), "utf8")).trimEnd().split("\n");
		const wrong = wrongIn(results);
		t.diagnostic(`TEST_CHAOS=${LINES} lines, ${wrong.length} wrong or lost`);
		t.diagnostic(KINDS.map((kind) => `${kind}: ${counts[kind]}`).join(", "));
		assert.equal(results.length, LINES);
		assert.deepEqual(wrong.slice(0, 3), []);
	},
);

test(
	"four shards that are killed twice each, while servers are killed too, have the results of one run",
	options,
	async (t) => {
		const { replicas, cwd, map: command } = await scene(t);
		const sizeOf = async (path: string) => (await stat(join(cwd, path)).catch(() => undefined))?.size ?? 0;
		let kills = 0;

		/** Runs a shard to its end, as a job controller would: it is started again after each kill. */
		async function run(index: number): Promise<void> {
			const flags = ["--shard", `${index}/4`, "--out", "out-{shard}", "--resume"];
			for (let killed = 0; ; killed++) {
				const before = await sizeOf(`out-${index}`);
				const shard = gristmill(t, [...command, ...flags], { cwd });
				let ended = false;
				shard.ended.then(() => {
					ended = true;
				});
				if (killed < 2) {
					while (!ended && (await sizeOf(`out-${index}`)) === before) await setTimeout(5);
					shard.child.kill("SIGKILL");
				}
				const code = await shard.ended;
				if (code !== null) {
					assert.equal(code, 0, shard.stderr());
					return;
				}
				kills++;
			}
		}
		let over = false;
		const disturbed = disturb(
			replicas,
			() => over,
			() => settled(replicas),
		);
		await Promise.all([0, 1, 2, 3].map(run));
		over = true;
		const counts = await disturbed;
		const parts = await Promise.all([0, 1, 2, 3].map((index) => readFile(join(cwd, `out-${index}`), "utf8")));
		const joined = parts.join("");

		const one = gristmill(t, [...command, "--out", "one"], { cwd });
		assert.equal(await one.ended, 0, one.stderr());
		t.diagnostic(`${kills} kills of shards; ${KINDS.map((kind) => `${kind}: ${counts[kind]}`).join(", ")}`);
		assert.equal(kills, 8);
		assert.deepEqual(wrongIn(joined.trimEnd().split("\n")).slice(0, 3), []);
		assert.equal(joined, await readFile(join(cwd, "one"), "utf8"));
	},
);
