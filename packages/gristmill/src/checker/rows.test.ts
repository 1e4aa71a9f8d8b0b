import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BROKEN_ROWS } from "../testing/breakages/all.js";
import { checkTiny, failedRows } from "../testing/servers/check-tiny.js";
import { ROWS } from "./all-rows.js";
import { UNCHECKED_ROWS } from "./rows/unchecked.js";

/** The rows that do not apply to each mill. */
const BYTES_ROWS = ["O17", "O18", "O19", "O20", "O21"];
const PARTS_ROWS = ["F1", "F2", "F3", "F4", "F5"];
const PINNED_ROWS = ["K1", "K2", "K3", "K4"];
const CLASSIFIER_ROWS = ["O4", "O5", "O6"];
const ASIDE = {
	shouter: [...CLASSIFIER_ROWS, ...BYTES_ROWS, ...PARTS_ROWS, "E4", ...PINNED_ROWS, "P18", "P20"],
	classifier: [...BYTES_ROWS, ...PARTS_ROWS, "E4", ...PINNED_ROWS, "P20"],
	drawer: [...CLASSIFIER_ROWS, ...PARTS_ROWS, "E4", "P18"],
	teller: [...CLASSIFIER_ROWS, ...BYTES_ROWS, "E4", ...PINNED_ROWS, "P18", "P20"],
};

for (const mill of ["shouter", "classifier", "drawer", "teller"] as const)
	test(`a correct server breaks no row (${mill})`, async (t) => {
		const report = await checkTiny(t, mill);
		assert.deepEqual(failedRows(report), []);
		const skipped = report.findings.filter(({ outcome }) => outcome.kind === "skip").map(({ row }) => row.id);
		assert.deepEqual(skipped, ASIDE[mill]);
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

/** These rows look at what the other rows have asked, or need connections that those have opened. */
const NEED_OTHERS = ["O7", "E5", "P13"];

// Most of a check is waiting, so several run at a time.
describe("a server with one thing broken", { concurrency: 4 }, () => {
	for (const { row, what, mill, settings, ...breakage } of BROKEN_ROWS)
		test(`${row} fails on a server that ${what}`, async (t) => {
			const only = NEED_OTHERS.includes(row) ? [] : [row];
			const report = await checkTiny(t, mill, breakage, { only, ...settings });
			assert.deepEqual(failedRows(report), [row]);
		});
});
