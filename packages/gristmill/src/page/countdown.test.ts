import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseOf } from "./countdown.js";

test("the page waits as long as the server says, and at least a second", () => {
	assert.equal(pauseOf(7, 0), 7);
	assert.equal(pauseOf(0, 0), 1);
});

test("after ten tries, without Retry-After and for a long wait, the visitor decides", () => {
	assert.equal(pauseOf(0, 9), 1);
	assert.equal(pauseOf(0, 10), undefined);
	assert.equal(pauseOf(undefined, 0), undefined);
	assert.equal(pauseOf(301, 0), undefined);
});
