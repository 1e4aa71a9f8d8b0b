import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { test } from "node:test";
import { folderWith, serving } from "../testing/command.js";

/** The megabytes that go in, and come out. */
const SIZE = Number(process.env.TEST_STREAM ?? 200);
const LINE = 65_536;
/** How much the server may grow, in megabytes: less than goes through it. */
const GROWTH = 0.8 * SIZE;

/** Its deadline is so long that no line is refused because others are slow. */
const MILL = `import { defineMill, Type, text } from "gristmill";

export default defineMill({
	name: "text-mirror",
	version: "1.0.0",
	summary: "Gives a text back.",
	deadline: 600_000,
	input: { "text/plain": text() },
	output: Type.Object({ text: Type.String() }),
	run: (text) => ({ text }),
});
`;

test(`${SIZE} MB of lines, and as much in answers, go through little memory`, {
	skip: process.platform !== "linux" && "memory is read from /proc",
}, async (t) => {
	const cwd = await folderWith(t, { "text-mirror.ts": MILL });
	const { url, child } = await serving(t, ["text-mirror.ts"], { cwd });
	const resident = () =>
		Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
	const count = Math.ceil((SIZE * 1e6) / LINE);
	function* lines() {
		for (let n = 0; n < count; n++) yield `"${String(n).padEnd(LINE - 3, "x")}"\n`;
	}
	const before = resident();
	let most = 0;
	let size = 0;
	let answered = 0;
	const refused: string[] = [];
	await new Promise<void>((resolve, reject) => {
		const asked = request(`${url}/text-mirror`, {
			method: "POST",
			headers: { "Content-Type": "application/jsonl" },
		});
		asked.on("error", reject).on("response", async (reply) => {
			try {
				for await (const piece of reply as AsyncIterable<Buffer>) {
					size += piece.byteLength;
					// A line that is answered with a problem says so within its first bytes.
					const at = piece.indexOf('"$problem"');
					if (at >= 0) refused.push(piece.subarray(at, at + 200).toString());
					for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) answered++;
					most = Math.max(most, resident());
				}
				resolve();
			} catch (error) {
				reject(error);
			}
		});
		pipeline(Readable.from(lines(), { objectMode: false }), asked).catch(reject);
	});
	assert.equal(answered, count);
	assert.deepEqual(refused, []);
	assert.ok(size > count * LINE, String(size));
	assert.ok(most - before < GROWTH, `${before} → ${most} MB`);
	t.diagnostic(`${before.toFixed()} → ${most.toFixed()} MB`);
});
