import assert from "node:assert/strict";
import { test } from "node:test";
import { defineMill, Type, text } from "../index.js";
import { jobDeadline } from "./job-deadline.js";

const millWith = (examples: number) =>
	defineMill({
		name: "waiter",
		version: "1.0.0",
		summary: "Waits.",
		input: { "text/plain": text() },
		output: Type.Object({}),
		deadline: 1_000,
		examples: Array.from({ length: examples }, () => ({ input: "", output: {} })),
		run: () => ({}),
	});

test("the examples of a mill have as long as so many calls: one that hangs is found soon, and fifty are not cut off", () => {
	for (const [examples, deadline] of [
		[0, 1_000],
		[1, 1_000],
		[50, 50_000],
	] as const)
		assert.equal(jobDeadline(millWith(examples), { order: undefined }, 60_000), deadline);
	assert.equal(jobDeadline(millWith(50), { order: [3, 1] }, 60_000), 2_000);
	assert.equal(
		jobDeadline(millWith(50), { order: undefined }, 10),
		500,
		"the operator's bound is for each call",
	);
});
