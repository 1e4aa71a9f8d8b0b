import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BROKEN_ROWS } from "../testing/breakages/all.js";
import { checkTiny, failedRows } from "../testing/check-tiny.js";
import { ROWS } from "./rows/all.js";
import { UNCHECKED_ROWS } from "./rows/unchecked.js";

for (const mill of ["shouter", "classifier"] as const)
	test(`a correct server breaks no row (${mill})`, async (t) => {
		const report = await checkTiny(t, mill);
		assert.deepEqual(failedRows(report), []);
		const skipped = report.findings.filter(({ outcome }) => outcome.kind === "skip").map(({ row }) => row.id);
		const aside = mill === "shouter" ? ["O4", "O5", "O6", "E4", "P18"] : ["E4"];
		assert.deepEqual(skipped, aside);
	});

test("every row has a server that breaks it, and each row's id is its own", () => {
	const broken = new Set(BROKEN_ROWS.map(({ row }) => row));
	const ids = ROWS.map(({ id }) => id);
	assert.deepEqual(
		ids.filter((id) => !broken.has(id)),
		[],
	);
	assert.equal(
		new Set([...ids, ...UNCHECKED_ROWS.map(({ id }) => id)]).size,
		ids.length + UNCHECKED_ROWS.length,
	);
});

// Most of a check is waiting, so several go on at a time.
describe("a server with one thing broken", { concurrency: 4 }, () => {
	for (const { row, what, mill, ...breakage } of BROKEN_ROWS)
		test(`${row} alone fails on a server that ${what}`, async (t) => {
			const report = await checkTiny(t, mill, breakage);
			assert.deepEqual(failedRows(report), [row]);
		});
});
