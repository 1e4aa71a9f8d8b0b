import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BROKEN_ROWS } from "../testing/breakages/all.js";
import { checkTiny, failedRows } from "../testing/servers/check-tiny.js";

// A whole check for each server: the quick tests run one row.
describe("a server with one thing broken", { concurrency: 4 }, () => {
	for (const { row, what, mill, settings, ...breakage } of BROKEN_ROWS)
		test(`of all rows ${row} alone fails on a server that ${what}`, async (t) => {
			assert.deepEqual(failedRows(await checkTiny(t, mill, breakage, settings)), [row]);
		});
});
