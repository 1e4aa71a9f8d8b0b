import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { ManualClock } from "../../testing/manual-clock.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import { CallTimings } from "../admission/call-timings.js";
import { Cancellation } from "../cancellation.js";
import { CallerGone } from "../failures.js";
import type { PoolAnswer } from "../pool/pending-call.js";
import type { Pool } from "../pool/pool.js";
import { makeReady, type ReadyMill } from "../ready-mill.js";
import { pooledLane } from "./pooled-lane.js";

/** Its calls are answered by the test. */
const mill = emptyMill({ name: "a-tester", deadline: 10_000 });

/** A lane over a pool in which no call ends by itself, after one call that took ten milliseconds, or so many microseconds. */
async function lane(micros = 10_000, ready?: ReadyMill) {
	const clock = new ManualClock();
	let waiting = 0;
	let begins = false;
	let answer = (_: PoolAnswer) => {};
	const pool: Pick<Pool, "busyMills" | "waiting" | "dispatchNow" | "run"> = {
		busyMills: () => 1,
		waiting: () => waiting,
		dispatchNow: () => {},
		run: (_, __, caller) => ({
			begun: begins ? clock.now() + 1 : 0,
			done: 0,
			answer: new Promise((resolve, reject) => {
				answer = resolve;
				caller?.addEventListener("abort", () => reject(new CallerGone()));
			}),
		}),
	};
	const one = pooledLane(pool as Pool, mill, "digest", ready, {
		workers: 1,
		inline: "never",
		deadline: 10_000,
		memory: 0,
		maxWaiting: 1_000,
		limits: {},
		examineEvery: 1_000,
		inspect: false,
		clock,
		log: () => {},
	});
	let calls = 0;
	const facts = {
		mediaType: "text/plain",
		charset: undefined,
		parameters: {},
		resultType: "application/json",
		links: undefined,
	};
	const call = (caller = new Cancellation()) =>
		one.run({ ...facts, body: Buffer.from(`${calls++}`) }, caller, new CallTimings());
	const first = call();
	answer({ content: Buffer.from("{}"), micros, occupied: micros });
	await first;
	return {
		call,
		isQuick: (size: number) => one.isQuick({ ...facts, body: Buffer.alloc(size) }),
		queue: (length: number) => {
			waiting = length;
		},
		/** Callers that leave after 150 ms, whose calls a worker has begun or not. */
		leave: async (hasBegun: boolean) => {
			begins = hasBegun;
			for (let i = 0; i < 50; i++) {
				const caller = new Cancellation();
				const result = call(caller);
				clock.advance(150);
				caller.abort();
				await assert.rejects(async () => result, { name: "CallerGone" });
			}
		},
	};
}

test("callers that leave while they wait do not shorten the queue for others: nothing is computed for them", async () => {
	const { call, queue, leave } = await lane();
	await leave(false);
	// A wait of a second.
	queue(100);
	void call();
});

test("callers that leave while their call runs shorten the queue: workers would compute what nobody reads", async () => {
	const { call, queue, leave } = await lane();
	await leave(true);
	queue(100);
	assert.throws(() => call(), { code: "overloaded" });
});

test("a call is quick if one of its size has proved cheap, and the mill may run on the event loop", async () => {
	const ready = await makeReady(mill);
	const cheap = await lane(99, ready);
	assert.deepEqual([cheap.isQuick(1), cheap.isQuick(1_000)], [true, false]);
	assert.equal((await lane(100, ready)).isQuick(1), false);
	assert.equal((await lane(99)).isQuick(1), false);
});
