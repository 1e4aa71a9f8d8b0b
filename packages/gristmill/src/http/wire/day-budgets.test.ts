import assert from "node:assert/strict";
import { test } from "node:test";
import { DayBudgets } from "./day-budgets.js";

const HOUR = 3_600_000;

test("a caller may use its budget in a day, which begins with its first call", () => {
	const budgets = new DayBudgets();
	assert.equal(budgets.spend("ann", 0, 5_000, HOUR), 0);
	assert.equal(budgets.spend("ann", 4_999, 5_000, 2 * HOUR), 0);
	// What runs when the budget is used up is not cut: it counts as a whole.
	assert.equal(budgets.spend("ann", 3_000, 5_000, 3 * HOUR), 22 * HOUR);
	assert.equal(budgets.spend("ann", 0, 5_000, 24 * HOUR), HOUR);
	assert.equal(budgets.spend("bob", 0, 5_000, 24 * HOUR), 0);
	assert.equal(budgets.spend("ann", 0, 5_000, 25 * HOUR), 0);
	assert.equal(budgets.spend("ann", 4_000, 5_000, 40 * HOUR), 0);
	assert.equal(budgets.spend("ann", 1_000, 5_000, 48 * HOUR), HOUR);
});

test("however many callers come, only so many are remembered, and those whose day is over are forgotten", () => {
	const budgets = new DayBudgets(1_000);
	for (let i = 0; i < 10_000; i++) budgets.spend(`caller ${i}`, 1_000, 1_000, i);
	assert.equal(budgets.size, 1_000);
	assert.ok(budgets.spend("caller 9999", 0, 1_000, 10_000) > 0);
	for (let i = 0; i < 1_000; i++) budgets.spend("another", 0, 1_000, 25 * HOUR);
	assert.equal(budgets.size, 1);
});
