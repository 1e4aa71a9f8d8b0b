import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ManualClock } from "../../testing/manual-clock.js";
import { Pace } from "./pace.js";

const clock = new ManualClock();
/** Takes longer than a slice. */
const long = () => clock.advance(6);

test("short work runs at once", () => {
	const pace = new Pace(clock);
	let done = 0;
	for (let i = 0; i < 3; i++)
		assert.equal(
			pace.run(() => void done++),
			undefined,
		);
	assert.equal(done, 3);
});

test("after a long piece, the others run one in each turn, in order", async () => {
	const pace = new Pace(clock);
	const order: string[] = [];
	const piece = (name: string) =>
		pace.run(() => {
			order.push(name);
			long();
		});
	assert.equal(piece("a"), undefined);
	const later = ["b", "c", "d"].map(piece);
	const turns: number[] = [];
	for (let i = 0; i < 6; i++) {
		await nextTurn();
		turns.push(order.length);
	}
	await Promise.all(later);
	assert.deepEqual(order, ["a", "b", "c", "d"]);
	// Never two in a turn: other events have theirs in between.
	for (const [i, count] of turns.entries()) assert.ok(count - (turns[i - 1] ?? 1) <= 1, turns.join());
});

test("much short work is spread, too", async () => {
	const pace = new Pace(clock);
	let done = 0;
	const all = Array.from({ length: 25 }, () => pace.run(() => void done++));
	assert.equal(done, 10);
	await Promise.all(all);
	assert.equal(done, 25);
});

test("work that throws fails alone, now or later", async () => {
	const pace = new Pace(clock);
	const fail = () => {
		throw new Error("no");
	};
	assert.throws(() => pace.run(fail), /no/);
	pace.run(long);
	const failing = pace.run(fail);
	const fine = pace.run(() => {});
	await assert.rejects(Promise.resolve(failing), /no/);
	await fine;
});
