import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTiny, failedRows } from "../testing/servers/check-tiny.js";
import { type Breakage, problem } from "../testing/servers/tiny-server.js";
import { PUT_OFF } from "./probe/outcome.js";
import { verdictOf } from "./report/verdict.js";
import type { Report } from "./run.js";

const only = ["P1", "P2", "P3", "P4", "P6"];

/** A server that puts some calls off. It is told how often it was called with this input before. */
const puttingOff = (status: number, isPutOff: (before: number) => boolean): Breakage => ({
	answer: () => {
		const calls = new Map<string, number>();
		return ({ method, body }, correct) => {
			if (method !== "POST") return correct();
			const before = calls.get(body.toString()) ?? 0;
			calls.set(body.toString(), before + 1);
			return isPutOff(before) ? problem(status) : correct();
		};
	},
});

const outcomes = ({ findings }: Report) =>
	findings.filter(({ row }) => only.includes(row.id)).map(({ outcome }) => outcome);

for (const status of [503, 504])
	test(`if every second call is answered with ${status}, the other answers are compared`, async (t) => {
		const report = await checkTiny(
			t,
			"shouter",
			puttingOff(status, (before) => before % 2 === 1),
			{ only },
		);
		for (const outcome of outcomes(report))
			assert.match(outcome.kind === "pass" ? (outcome.note ?? "") : "", /^\d+ of \d+ were put off$/);
		assert.equal(outcomes(report).length, only.length);
		assert.equal(verdictOf(report), "passed");
	});

test("a difference is found between calls that are put off", async (t) => {
	let calls = 0;
	const { answer } = puttingOff(504, (before) => before % 2 === 1);
	const facts: Breakage["facts"] = ({ run }) => ({
		run: (input) => {
			const result = run(input);
			return result && { ...result, length: calls++ };
		},
	});
	assert.deepEqual(failedRows(await checkTiny(t, "shouter", { facts, answer }, { only })), only);
});

test("if every repetition is put off, purity is undecided", async (t) => {
	for (const status of [503, 504]) {
		const report = await checkTiny(
			t,
			"shouter",
			puttingOff(status, (before) => before > 0),
			{ only },
		);
		for (const outcome of outcomes(report))
			assert.deepEqual(outcome, { kind: "skip", reason: PUT_OFF }, String(status));
		assert.equal(verdictOf(report), "undecided");
	}
});

for (const [id, name, first] of [
	["P5", "shouter", 1],
	// JSON, and two media types of its bytes.
	["P20", "drawer", 3],
] as const)
	test(`if the repetitions of ${id} are put off, purity is undecided`, async (t) => {
		const later = puttingOff(504, (before) => before >= first);
		const { findings } = await checkTiny(t, name, later, { only: [id] });
		const found = findings.find(({ row }) => row.id === id);
		assert.deepEqual(found?.outcome, { kind: "skip", reason: PUT_OFF });
	});

test("a server that answers only 503 is not called impure", async (t) => {
	const report = await checkTiny(
		t,
		"shouter",
		puttingOff(503, () => true),
		{ only },
	);
	assert.deepEqual(failedRows(report), []);
	assert.equal(verdictOf(report), "undecided");
});
