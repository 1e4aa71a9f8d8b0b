import assert from "node:assert/strict";
import { test } from "node:test";
import { askedPause, pauseBefore, RETRY } from "./retry.js";

test("Retry-After is read as seconds and as a date; nonsense counts as none", () => {
	const now = Date.parse("2026-01-01T00:00:00Z");
	const asked = (value: string) => askedPause(new Headers({ "Retry-After": value }), now);
	assert.equal(asked("2"), 2000);
	assert.equal(asked("Thu, 01 Jan 2026 00:00:05 GMT"), 5000);
	assert.equal(asked("Wed, 31 Dec 2025 00:00:00 GMT"), 0);
	assert.equal(asked("soon"), undefined);
	assert.equal(askedPause(new Headers()), undefined);
});

test("pauses between retries double up to a limit, and each is random below its bound", () => {
	const policy = { ...RETRY, attempts: 99 };
	const longest = [2, 3, 4, 50].map((attempt) => pauseBefore(attempt, undefined, policy, () => 1));
	assert.deepEqual(longest, [100, 200, 400, 5000]);
	assert.equal(
		pauseBefore(2, undefined, policy, () => 0),
		0,
	);
});

test("what a server asks for is waited for at least, and given up when it asks for too much", () => {
	assert.equal(
		pauseBefore(2, 1000, RETRY, () => 0.5),
		1050,
	);
	assert.equal(pauseBefore(2, RETRY.patience + 1, RETRY), undefined);
	assert.equal(pauseBefore(RETRY.attempts + 1, undefined, RETRY), undefined);
});
