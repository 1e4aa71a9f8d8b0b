import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTiny, failedRows } from "../testing/servers/check-tiny.js";
import { type Breakage, problem } from "../testing/servers/tiny-server.js";
import { verdictOf } from "./report/verdict.js";

test("if every input is rejected, a check without M1 is undecided", async (t) => {
	const report = await checkTiny(
		t,
		"shouter",
		{ answer: () => (call, correct) => (call.method === "POST" ? problem(422) : correct()) },
		{ only: ["P1"] },
	);
	assert.deepEqual(failedRows(report), []);
	assert.equal(verdictOf(report), "undecided");
});

/** More than the checker reads. The limit is inside a character. */
const LONG = "é".repeat(600_000);

/** A mill with long results. */
const long = (more: () => object = () => ({})): Breakage => ({
	facts: ({ run }) => ({ run: (input) => run(input) && { text: LONG, length: 1, ...more() } }),
});

test("a result that is too long to be read leaves the check undecided", async (t) => {
	const rows = ["M1", "M17", "O", "A5", "B", "X", "P1", "P6", "P10", "P11", "P19"];
	const report = await checkTiny(t, "shouter", long(), { only: rows });
	assert.deepEqual(failedRows(report), []);
	assert.equal(verdictOf(report), "undecided");
	const open = report.findings.filter(
		({ outcome }) =>
			outcome.kind === "skip" && /^the result is too long.* --input FILE$/.test(outcome.reason),
	);
	const ids = open.map(({ row }) => row.id);
	for (const id of ["M1", "M17", "O2", "O3", "A5", "B5", "P1", "P6", "P10", "P11", "P19"])
		assert.ok(ids.includes(id), id);
});

test("bytes that are too long to be read leave the check undecided", async (t) => {
	const bytes = Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(1_100_000)]);
	const report = await checkTiny(
		t,
		"drawer",
		{ facts: ({ raw }) => ({ raw: { ...raw, "image/gif": () => bytes } }) },
		{ only: ["O17", "O18", "P20"] },
	);
	assert.deepEqual(failedRows(report), []);
	assert.equal(verdictOf(report), "undecided");
});

test("a long result that differs at its beginning fails, and elsewhere it is undecided", async (t) => {
	let calls = 0;
	const only = ["P1"];
	const behind = await checkTiny(
		t,
		"shouter",
		long(() => ({ length: calls++ })),
		{ only },
	);
	assert.equal(verdictOf(behind), "undecided");
	const before = await checkTiny(
		t,
		"shouter",
		long(() => ({ text: `${calls++}${LONG}` })),
		{ only },
	);
	assert.equal(verdictOf(before), "failed");
});

test("if only the result of a new input is too long, P10 is undecided", async (t) => {
	const report = await checkTiny(
		t,
		"shouter",
		{
			facts: ({ run }) => ({
				run: (input) => {
					const result = run(input);
					return result && { ...result, text: input.length > 18 ? LONG : result.text };
				},
			}),
		},
		{ only: ["P10"] },
	);
	assert.deepEqual(failedRows(report), []);
	assert.equal(verdictOf(report), "undecided");
});
