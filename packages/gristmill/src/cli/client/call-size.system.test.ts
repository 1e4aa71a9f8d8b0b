import assert from "node:assert/strict";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type TestContext, test } from "node:test";
import { folderWith, gristmill } from "../../testing/command.js";

const METER = `
import { defineMill, text, Type } from "gristmill";
export default defineMill({
	name: "line-meter", version: "1.0.0", summary: "Measures lines.",
	input: { "text/plain": text({ stream: "lines", maxBytes: 1e9 }) },
	output: Type.Object({ lengths: Type.Array(Type.Integer()) }), parts: "lengths",
	async *run(lines) { for await (const line of lines) yield line.length; return {}; },
});`;
const LINE = `${"grist ".repeat(500)}\n`;
const [FEW, MANY] = [20e6, 200e6].map((bytes) => Math.ceil(bytes / LINE.length)) as [number, number];
const TELL = "process.on('exit',()=>console.error('PEAK',process.resourceUsage().maxRSS))";
const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELL)}` };

const linesOf = (count: number) =>
	Readable.from(
		(function* () {
			for (let n = 0; n < count; n++) yield LINE;
		})(),
	);

/** Sends lines through `call --stream`, and gives the most memory that it took, in mebibytes. */
async function peak(t: TestContext, count: number, how: "pipe" | "file"): Promise<number> {
	const cwd = await folderWith(t, { "line-meter.ts": METER });
	const words = ["call", "./line-meter.ts", "--stream"];
	if (how === "file") await pipeline(linesOf(count), createWriteStream(join(cwd, "in.txt")));
	const command = gristmill(t, how === "file" ? [...words, "in.txt"] : words, { cwd, env });
	if (how === "pipe") await pipeline(linesOf(count), command.child.stdin as NodeJS.WritableStream);
	assert.equal(await command.ended, 0, command.stderr());
	const lines = command.stdout().split("\n");
	assert.equal(lines.at(-2), `{"$end":{"parts":${count}}}`);
	assert.ok(lines.slice(0, count).every((line) => line === String(LINE.length - 1)));
	return Number(/PEAK (\d+)/.exec(command.stderr())?.[1]) / 1024;
}

for (const how of ["pipe", "file"] as const)
	test(`the memory of call --stream does not grow with a long input from a ${how}`, async (t) => {
		const [few, many] = [await peak(t, FEW, how), await peak(t, MANY, how)];
		t.diagnostic(`20 MB: ${few.toFixed()} MiB at most, 200 MB: ${many.toFixed()} MiB`);
		// Less than the input: whoever holds it all fails, and how much the engine leaves uncollected does not matter.
		assert.ok(many - few < 150, `${many} MiB, and ${few} MiB for a tenth`);
	});
