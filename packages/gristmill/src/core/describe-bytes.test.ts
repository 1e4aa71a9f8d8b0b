import assert from "node:assert/strict";
import { test } from "node:test";
import { describeBytes } from "./describe-bytes.js";

test("a number of bytes is written in the largest unit that it fills", () => {
	const told = [0, 1023, 1024, 1536, 16 * 2 ** 20, 2 ** 40].map(describeBytes);
	assert.deepEqual(told, ["0 bytes", "1023 bytes", "1 KiB", "1.5 KiB", "16 MiB", "1024 GiB"]);
});
