import assert from "node:assert/strict";
import { test } from "node:test";
import { mustStartWorkers } from "./lanes.js";

test("a runtime that cannot start workers is told so in one sentence", () => {
	const { bun: _, ...versions } = process.versions;
	mustStartWorkers(versions as NodeJS.ProcessVersions);
	assert.throws(() => mustStartWorkers({ ...versions, bun: "1.4.4" } as NodeJS.ProcessVersions), {
		name: "RangeError",
		message: /^Bun cannot start the workers of mill files\. Give what defineMill returned/,
	});
});
