import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type TestContext, test } from "node:test";
import { folderWith, gristmill } from "../../testing/command.js";
import { jpegOf } from "../../testing/mills/mills.js";
import { start } from "../../testing/server.js";

/** How many lines; a hundredth of it, 100 at least, is the number of photographs. All that is promised with TEST_MAP=100000. */
const LINES = Number(process.env.TEST_MAP ?? 1_200);
const PHOTOGRAPHS = Math.max(100, LINES / 100);
const LINE_BYTES = LINES > 10_000 ? 2_000 : 24_000;
const PHOTOGRAPH_BYTES = 3 * 2 ** 20;
/** In mebibytes: less than all lines or all photographs together, so that who holds them all fails. */
const [HEAP, MEMORY] = [40, 256];

/** Runs map with a small heap and gives the most memory that it took, in mebibytes. */
async function peak(t: TestContext, words: readonly string[], cwd: string): Promise<number> {
	const tell = "process.on('exit',()=>console.error('PEAK',process.resourceUsage().maxRSS))";
	const options = `--max-old-space-size=${HEAP} --import=data:text/javascript,${encodeURIComponent(tell)}`;
	const { ended, stderr } = gristmill(t, ["map", ...words], { cwd, env: { NODE_OPTIONS: options } });
	assert.equal(await ended, 0, stderr());
	return Number(/PEAK (\d+)/.exec(stderr())?.[1]) / 1024;
}

async function* results(path: string): AsyncGenerator<Record<string, unknown>> {
	for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line);
}

const lineOf = (n: number) => `${n} `.padEnd(LINE_BYTES, "grist ");

test(`${LINES} lines of ${LINE_BYTES} bytes go through a heap of ${HEAP} MiB`, async (t) => {
	const { url } = await start();
	const cwd = await folderWith(t, {});
	function* lines() {
		for (let n = 1; n <= LINES; n++) yield `${lineOf(n)}\n`;
	}
	await pipeline(Readable.from(lines()), createWriteStream(join(cwd, "in")));
	const memory = await peak(t, [`${url}/query-echoer`, "--lines", "in", "--out", "out"], cwd);
	let count = 0;
	for await (const { line, output } of results(join(cwd, "out"))) {
		assert.equal(line, ++count);
		assert.equal((output as { text: string }).text, lineOf(count));
	}
	assert.equal(count, LINES);
	t.diagnostic(`TEST_MAP=${LINES}: ${Math.round(memory)} MiB at most`);
	assert.ok(memory < MEMORY, `${memory} MiB`);
});

test(`${PHOTOGRAPHS} photographs of ${PHOTOGRAPH_BYTES} bytes are streamed`, async (t) => {
	const { url } = await start();
	const cwd = await folderWith(t, {});
	await mkdir(join(cwd, "photos"));
	const nameOf = (n: number) => `photos/${String(n).padStart(6, "0")}.jpg`;
	// Ten on the disk; the others are further names of them.
	const digests: string[] = [];
	for (let n = 0; n < PHOTOGRAPHS; n++) {
		if (n >= 10) {
			await link(join(cwd, nameOf(n % 10)), join(cwd, nameOf(n)));
			continue;
		}
		const photograph = Buffer.concat([jpegOf(n + 1, 7), Buffer.alloc(PHOTOGRAPH_BYTES, n)]);
		await writeFile(join(cwd, nameOf(n)), photograph);
		digests.push(createHash("sha256").update(photograph).digest("hex"));
	}
	const words = [`${url}/checksum-calculator/sha256`, "photos", "--out", "out"];
	const memory = await peak(t, [...words, "--type", "application/octet-stream"], cwd);
	let count = 0;
	for await (const { file, output } of results(join(cwd, "out"))) {
		assert.equal(file, nameOf(count));
		assert.equal((output as { checksum: string }).checksum, digests[count++ % 10]);
	}
	assert.equal(count, PHOTOGRAPHS);
	t.diagnostic(`TEST_MAP=${LINES}: ${Math.round(memory)} MiB at most`);
	assert.ok(memory < MEMORY, `${memory} MiB`);
});
