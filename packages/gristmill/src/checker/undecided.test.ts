import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTiny, failedRows } from "../testing/servers/check-tiny.js";
import { problem } from "../testing/servers/tiny-server.js";
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
