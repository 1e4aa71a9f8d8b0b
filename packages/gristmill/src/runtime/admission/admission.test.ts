import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../core/problem.js";
import { admit, Patience, type QueueState } from "./admission.js";

const FOREVER = Number.POSITIVE_INFINITY;
const CROWD: QueueState = { waiting: 0, share: 2, cost: 10_000, deadline: 1_000, maxWaiting: 256 };

/** The seconds of Retry-After where the call is refused; undefined where it is let in. */
function refusal(crowd: Partial<QueueState>, patience = FOREVER): number | undefined {
	try {
		admit({ ...CROWD, ...crowd }, patience);
		return undefined;
	} catch (error) {
		assert.ok(Problem.is(error), String(error));
		assert.equal(error.code, "overloaded");
		return error.members.retryAfter as number;
	}
}

test("a call is admitted if no call waits", () => {
	assert.equal(refusal({}), undefined);
	assert.equal(refusal({ cost: undefined }), undefined);
	assert.equal(refusal({ cost: 1e9 }, 1), undefined);
});

test("as many calls as may wait are let in, and not one more", () => {
	assert.equal(refusal({ waiting: 255, cost: 1 }), undefined);
	assert.equal(refusal({ waiting: 256, cost: 1 }), 1);
	assert.equal(refusal({ waiting: 0, maxWaiting: 0 }), 1);
});

test("a call is refused if it would wait longer than the deadline", () => {
	// 10 ms each, two workers: 200 calls are a second.
	assert.equal(refusal({ waiting: 200 }), undefined);
	assert.equal(refusal({ waiting: 201 }), 2);
});

test("fewer workers for this mill mean a shorter queue", () => {
	assert.equal(refusal({ waiting: 150, share: 1 }), 2);
	assert.equal(refusal({ waiting: 150, share: 2 }), undefined);
});

test("Retry-After says how long the queue takes, a second at least", () => {
	assert.equal(refusal({ waiting: 100, cost: 1_000_000, deadline: 1 }), 50);
	assert.equal(refusal({ waiting: 100, cost: 100, deadline: 1 }), 1);
});

test("callers that give up shorten the queue below what they wait", () => {
	assert.equal(refusal({ waiting: 100 }, 1_000), undefined);
	assert.notEqual(refusal({ waiting: 100 }, 500), undefined);
});

test("a place or two for each worker stays open, or workers would stand idle between calls", () => {
	assert.equal(refusal({ waiting: 3, cost: 1e9 }, 1), undefined);
	assert.notEqual(refusal({ waiting: 4, cost: 1e9 }, 1), undefined);
});

test("if the cost is unknown, only the count limits the queue", () => {
	assert.equal(refusal({ waiting: 255, cost: undefined }), undefined);
	assert.equal(refusal({ waiting: 256, cost: undefined }), 1);
});

test("callers are assumed to wait for ever until some give up", () => {
	const patience = new Patience();
	assert.equal(patience.at(0), FOREVER);
	assert.equal(patience.at(1e9), FOREVER);
});

/** As many callers leave after so many milliseconds as it takes to be believed. */
function leave(patience: Patience, waited: number, now: number, times = 50): void {
	for (let i = 0; i < times; i++) patience.gaveUp(waited, now);
}

test("the assumed patience is how long callers waited that gave up", () => {
	const patience = new Patience();
	leave(patience, 1_000, 0);
	assert.ok(Math.abs(patience.at(0) - 1_000) < 1);
	leave(patience, 250, 0);
	assert.ok(Math.abs(patience.at(0) - 250) < 1);
});

test("a few callers that leave do not change the patience", () => {
	const patience = new Patience();
	// One in ten: what a client drops that asks two servers and takes the quicker answer.
	for (let i = 0; i < 1_000; i++) {
		if (i % 10 === 0) patience.gaveUp(200, 0);
		else patience.served(50);
	}
	assert.equal(patience.at(0), FOREVER);
	for (let i = 0; i < 1_000; i++) {
		if (i % 3 === 0) patience.gaveUp(200, 0);
		else patience.served(50);
	}
	assert.ok(patience.at(0) < 201);
});

test("callers that leave at once say nothing about the queue, however many they are", () => {
	const patience = new Patience();
	leave(patience, 99, 0, 10_000);
	assert.equal(patience.at(0), FOREVER);
	leave(patience, 100, 0);
	assert.equal(patience.at(0), 100);
});

test("patience doubles with every half minute in which few give up", () => {
	const patience = new Patience();
	leave(patience, 250, 1_000);
	const before = patience.at(1_000);
	assert.equal(patience.at(31_000), 2 * before);
	assert.equal(patience.at(61_000), 4 * before);
});

test("callers that leave do not shorten the queue while others stay for longer", () => {
	const patience = new Patience();
	// Those that leave come first, and are believed until it is known that others stay.
	leave(patience, 150, 0, 10);
	assert.equal(patience.at(0), 150);
	for (let i = 0; i < 100; i++) {
		patience.gaveUp(150, 0);
		patience.served(160);
	}
	assert.equal(patience.at(0), FOREVER);
});

test("callers that were served early, and a few that stay, do not raise the assumed patience", () => {
	for (const [waited, every] of [
		[149, 2],
		[160, 10],
	] as const) {
		const patience = new Patience();
		for (let i = 0; i < 200; i++) {
			patience.gaveUp(150, 0);
			if (i % every === 0) patience.served(waited);
		}
		assert.equal(patience.at(0), 150);
	}
});
