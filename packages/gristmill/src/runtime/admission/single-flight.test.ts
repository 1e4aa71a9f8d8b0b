import assert from "node:assert/strict";
import { test } from "node:test";
import { Cancellation, type Departure } from "../cancellation.js";
import { CallerGone } from "../failures.js";
import { SingleFlight } from "./single-flight.js";

/** A computation that is begun by `start` and ended by hand. */
function computation() {
	const begun: { signal: Departure; land: (value: string) => void; crash: (error: Error) => void }[] = [];
	const times = { begun: 1, done: 0 };
	const start = (signal: Departure) => ({
		times,
		result: new Promise<string>((land, crash) => {
			begun.push({ signal, land, crash });
		}),
	});
	return { begun, start, times };
}

const STAYS = new AbortController().signal;

test("equal calls under way are computed once, and all get the answer", async () => {
	const flights = new SingleFlight<string>();
	const { begun, start } = computation();
	const answers = ["key", "key", "key"].map((key) => flights.join(key, STAYS, start).result);
	assert.equal(begun.length, 1);
	begun[0]?.land("flour");
	assert.deepEqual(await Promise.all(answers), ["flour", "flour", "flour"]);
});

test("calls that differ are computed each, and nobody gets the answer of another", async () => {
	const flights = new SingleFlight<string>();
	const { begun, start } = computation();
	const answers = ["one", "two"].map((key) => flights.join(key, STAYS, start).result);
	assert.equal(begun.length, 2);
	begun[1]?.land("second");
	begun[0]?.land("first");
	assert.deepEqual(await Promise.all(answers), ["first", "second"]);
});

test("nothing is kept: the call after the answer is computed again", async () => {
	const flights = new SingleFlight<string>();
	const { begun, start } = computation();
	const first = flights.join("key", STAYS, start).result;
	begun[0]?.land("flour");
	await first;
	const second = flights.join("key", STAYS, start).result;
	assert.equal(begun.length, 2);
	begun[1]?.land("bran");
	assert.equal(await second, "bran");
});

test("a failure is shared by those under way, and the next call is computed again", async () => {
	const flights = new SingleFlight<string>();
	const { begun, start } = computation();
	const answers = ["key", "key"].map((key) => flights.join(key, STAYS, start).result);
	const failure = new Error("the stone broke");
	begun[0]?.crash(failure);
	for (const answer of answers) await assert.rejects(answer, failure);
	const again = flights.join("key", STAYS, start).result;
	begun[1]?.land("flour");
	assert.equal(await again, "flour");
});

test("one caller that leaves is told at once, and cancels nothing for the others", async () => {
	const flights = new SingleFlight<string>();
	const { begun, start } = computation();
	const leaving = new AbortController();
	const left = flights.join("key", leaving.signal, start).result;
	const stayed = flights.join("key", STAYS, start).result;
	leaving.abort();
	await assert.rejects(left, CallerGone);
	assert.equal(begun[0]?.signal.aborted, false);
	begun[0]?.land("flour");
	assert.equal(await stayed, "flour");
});

test("when the last caller leaves the computation is cancelled", async () => {
	const flights = new SingleFlight<string>();
	const { begun, start } = computation();
	const leaving = [new AbortController(), new AbortController()];
	const answers = leaving.map(({ signal }) => flights.join("key", signal, start).result);
	for (const controller of leaving) controller.abort();
	for (const answer of answers) await assert.rejects(answer, CallerGone);
	assert.equal(begun[0]?.signal.aborted, true);
	begun[0]?.crash(new CallerGone());
});

test("a call does not join a cancelled one: it is computed again", async () => {
	const flights = new SingleFlight<string>();
	const { begun, start } = computation();
	const leaving = new AbortController();
	const left = flights.join("key", leaving.signal, start).result;
	leaving.abort();
	await assert.rejects(left, CallerGone);
	const fresh = flights.join("key", STAYS, start).result;
	assert.equal(begun.length, 2);
	assert.equal(begun[1]?.signal.aborted, false);
	// The end of the cancelled one must not take the fresh one off the board.
	begun[0]?.crash(new CallerGone());
	await new Promise(setImmediate);
	const companion = flights.join("key", STAYS, start).result;
	assert.equal(begun.length, 2);
	begun[1]?.land("flour");
	assert.deepEqual(await Promise.all([fresh, companion]), ["flour", "flour"]);
});

test("a caller that has left already starts nothing", async () => {
	const flights = new SingleFlight<string>();
	const { begun, start } = computation();
	await assert.rejects(flights.join("key", AbortSignal.abort(), start).result, CallerGone);
	assert.equal(begun.length, 0);
});

test("a caller that leaves after its answer cancels nothing", async () => {
	const flights = new SingleFlight<string>();
	const { begun, start } = computation();
	const leaving = new AbortController();
	const answer = flights.join("key", leaving.signal, start).result;
	begun[0]?.land("flour");
	assert.equal(await answer, "flour");
	leaving.abort();
	assert.equal(begun[0]?.signal.aborted, false);
});

test("each result comes with the number of callers that get it", async () => {
	const landed: unknown[] = [];
	const flights = new SingleFlight<string>((result, callers) => landed.push([result, callers]));
	const { begun, start } = computation();
	const leaving = new AbortController();
	const answers = [STAYS, leaving.signal, STAYS].map((signal) => flights.join("key", signal, start).result);
	leaving.abort();
	begun[0]?.land("flour");
	await Promise.allSettled(answers);
	const failing = flights.join("key", STAYS, start).result;
	begun[1]?.crash(new Error("the stone broke"));
	await assert.rejects(failing);
	assert.deepEqual(landed, [["flour", 2]]);
});

test("callers may leave by a Cancellation, before and after the answer", async () => {
	const flights = new SingleFlight<string>();
	const { begun, start } = computation();
	const [leaving, staying] = [new Cancellation(), new Cancellation()];
	const left = flights.join("key", leaving, start).result;
	const stayed = flights.join("key", staying, start).result;
	leaving.abort();
	await assert.rejects(left, CallerGone);
	assert.equal(begun[0]?.signal.aborted, false);
	begun[0]?.land("answer");
	assert.equal(await stayed, "answer");
	staying.abort();
	assert.equal(begun[0]?.signal.aborted, false);
	const alone = flights.join("key", leaving, start).result;
	await assert.rejects(alone, CallerGone);
	assert.equal(begun.length, 1);
});

test("equal calls share their times, and all but the first one say so", () => {
	const flights = new SingleFlight<string>();
	const { start, times } = computation();
	const joined = ["key", "key", "other"].map((key) => flights.join(key, STAYS, start));
	assert.deepEqual(
		joined.map(({ isShared }) => isShared),
		[false, true, false],
	);
	assert.ok(joined.every((flight) => flight.times === times));
});

test("the result of a flight is for those who have not left", async () => {
	const counts: number[] = [];
	const flights = new SingleFlight<string>((_, callers) => counts.push(callers));
	const { begun, start } = computation();
	const leaving = new AbortController();
	const answers = [STAYS, leaving.signal, leaving.signal].map(
		(signal) => flights.join("key", signal, start).result,
	);
	leaving.abort();
	begun[0]?.land("flour");
	assert.deepEqual(
		(await Promise.allSettled(answers)).map(({ status }) => status),
		["fulfilled", "rejected", "rejected"],
	);
	assert.deepEqual(counts, [1]);
});
