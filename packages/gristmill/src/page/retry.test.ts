import assert from "node:assert/strict";
import { test } from "node:test";
import { nextAfter, Refusal } from "./retry.js";

const after = (status: number, retryAfter?: number, tries = 0) =>
	nextAfter(new Refusal(status, undefined, retryAfter), tries);

test("a refusal that a token may change asks for one, and other refusals stop the page", () => {
	assert.deepEqual(
		[401, 403].map((status) => after(status)),
		["ask", "ask"],
	);
	assert.deepEqual(
		[400, 404, 406, 410, 421].map((status) => after(status)),
		Array(5).fill("stop"),
	);
});

test("a server that is busy is asked again when it says so, and after a second or more", () => {
	assert.deepEqual([after(429, 7), after(503, 120), after(503, 0)], [7_000, 120_000, 1_000]);
	assert.equal(after(503, undefined, 2), 4_000);
});

test("the pause doubles up to 30 s if the server does not answer or fails", () => {
	const pauses = [0, 1, 4, 5, 100].map((tries) => nextAfter(new TypeError("Failed to fetch"), tries));
	assert.deepEqual(pauses, [1_000, 2_000, 16_000, 30_000, 30_000]);
	assert.deepEqual([after(500), after(504, 9, 1), after(408, undefined, 3)], [1_000, 2_000, 8_000]);
});
