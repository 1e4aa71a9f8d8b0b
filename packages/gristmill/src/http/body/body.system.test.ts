import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MiB } from "../../core/definition/limits.js";
import { readBody } from "./body.js";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

test("a body in chunks of one byte takes no more memory than its bytes", async () => {
	const slab = Buffer.alloc(MiB / 2, "grist");
	function* single() {
		for (let i = 0; i < slab.length; i++) yield slab.subarray(i, i + 1);
	}
	const fields = { headers: { "transfer-encoding": "chunked" }, complete: true };
	const stream = Readable.from(single(), { objectMode: false });
	const message = Object.assign(stream, fields) as unknown as IncomingMessage;
	collectGarbage();
	const before = process.memoryUsage().heapUsed;
	let read = 0;
	const body = readBody(message, MiB, {
		hold: (bytes) => {
			read += bytes;
			if (read === slab.length) message.emit("all came");
		},
	});
	await once(message, "all came");
	collectGarbage();
	const taken = process.memoryUsage().heapUsed - before;
	assert.ok(taken < 10 * MiB, `${taken} bytes on the heap`);
	assert.deepEqual(await body, slab);
});
