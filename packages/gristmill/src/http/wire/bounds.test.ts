import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer } from "../server.js";

for (const [settings, message] of [
	[{ workers: 1_000_000_000 }, "workers is 1000000000, and must be a whole number from 1 to 1024."],
	[{ workers: 0 }, "workers is 0, and must be a whole number from 1 to 1024."],
	[{ workers: Number.NaN }, "workers is NaN, and must be a whole number from 1 to 1024."],
	[{ drain: 2 ** 31 }, "drain is 2147483648, and must be a whole number from 0 to 3600000."],
	[{ maxBody: 1.5 }, "maxBody is 1.5, and must be a whole number from 1 to 2147483648."],
] as const)
	test(`createServer refuses ${JSON.stringify(settings)}`, async () => {
		await assert.rejects(createServer([], settings), { name: "RangeError", message });
	});
