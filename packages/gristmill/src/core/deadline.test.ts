import assert from "node:assert/strict";
import { test } from "node:test";
import { complainAboutDeadline, deadlineFor } from "./deadline.js";

test("a deadline that is a number is the same for all inputs", () => {
	assert.equal(deadlineFor(500, 0), 500);
	assert.equal(deadlineFor(500, 1e9), 500);
});

test("a deadline with a base grows with the input, without steps", () => {
	const deadline = { base: 1_000, perKiB: 500 };
	assert.equal(deadlineFor(deadline, 0), 1_000);
	assert.equal(deadlineFor(deadline, 1024), 1_500);
	assert.equal(deadlineFor(deadline, 1), 1_001);
	assert.equal(deadlineFor(deadline, 1024 * 1024), 513_000);
});

test("the largest input of a mill has an hour at most", () => {
	assert.equal(complainAboutDeadline({ base: 600_000, perKiB: 3_000 }, 1000 * 1024), undefined);
	assert.match(complainAboutDeadline({ base: 600_001, perKiB: 3_000 }, 1000 * 1024) ?? "", /3600\.001 s/);
});

for (const wrong of [
	{},
	{ base: 5 },
	{ perKiB: 5 },
	{ base: "1s", perKiB: 0 },
	{ base: 5, perKiB: 0, per: 1 },
	[],
])
	test(`a deadline of ${JSON.stringify(wrong)} is refused for its form`, () => {
		assert.match(complainAboutDeadline(wrong, 1) ?? "", /or { base, perKiB, most }/);
	});

for (const wrong of [
	{ base: 0, perKiB: 1 },
	{ base: 5, perKiB: -1 },
	{ base: Number.NaN, perKiB: 1 },
	{ base: 5, perKiB: Number.POSITIVE_INFINITY },
])
	test(`a deadline of base ${wrong.base} and perKiB ${wrong.perKiB} is refused for its numbers`, () => {
		assert.match(complainAboutDeadline(wrong, 1024) ?? "", /base must be above 0/);
	});
