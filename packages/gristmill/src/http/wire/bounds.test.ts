import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer } from "../server.js";

for (const [settings, message] of [
	[{ workers: 1_000_000_000 }, "Give workers as a whole number from 1 to 1024: 1000000000."],
	[{ workers: 0 }, "Give workers as a whole number from 1 to 1024: 0."],
	[{ workers: Number.NaN }, "Give workers as a whole number from 1 to 1024: NaN."],
	[{ drain: 2 ** 31 }, "Give drain as a whole number from 0 to 3600000: 2147483648."],
	[{ maxBody: 1.5 }, "Give maxBody as a whole number from 1 to 2147483648: 1.5."],
] as const)
	test(`createServer refuses ${JSON.stringify(settings)}`, async () => {
		await assert.rejects(createServer([], settings), { name: "RangeError", message });
	});
