import assert from "node:assert/strict";
import { test } from "node:test";
import type { Settings } from "./settings.js";
import { shareOf } from "./share.js";

const SETTINGS: Settings = {
	workers: 7,
	maxBuffered: 1_000_003,
	maxConnections: 100,
	maxWaiting: 10,
	rate: "100/s",
	keep: "10MiB",
	mills: { tokeniser: { concurrency: 4, maxWaiting: 2, deadline: 500 } },
};
const of = 3;
const shares = [0, 1, 2].map((slot) => shareOf(SETTINGS, { slot, of }, 1));
const sum = (value: (settings: Settings) => number | undefined) =>
	shares.reduce((total, share) => total + (value(share) ?? Number.NaN), 0);

test("the processes together have the workers and limits of one server", () => {
	assert.equal(
		sum(({ workers }) => workers),
		7,
	);
	assert.equal(
		sum(({ maxBuffered }) => maxBuffered),
		1_000_003,
	);
	assert.equal(
		sum(({ maxConnections }) => maxConnections),
		100,
	);
	assert.equal(
		sum(({ maxWaiting }) => maxWaiting),
		10,
	);
	assert.equal(
		sum(({ keep }) => Number(keep)),
		10 * 2 ** 20,
	);
	assert.equal(
		sum(({ mills }) => mills?.tokeniser?.concurrency),
		4,
	);
});

test("settings that are not divided among processes stay unchanged", () => {
	for (const { rate, mills } of shares) {
		assert.equal(rate, "100/s");
		assert.equal(mills?.tokeniser?.deadline, 500);
	}
});

test("each process has a worker, room for a connection and a place to wait", () => {
	const small = shareOf({ maxConnections: 1, maxWaiting: 1 }, { slot: 2, of }, 1);
	assert.ok((small.workers ?? 0) >= 1);
	assert.equal(small.maxConnections, 1);
	assert.equal(small.maxWaiting, 1);
});

test("too little to divide is refused with what to change", () => {
	assert.throws(
		() => shareOf({ workers: 2 }, { slot: 0, of }, 1),
		/^RangeError: Each of 3 processes needs a worker/,
	);
	assert.throws(
		() => shareOf({ mills: { translator: { concurrency: 2 } } }, { slot: 0, of }, 1),
		/^RangeError: The concurrency of translator is \d, and each of 3 processes/,
	);
	assert.throws(
		() => shareOf({ inspect: true }, { slot: 0, of }, 1),
		/^RangeError: inspect needs a single worker/,
	);
});

test("processes keep answers on the same server, and none keeps less than 1 MiB in memory", () => {
	const keep = "redis://127.0.0.1:6379/0";
	assert.equal(shareOf({ keep }, { slot: 1, of }, 1).keep, keep);
	assert.throws(() => shareOf({ keep: "2MiB" }, { slot: 0, of }, 1), {
		name: "RangeError",
		message: "keep is 2MiB, and each of 3 processes keeps at least 1 MiB. Keep more, or use fewer processes.",
	});
});
