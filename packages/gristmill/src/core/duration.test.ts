import assert from "node:assert/strict";
import { test } from "node:test";
import { duration } from "./duration.js";

test("a duration has the unit that people write", () => {
	const written = [0.2, 500, 1_000, 1_500, 10_000, 90_000, 600_000, 3_600_000].map(duration);
	assert.deepEqual(written, ["1 ms", "500 ms", "1 s", "1.5 s", "10 s", "90 s", "10 min", "1 h"]);
});
