import assert from "node:assert/strict";
import { test } from "node:test";
import { createFetchHandler, Type } from "../../index.js";
import { ManualClock } from "../../testing/manual-clock.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import type { RuntimeOptions } from "../options.js";
import type { Lane } from "./lane.js";
import { keepExamining, type Readiness } from "./readiness.js";

test("a mill that fails its example is out of service for callers, and the log has the example and both results", async (t) => {
	const liar = emptyMill({
		name: "text-measurer",
		output: Type.Object({ letters: Type.Number() }),
		examples: [
			{ input: "abc", output: { letters: 3 } },
			{ input: "four", output: { letters: 4 } },
		],
		run: () => ({ letters: 3 }),
	});
	const reasons: unknown[] = [];
	const mills = await createFetchHandler([liar], {
		log: (level, message, fields) => {
			if (level === "error") reasons.push([message, fields?.mill, fields?.reason]);
		},
	});
	t.after(() => mills.close());
	const call = { method: "POST", headers: { "Content-Type": "text/plain" }, body: "abcd" };
	const answer = await mills(new Request("http://localhost/text-measurer", call));
	assert.equal(answer.status, 502);
	assert.equal(answer.headers.get("retry-after"), null);
	const problem = (await answer.json()) as { detail: string };
	assert.equal(
		problem.detail,
		"This mill is out of service, because it fails its own examples. The server's log says which; tell the operator.",
	);
	assert.deepEqual(reasons, [
		["a mill is not ready", "text-measurer", 'example 1: expected {"letters":4}, got {"letters":3}'],
	]);
});

/** When a mill ran its examples in an hour, in seconds, and its last state, if the first `failures` runs end with this error. */
async function examinations(failures: number, error: () => Error): Promise<{ at: number[]; state?: string }> {
	const clock = new ManualClock();
	const states = new Map<string, Readiness>();
	const at: number[] = [];
	const lane: Partial<Lane> = {
		outOfService: () => undefined,
		examine: async () => {
			at.push(clock.now() / 1_000);
			if (at.length <= failures) throw error();
			return [];
		},
		examineTogether: async () => [],
	};
	const options: Partial<RuntimeOptions> = { clock, examineEvery: 300_000, log: () => {} };
	const examination = keepExamining(
		new Map([["slow-mill", lane as Lane]]),
		states,
		options as RuntimeOptions,
	);
	for (let second = 0; second < 3_600; second++) {
		await new Promise(setImmediate);
		clock.advance(1_000);
	}
	examination.stop();
	assert.equal(clock.timers, 0);
	const state = states.get("slow-mill")?.state;
	return { at, ...(state && { state }) };
}

test("a mill whose examples gave no result runs them again soon, and not only after five minutes", async () => {
	const { at, state } = await examinations(2, () => new Error("deadline"));
	assert.deepEqual(at.slice(0, 4), [0, 5, 15, 300]);
	assert.equal(state, "ready");
});

test("a mill that never gives a result does not run its examples all the time", async () => {
	const { at, state } = await examinations(Number.POSITIVE_INFINITY, () => new Error("deadline"));
	assert.deepEqual(at.slice(0, 9), [0, 5, 15, 35, 75, 155, 300, 305, 315]);
	assert.equal(state, "unready");
});
