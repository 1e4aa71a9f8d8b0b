import assert from "node:assert/strict";
import { test } from "node:test";
import { MiB } from "../core/definition/limits.js";
import { countGroups, defaultMemory, defaultWorkers } from "./options.js";

const GiB = 1024 * MiB;

test("the default number of workers leaves 512 MiB for each worker and the spare of every group", () => {
	assert.equal(defaultWorkers(1, 6 * GiB, 4), 4);
	assert.equal(defaultWorkers(2, 6 * GiB, 4), 3);
	assert.equal(defaultWorkers(3, 6 * GiB, 4), 1);
	assert.equal(defaultWorkers(100, 6 * GiB, 4), 1);
	assert.equal(defaultWorkers(0, 6 * GiB, 4), 4, "if no mill runs in workers");
});

test("the default memory of a worker is its share among the workers and spares of all groups", () => {
	assert.equal(defaultMemory(1, 1, 6 * GiB), 2 * GiB);
	assert.equal(defaultMemory(2, 1, 6 * GiB), Math.floor((4 * GiB) / 3));
	assert.equal(defaultMemory(2, 2, 6 * GiB), Math.floor((4 * GiB) / 6));
	assert.equal(defaultMemory(2, 9, 6 * GiB), 512 * MiB);
});

test("mills with the same needs are one group", () => {
	assert.equal(
		countGroups([
			{ needs: [] },
			{ needs: ["addons", "spawn"] },
			{ needs: ["spawn", "addons"] },
			{ needs: [] },
		]),
		2,
	);
	assert.equal(countGroups([]), 0);
});
