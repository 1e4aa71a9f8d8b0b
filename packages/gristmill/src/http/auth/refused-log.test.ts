import assert from "node:assert/strict";
import { test } from "node:test";
import { refusedLog } from "./refused-log.js";

test("ten refusals a minute are logged, the others are counted and told later", () => {
	const told: unknown[] = [];
	let now = 0;
	const refuse = refusedLog(
		(level, message, fields) => told.push({ level, message, ...fields }),
		() => now,
	);
	for (let i = 0; i < 1000; i++) refuse(`id-${i}`, "unknown token");
	assert.equal(told.length, 10);
	assert.deepEqual(told[0], {
		level: "warn",
		message: "credentials were refused",
		id: "id-0",
		reason: "unknown token",
	});
	now = 60_000;
	refuse("later", "expired");
	assert.deepEqual(told[10], {
		level: "warn",
		message: "credentials were refused",
		id: "later",
		reason: "expired",
		notLogged: 990,
	});
	refuse("again", "expired");
	assert.equal(told.length, 12);
});
