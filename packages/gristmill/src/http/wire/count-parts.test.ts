import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { Piece } from "../../runtime/pool/part-stream.js";
import type { StreamCounts } from "../../telemetry/request-record.js";
import { countParts } from "./count-parts.js";

/** The counts after pieces, of which numbers are progress. */
async function counted(type: string, pieces: readonly (string | number)[]): Promise<StreamCounts> {
	async function* come(): AsyncGenerator<Piece, void, void> {
		for (const piece of pieces) yield typeof piece === "number" ? piece : Buffer.from(piece);
	}
	const counts: StreamCounts = { parts: 0, times: [] };
	const given: Piece[] = [];
	for await (const piece of countParts(come(), type, counts)) given.push(piece);
	assert.deepEqual(
		given.map((piece) => (typeof piece === "number" ? piece : Buffer.from(piece).toString())),
		pieces,
	);
	return counts;
}

test("the times are those of the first part, and of each whose number has doubled", async () => {
	const { parts, times } = await counted("text/plain", Array<string>(1_000).fill("x"));
	assert.equal(parts, 1_000);
	assert.deepEqual(
		times.map((one) => one.parts),
		[1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
	);
	assert.ok(times.every(({ at }, i) => i === 0 || at >= (times[i - 1]?.at ?? 0)));
});

test("parts are lines without the last one, or events of that name; progress is none", async () => {
	const { parts, times } = await counted("application/jsonl", ["1\n2\n", 0.5, "3\n", '{"$end":{}}\n']);
	assert.deepEqual([parts, times.map((one) => one.parts)], [3, [2]]);
	const event = "event: part\nid: 0\ndata: 1\n\n";
	assert.equal((await counted("text/event-stream", [event, 0.5, "event: end\ndata: {}\n\n"])).parts, 1);
});
